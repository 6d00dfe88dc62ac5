import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { GreyPicture, TextRecogniser } from '@arbiter/ports';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { rawPdf, rawStream } from '../test/make-pdf.js';
import { PdfParser } from './pdf.parser.js';

const SIDE = 240;
const signal = new AbortController().signal;

/** A PDF of three pages: text, a scan, text. `scan` is the dictionary and the hexadecimal data of its picture. */
function scanned(dictionary: string, hex: string): Uint8Array {
  const page = (content: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${content} 0 R /Resources << /Font << /F 8 0 R >> /XObject << /I 9 0 R >> >> >>`;
  const picture = `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /Filter /ASCIIHexDecode ${dictionary}`;
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>',
    page(6),
    page(7),
    page(6),
    rawStream('BT /F 12 Tf 50 700 Td (Typed text.) Tj ET'),
    rawStream('q 600 0 0 800 0 0 cm /I Do Q'),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    rawStream(`${hex}>`, picture),
  ]);
}

/** Black above, white below. */
const HALVES = {
  grey: [
    '/ColorSpace /DeviceGray /BitsPerComponent 8',
    '00'.repeat((SIDE * SIDE) / 2) + 'ff'.repeat((SIDE * SIDE) / 2),
  ],
  bits: [
    '/ColorSpace /DeviceGray /BitsPerComponent 1',
    '00'.repeat((SIDE * SIDE) / 16) + 'ff'.repeat((SIDE * SIDE) / 16),
  ],
  colour: [
    '/ColorSpace /DeviceRGB /BitsPerComponent 8',
    '000000'.repeat((SIDE * SIDE) / 2) + 'ffffff'.repeat((SIDE * SIDE) / 2),
  ],
} as const;
const [GREY, GREY_DATA] = HALVES.grey;

/** Reads nothing, and keeps the pictures that it was given. */
function recogniserThat(answers: () => Promise<string>): TextRecogniser & { readonly seen: GreyPicture[] } {
  const seen: GreyPicture[] = [];
  return {
    seen,
    name: 'reader',
    health: () => Promise.resolve({ ok: true, detail: 'here' }),
    recognise: (picture) => {
      seen.push(picture);
      return answers();
    },
  };
}

const read = async (bytes: Uint8Array, recogniser: TextRecogniser, maxPages = 10) => {
  const parser = new PdfParser({ recognition: { recogniser, maxPages } });
  const parsed = await parser.parse({ bytes, name: 'scan.pdf', signal });
  expectWellFormedDocument(parsed);
  return parsed;
};

describe('scanned pages', () => {
  it('are read in their place, and named as recognised', async () => {
    const recogniser = recogniserThat(() => Promise.resolve('THE LAMP\n\nIt burns whale\noil.\n'));
    const { text, pages, warnings } = await read(scanned(GREY, GREY_DATA), recogniser);
    expect(text).toBe('Typed text.\n\nTHE LAMP\n\nIt burns whale oil.\n\nTyped text.');
    expect(text.slice(pages[1]!.start)).toMatch(/^THE LAMP/);
    expect(warnings).toEqual(['Page 2 was recognised from a scan; letters may be wrong.']);
  });

  it.each(Object.entries(HALVES))('are handed on as they look: %s', async (_, [dictionary, hex]) => {
    const recogniser = recogniserThat(() => Promise.resolve(''));
    const { warnings } = await read(scanned(dictionary, hex), recogniser);
    const [{ width, height, pixels }] = recogniser.seen as [GreyPicture];
    expect([width, height, pixels.length]).toEqual([SIDE, SIDE, SIDE * SIDE]);
    expect([pixels[0], pixels[SIDE * 119], pixels[SIDE * 121], pixels.at(-1)]).toEqual([0, 0, 255, 255]);
    expect(warnings).toEqual(['Page 2 has no text (a scan?).']);
  });

  it('are named with what was in the way', async () => {
    const absent = recogniserThat(() => Promise.reject(new ArbiterError('UNAVAILABLE', 'It is not installed.')));
    const { text, warnings } = await read(scanned(GREY, GREY_DATA), absent);
    expect(text).toBe('Typed text.\n\nTyped text.');
    expect(warnings).toEqual(['Page 2 has no text (a scan?).', 'It is not installed.']);
  });

  it('beyond the limit are only named', async () => {
    const recogniser = recogniserThat(() => Promise.resolve('never'));
    expect((await read(scanned(GREY, GREY_DATA), recogniser, 0)).warnings).toEqual(['Page 2 has no text (a scan?).']);
    expect(recogniser.seen).toEqual([]);
  });
});
