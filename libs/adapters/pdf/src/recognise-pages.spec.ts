import { describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import type { Picture, RecognisedLine, TextRecogniser } from '@arbiter/ports';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { rawPdf, rawStream } from '../test/make-pdf.js';
import { PdfParser } from './pdf.parser.js';

const SIDE = 240;
const signal = new AbortController().signal;

/** A PDF of three pages: text, a scan, text. The scan is the dictionary and the hexadecimal data of its picture, placed by a matrix. */
function scanned(dictionary: string, hex: string, matrix = '600 0 0 800 0 0'): Uint8Array {
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
    rawStream(`q ${matrix} cm /I Do Q`),
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
function recogniserThat(
  answers: () => Promise<readonly RecognisedLine[]>,
): TextRecogniser & { readonly seen: Picture[] } {
  const seen: Picture[] = [];
  return {
    seen,
    name: 'reader',
    health: () => Promise.resolve({ ok: true, detail: 'here' }),
    recognise: (picture) => {
      seen.push(picture);
      return answers();
    },
    close: () => Promise.resolve(),
  };
}

/** A line of words, each a tenth of the picture wide, with gaps of a hundredth in between. */
function lineAt(left: number, top: number, ...texts: readonly string[]): RecognisedLine {
  const height = 200;
  const words = texts.map((text, index) => {
    const start = left + index * 1_100;
    return { text, box: { left: start, top, right: start + 1_000, bottom: top + height } };
  });
  const right = words.at(-1)?.box.right ?? left;
  return { words, confidence: 0.9, box: { left, top, right, bottom: top + height } };
}

const withHeight = (height: number, line: RecognisedLine): RecognisedLine => ({
  ...line,
  box: { ...line.box, bottom: line.box.top + height },
});

const read = async (bytes: Uint8Array, recogniser: TextRecogniser, maxPages = 10) => {
  const parser = new PdfParser({ recognition: { recogniser, maxPages } });
  const parsed = await parser.parse({ bytes, name: 'scan.pdf', signal });
  expectWellFormedDocument(parsed);
  return parsed;
};

describe('scanned pages', () => {
  it('are read in their place, and named as recognised', async () => {
    const recogniser = recogniserThat(() =>
      Promise.resolve([
        lineAt(1_000, 1_000, 'THE', 'LAMP'),
        lineAt(1_000, 1_600, 'It', 'burns', 'whale'),
        // Without high letters its box is lower; it is of the same font.
        withHeight(150, lineAt(1_000, 1_850, 'oil.')),
      ]),
    );
    const { text, pages, warnings } = await read(scanned(GREY, GREY_DATA), recogniser);
    expect(text).toBe('Typed text.\n\nTHE LAMP\n\nIt burns whale oil.\n\nTyped text.');
    expect(text.slice(pages[1]!.start)).toMatch(/^THE LAMP/);
    expect(warnings).toEqual(['Page 2 was recognised from a scan; letters may be wrong.']);
  });

  it('have boxes where their words are, also of a picture that fills only a part of the page', async () => {
    const recogniser = recogniserThat(() => Promise.resolve([lineAt(1_000, 1_000, 'THE', 'LAMP')]));
    for (const [matrix, left, right] of [
      ['600 0 0 800 0 0', 2_100, 3_100],
      ['300 0 0 800 150 0', 2_500 + 1_050, 2_500 + 1_550],
    ] as const) {
      const { text, boxes = [] } = await read(scanned(GREY, GREY_DATA, matrix), recogniser);
      const { words } = boxes.find(({ number }) => number === 2) ?? { words: new Int32Array() };
      expect(words.length).toBe(12);
      const [start = 0, end = 0, ...box] = words.subarray(6);
      expect(text.slice(start, end)).toBe('LAMP');
      expect(Math.abs((box[0] ?? 0) - left)).toBeLessThan(20);
      expect(Math.abs((box[2] ?? 0) - right)).toBeLessThan(20);
      expect(box[1]).toBeGreaterThan(950);
      expect(box[3]).toBeLessThan(1_250);
    }
  });

  it('keep words apart whose boxes touch or overlap', async () => {
    const line = lineAt(1_000, 1_000, 'In', 'light', 'of', 'the', 'lamp');
    const words = line.words.map(({ text, box }) => ({ text, box: { ...box, right: box.right + 150 } }));
    const recogniser = recogniserThat(() => Promise.resolve([{ ...line, words }]));
    const { text, boxes = [] } = await read(scanned(GREY, GREY_DATA), recogniser);
    expect(text).toContain('In light of the lamp');
    expect(boxes.find(({ number }) => number === 2)?.words.length).toBe(5 * 6);
  });

  it.each([
    ['lie on their side', '0 800 -600 0 600 0', [0, 255, 0, 255]],
    ['are a mirror image', '-600 0 0 800 600 0', [0, 0, 255, 255]],
    ['stand on their head', '600 0 0 -800 0 800', [255, 255, 0, 0]],
  ])('that %s are recognised as the page shows them', async (_, matrix, corners) => {
    const recogniser = recogniserThat(() => Promise.resolve([lineAt(1_000, 1_000, 'THE', 'LAMP')]));
    const { text, boxes = [] } = await read(scanned(GREY, GREY_DATA, matrix), recogniser);
    expect(text).toContain('THE LAMP');
    expect(boxes.map(({ number }) => number)).toEqual([1, 2, 3]);
    const [{ pixels }] = recogniser.seen as [Picture];
    expect([0, SIDE - 1, SIDE * (SIDE - 1), SIDE * SIDE - 1].map((pixel) => pixels[3 * pixel])).toEqual(corners);
  });

  it('that are tilted by ten degrees have text and no boxes', async () => {
    const recogniser = recogniserThat(() => Promise.resolve([lineAt(1_000, 1_000, 'THE', 'LAMP')]));
    const { text, boxes = [] } = await read(scanned(GREY, GREY_DATA, '590 104 -139 788 100 0'), recogniser);
    expect(text).toContain('THE LAMP');
    expect(boxes.map(({ number }) => number)).toEqual([1, 3]);
  });

  it('that hold a table have rows with the names of their columns', async () => {
    const rows = [
      ['Harbour', 'Fee', 'Depth'],
      ['Pell', '11', '4'],
      ['Mirren', '7', '9'],
      ['Ostrea', '12', '6'],
    ];
    const axis = { ...lineAt(500, 900, 'Charts'), box: { left: 500, top: 900, right: 700, bottom: 2_200 } };
    const recogniser = recogniserThat(() =>
      Promise.resolve([
        ...rows.flatMap((row, at) => row.map((cell, column) => lineAt(1_000 + 2_500 * column, 1_000 + 300 * at, cell))),
        axis,
      ]),
    );
    const { text } = await read(scanned(GREY, GREY_DATA), recogniser);
    expect(text).toContain('Harbour: Mirren; Fee: 7; Depth: 9');
    // A label beside it, which is turned, follows.
    expect(text.indexOf('Charts')).toBeGreaterThan(text.indexOf('Ostrea'));
  });

  it.each(Object.entries(HALVES))('are handed on as they look: %s', async (_, [dictionary, hex]) => {
    const recogniser = recogniserThat(() => Promise.resolve([]));
    const { warnings } = await read(scanned(dictionary, hex), recogniser);
    const [{ width, height, pixels }] = recogniser.seen as [Picture];
    expect([width, height, pixels.length]).toEqual([SIDE, SIDE, 3 * SIDE * SIDE]);
    expect([pixels[0], pixels[3 * SIDE * 119], pixels[3 * SIDE * 121], pixels.at(-1)]).toEqual([0, 0, 255, 255]);
    expect(warnings).toEqual(['Page 2 has no text (a scan?).']);
  });

  it('are named with what was in the way', async () => {
    const absent = recogniserThat(() => Promise.reject(new ArbiterError('UNAVAILABLE', 'It is not installed.')));
    const { text, warnings } = await read(scanned(GREY, GREY_DATA), absent);
    expect(text).toBe('Typed text.\n\nTyped text.');
    expect(warnings).toEqual(['Page 2 has no text (a scan?).', 'It is not installed.']);
  });

  it('beyond the limit are only named', async () => {
    const recogniser = recogniserThat(() => Promise.resolve([lineAt(0, 0, 'never')]));
    expect((await read(scanned(GREY, GREY_DATA), recogniser, 0)).warnings).toEqual(['Page 2 has no text (a scan?).']);
    expect(recogniser.seen).toEqual([]);
  });
});
