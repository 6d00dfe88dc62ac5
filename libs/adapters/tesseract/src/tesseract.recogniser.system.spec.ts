import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { drawWords } from '../test/draw-words.js';
import { TesseractRecogniser } from './tesseract.recogniser.js';

const signal = new AbortController().signal;
const picture = { width: 4, height: 2, pixels: new Uint8Array([0, 255, 0, 255, 9, 9, 9, 9]) };

/** Stands where tesseract would, and speaks as it does on the command line (its manual page, version 5). */
const STAND_IN = `#!/usr/bin/env node
const args = process.argv.slice(2);
if (args[0] === '--list-langs') { console.log('List of available languages in "/data/" (2):\\neng\\nosd'); process.exit(0); }
if (args[3] === 'hang') setInterval(() => undefined, 1000);
else if (args[3] === 'bad') { console.error('Error opening data file'); process.exit(1); }
else {
  let bytes = 0, head = '';
  process.stdin.on('data', (part) => { if (bytes === 0) head = part.toString('latin1').slice(0, 11); bytes += part.length; });
  process.stdin.on('end', () => console.log(args.join(' ') + '|' + head.replace(/\\n/g, ' ') + '|' + bytes + '|' + Object.keys(process.env).sort() + '\\f'));
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
  it('hands the picture to the program as a greymap, and no environment of ours', async () => {
    const printed = await standIn('eng').recognise(picture, signal);
    expect(printed).toMatch(/^stdin stdout -l eng\|P5 4 2 255 \|19\|.*OMP_THREAD_LIMIT,PATH/);
    expect(printed).not.toContain('HOME');
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
    expect(await installed.recognise(drawWords('PELL LIGHT'), signal)).toBe('PELL LIGHT');
  });

  it('finds nothing in an empty picture', async () => {
    expect(await installed.recognise(drawWords('    '), signal)).toBe('');
  });
});
