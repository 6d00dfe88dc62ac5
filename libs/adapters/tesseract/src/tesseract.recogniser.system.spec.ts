import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { RecognisedLine } from '@arbiter/ports';
import { drawWords } from '../test/draw-words.js';
import { TesseractRecogniser } from './tesseract.recogniser.js';

const signal = new AbortController().signal;
const picture = { width: 4, height: 2, pixels: new Uint8Array(24).fill(9) };
const wordsOf = (lines: readonly RecognisedLine[]) => lines.map(({ words }) => words.map(({ text }) => text).join(' '));

/** Stands where tesseract would, and speaks as it does on the command line (its manual page, version 5). */
const STAND_IN = `#!/usr/bin/env node
const args = process.argv.slice(2);
if (args[0] === '--list-langs') { console.log('List of available languages in "/data/" (2):\\neng\\nosd'); process.exit(0); }
if (args[3] === 'hang') setInterval(() => undefined, 1000);
else if (args[3] === 'bad') { console.error('Error opening data file'); process.exit(1); }
else {
  let bytes = 0, head = '';
  process.stdin.on('data', (part) => { if (bytes === 0) head = part.toString('latin1').slice(0, 11); bytes += part.length; });
  const row = (kind, words, confidence, text) => console.log([kind, 1, 1, 1, ...words, confidence, text].join('\\t'));
  process.stdin.on('end', () => {
    console.log('level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth\\theight\\tconf\\ttext');
    row(4, [1, 0, 0, 0, 4, 1], -1, '');
    row(5, [1, 1, 0, 0, 1, 1], 96.5, args.join(' '));
    row(5, [1, 2, 1, 0, 3, 2], 43.5, head.replace(/\\n/g, ' ') + bytes);
    row(5, [1, 3, 1, 0, 3, 2], 95, ' ');
    row(5, [2, 1, 0, 1, 4, 1], 80, String(Object.keys(process.env).sort()));
  });
}
`;

const folder = mkdtempSync(join(tmpdir(), 'arbiter-tesseract-'));
writeFileSync(join(folder, 'tesseract'), STAND_IN);
chmodSync(join(folder, 'tesseract'), 0o755);
afterAll(() => rmSync(folder, { recursive: true }));
const searchPath = [folder, dirname(process.execPath)].join(delimiter);
const standIn = (languages: string, timeoutMs = 30_000) =>
  new TesseractRecogniser({ searchPath, languages, timeoutMs });

describe('TesseractRecogniser', () => {
  it('hands the picture to the program as a pixmap, and no environment of ours', async () => {
    const [asked = '', environment = ''] = wordsOf(await standIn('eng').recognise(picture, signal));
    expect(asked).toBe('stdin stdout -l eng tsv P6 4 2 255 35');
    expect(environment).toContain('OMP_THREAD_LIMIT,PATH');
    expect(environment).not.toContain('HOME');
  });

  it('says where lines and words are, and how sure it is of them', async () => {
    const [first, second] = await standIn('eng').recognise(picture, signal);
    expect(first).toMatchObject({
      confidence: 0.7,
      box: { left: 0, top: 0, right: 10_000, bottom: 10_000 },
      words: [
        { box: { left: 0, right: 2_500, bottom: 5_000 } },
        { box: { left: 2_500, right: 10_000, bottom: 10_000 } },
      ],
    });
    expect(second).toMatchObject({ confidence: 0.8, box: { top: 5_000, right: 10_000 } });
  });

  it('says which language data is missing', async () => {
    expect(await standIn('eng').health(signal)).toEqual({ ok: true, detail: 'tesseract reads scanned pages (eng)' });
    expect(await standIn('eng+deu').health(signal)).toEqual({
      ok: false,
      detail: 'tesseract has no data for deu: install its language package',
    });
  });

  it('says that the program is not there', async () => {
    const absent = new TesseractRecogniser({ searchPath: join(folder, 'empty'), languages: 'eng' });
    await expect(absent.recognise(picture, signal)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'tesseract is not installed; with it, scanned pages are read.',
    });
    expect(await absent.health(signal)).toMatchObject({ ok: false });
  });

  it.each([
    ['bad', 'A picture was not recognised: tesseract could not read it.'],
    ['hang', 'A picture was not recognised: tesseract took longer than 1 s.'],
  ])('refuses a picture when the program answers with "%s"', async (languages, message) => {
    await expect(standIn(languages, 1_000).recognise(picture, signal)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message,
    });
  });

  it('ends the program when the caller has gone', async () => {
    const controller = new AbortController();
    const reading = standIn('hang').recognise(picture, controller.signal);
    const gone = new Error('gone');
    controller.abort(gone);
    await expect(reading).rejects.toBe(gone);
  });

  it('refuses a picture with pixels missing', async () => {
    await expect(standIn('eng').recognise({ ...picture, height: 3 }, signal)).rejects.toThrow(RangeError);
  });
});

const installed = new TesseractRecogniser({ searchPath: process.env.PATH ?? '', languages: 'eng' });
const { ok: isInstalled, detail } = await installed.health(signal);

(isInstalled ? describe : describe.skip)(`tesseract itself${isInstalled ? '' : ` (skipped: ${detail})`}`, () => {
  it('reads words out of a picture', async () => {
    const [line, ...others] = await installed.recognise(drawWords('PELL LIGHT'), signal);
    expect([line?.words.map(({ text }) => text), others]).toEqual([['PELL', 'LIGHT'], []]);
    // Ten letters between margins of four points: the first word ends after a third, the second begins there.
    const [pell, light] = line?.words.map(({ box }) => box) ?? [];
    expect(pell?.right).toBeLessThan(light?.left ?? 0);
    expect(pell?.right).toBeLessThan(5_000);
    expect(light?.right).toBeGreaterThan(8_500);
  });

  it('finds nothing in an empty picture', async () => {
    expect(await installed.recognise(drawWords('    '), signal)).toEqual([]);
  });
});
