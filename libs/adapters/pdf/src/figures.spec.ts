import { drawPng } from '@arbiter/adapter-kit/testing';
import type { Picture, RecognisedLine, TextRecogniser } from '@arbiter/ports';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { rawPdf, rawStream } from '../test/make-pdf.js';
import { hasPictures } from './page-picture.js';
import { PdfParser } from './pdf.parser.js';

const SIDE = 240;
const GREY = `${'80'.repeat(SIDE * SIDE)}>`;
const signal = new AbortController().signal;

const text = (y: number, words: string, x = 50): string => `BT /F 12 Tf ${x} ${y} Td (${words}) Tj ET`;
const picture = (place: string, name = 'I0'): string => `q ${place} cm /${name} Do Q`;
/** In the middle of the page: a quarter of it. */
const MIDDLE = '400 0 0 300 50 300';
const ABOVE = text(700, 'The light stands at Pell.');
const BELOW = text(200, 'Ines Vane keeps it.');

/** A PDF whose pages have some content each, and a picture of their own, I0, or that of the first page, I1. */
function pdfOf(...contents: readonly string[]): Uint8Array {
  const pages = contents.map((_, at) => 4 + 3 * at);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${5 + 3 * at} 0 R /Resources << /Font << /F 3 0 R >> /XObject << /I0 ${6 + 3 * at} 0 R /I1 6 0 R >> >> >>`,
      rawStream(content),
      rawStream(
        GREY,
        `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode`,
      ),
    ]),
  ]);
}

const lineAt = (top: number, confidence: number, ...texts: readonly string[]): RecognisedLine => {
  const box = (from: number, to: number) => ({ left: from, top, right: to, bottom: top + 600 });
  const words = texts.map((word, at) => ({ text: word, box: box(1_000 + 2_000 * at, 2_800 + 2_000 * at) }));
  return { words, confidence, box: box(1_000, 800 + 2_000 * texts.length) };
};

async function read(bytes: Uint8Array, { maxPages = 30, lines = [lineAt(1_000, 0.9, 'Fog', 'horn')] } = {}) {
  const seen: Picture[] = [];
  const recogniser: TextRecogniser = {
    name: 'reader',
    health: () => Promise.resolve({ ok: true, detail: '' }),
    recognise: (given) => {
      seen.push(given);
      return Promise.resolve(lines);
    },
    close: () => Promise.resolve(),
  };
  const parsed = await new PdfParser({ recognition: { recogniser, maxPages } }).parse({ bytes, name: 'a.pdf', signal });
  expectWellFormedDocument(parsed);
  return { ...parsed, asked: seen.length };
}

describe('a picture on a page of text', () => {
  it('has its words in the order of the page, with boxes where it shows them', async () => {
    const { text: read1, warnings, boxes, asked } = await read(pdfOf(`${ABOVE} ${picture(MIDDLE)} ${BELOW}`));
    expect([read1, asked]).toEqual(['The light stands at Pell.\n\nFog horn\n\nInes Vane keeps it.', 1]);
    expect(warnings).toEqual(['Page 1: words in pictures were recognised; letters may be wrong.']);
    const words = [...(boxes?.[0]?.words ?? [])];
    const at = words.findIndex((start, index) => index % 6 === 0 && start === read1.indexOf('horn'));
    const [, , left = 0, top = 0, right = 0, bottom = 0] = words.slice(at, at + 6);
    // From 50 + 400 × .3 to 50 + 400 × .48 points of 600, and below 200 + 300 × .1 of 800.
    expect([Math.round(left / 10), Math.round(right / 10)]).toEqual([283, 403]);
    expect(top).toBeGreaterThan(2_800);
    expect(bottom).toBeLessThan(3_200);
  });

  it('stands in its column, and no sentence goes on into it', async () => {
    const column = (x: number, words: string) =>
      Array.from({ length: 10 }, (_, row) => text(700 - 14 * row, `${words} number ${row} of the harbour at`, x)).join(
        ' ',
      );
    const content = `${column(40, 'the left lines')} ${column(320, 'the right lines')} ${picture('250 0 0 250 40 250')} ${text(200, 'and it ends.', 40)}`;
    const { text: all } = await read(pdfOf(content), { lines: [lineAt(1_000, 0.9, 'fog', 'horn')] });
    expect(all.split('\n\n')).toContain('fog horn');
    expect(all.indexOf('left lines number 9')).toBeLessThan(all.indexOf('fog horn'));
    expect(all.indexOf('fog horn')).toBeLessThan(all.indexOf('right lines number 0'));
  });

  it.each([
    ['a logo', `${ABOVE} ${picture('120 0 0 90 450 700')}`],
    ['a ground with text upon it', `${picture('600 0 0 800 0 0')} ${ABOVE} ${BELOW}`],
    [
      'a scan with the text of a recogniser',
      `${picture('600 0 0 800 0 0')} BT 3 Tr /F 12 Tf 50 700 Td (The light stands at Pell.) Tj ET`,
    ],
    ['slanted', `${ABOVE} ${picture('400 100 -100 300 150 250')}`],
  ])('is not recognised when it is %s', async (_, content) => {
    expect((await read(pdfOf(content))).asked).toBe(0);
  });

  it('is recognised once when pages share it', async () => {
    const content = `${ABOVE} ${picture(MIDDLE, 'I1')}`;
    const { asked, warnings } = await read(pdfOf(content, content, content, content));
    expect(asked).toBeLessThanOrEqual(1);
    expect(warnings).toHaveLength(asked);
  });

  it('leaves out what only looks like letters', async () => {
    const lines = [lineAt(1_000, 0.9, 'Fog', 'horn'), lineAt(3_000, 0.2, 'AAA')];
    expect((await read(pdfOf(`${ABOVE} ${picture(MIDDLE)}`), { lines })).text).toBe(
      'The light stands at Pell.\n\nFog horn',
    );
  });

  it('is recognised after the scans, as far as the bound of both allows', async () => {
    const page = `${ABOVE} ${picture(MIDDLE)}`;
    const bytes = pdfOf(page, page, picture('600 0 0 800 0 0'), page);
    const { asked, warnings } = await read(bytes, { maxPages: 2 });
    expect(asked).toBe(2);
    expect(warnings).toEqual([
      'Page 3 was recognised from a scan; letters may be wrong.',
      'Page 1: words in pictures were recognised; letters may be wrong.',
      'Page 2: words in pictures were not read.',
      'Page 4: words in pictures were not read.',
    ]);
    expect((await read(bytes, { maxPages: 0 })).asked).toBe(0);
    // Pictures count, not pages.
    const four = [20, 220, 420, 620].map((y) => picture(`500 0 0 140 50 ${y}`)).join(' ');
    const two = pdfOf(`${text(780, 'Above.')} ${four}`, page);
    expect([
      (await read(two)).asked,
      (await read(two, { maxPages: 3 })).asked,
      (await read(two, { maxPages: 2 })).asked,
    ]).toEqual([4, 3, 0]);
  });

  it('is looked for until twenty of a document are found', async () => {
    const { asked, warnings } = await read(
      pdfOf(...Array.from({ length: 22 }, (_, at) => `${text(700, `Page ${at}.`)} ${picture(MIDDLE)}`)),
    );
    expect(asked).toBe(20);
    expect(warnings).toContain('From page 21 on, pictures were not looked at: 20 of a document are.');
  });
});

it('a file without pictures is known without being opened', () => {
  expect(hasPictures(pdfOf(ABOVE))).toBe(true);
  const small = Buffer.from(pdfOf(ABOVE)).toString('latin1').replaceAll('/Width 240', '/Width 24');
  expect(hasPictures(Buffer.from(small, 'latin1'))).toBe(false);
  expect(hasPictures(drawPng({ width: 9, height: 9, samples: () => [1, 2, 3] }))).toBe(false);
  expect(hasPictures(Buffer.from('<< /Height 900 /Width 12 0 R /Subtype/Image >>'))).toBe(true);
});
