import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import type { TextRecogniser } from '@arbiter/ports';
import { openRecogniser } from './open-recogniser.js';

const signal = new AbortController().signal;
const white = { width: 300, height: 300, pixels: new Uint8Array(3 * 300 * 300).fill(255) };

/** Stands where tesseract would, with English alone, and finds one word in any picture. */
const STAND_IN = `#!/usr/bin/env node
if (process.argv[2] === '--list-langs') console.log('List of available languages (1):\\neng');
else process.stdin.resume().on('end', () => console.log(['5', 1, 1, 1, 1, 1, 0, 0, 9, 9, 90, 'Pell'].join('\\t')));
`;
const folder = mkdtempSync(join(tmpdir(), 'arbiter-recogniser-'));
writeFileSync(join(folder, 'tesseract'), STAND_IN);
chmodSync(join(folder, 'tesseract'), 0o755);
afterAll(() => rmSync(folder, { recursive: true }));
const installed = [folder, dirname(process.execPath)].join(delimiter);

let recogniser: TextRecogniser;
afterEach(() => recogniser.close());

describe('openRecogniser', () => {
  it('takes tesseract where it is installed with its languages', async () => {
    recogniser = openRecogniser({ searchPath: installed, ocrLanguages: 'eng' });
    expect(await recogniser.health(signal)).toEqual({ ok: true, detail: 'tesseract reads scanned pages (eng)' });
    expect(await recogniser.recognise(white, signal)).toMatchObject([{ words: [{ text: 'Pell' }] }]);
    expect(recogniser.name).toBe('tesseract');
  });

  it.each([
    [
      'it is not installed',
      join(folder, 'empty'),
      'eng',
      'tesseract is not installed; with it, scanned pages are read.',
    ],
    ['a language is missing', installed, 'eng+deu', 'tesseract has no data for deu: install its language package'],
  ])('takes the packaged networks where %s', async (_, searchPath, ocrLanguages, reason) => {
    recogniser = openRecogniser({ searchPath, ocrLanguages });
    expect(await recogniser.health(signal)).toEqual({
      ok: true,
      detail: `ppocr-v6-small reads scanned pages (${reason})`,
    });
    expect(await recogniser.recognise(white, signal)).toEqual([]);
    expect(recogniser.name).toBe('ppocr-v6-small');
  });
});
