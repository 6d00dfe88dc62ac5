import { describe, expect, it } from '@jest/globals';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { makePdf, type TextLine } from '../test/make-pdf.js';
import { PdfParser } from './pdf.parser.js';

/** Runs side by side on one line; widths are those of Helvetica at 10 points. */
type Run = readonly [text: string, x: number, raise?: number];

const line = (runs: readonly Run[], y = 100): TextLine[] =>
  runs.map(([text, x, raise = 0]) => ({ text, x, y: y - raise, size: raise === 0 ? 10 : 6.5 }));
const textOf = async (lines: readonly TextLine[]): Promise<string> => {
  const bytes = await makePdf([{ lines }]);
  return (await new PdfParser().parse({ bytes, name: 'a.pdf', signal: new AbortController().signal })).text;
};

const PRICE = line([
  ['A bed costs 25', 50],
  ['3', 116.2, 4],
  ['crowns a night.', 123],
]);

describe('raised and lowered digits', () => {
  it.each<[string, string, string, number, string, string]>([
    ['a power of ten', 'It holds 4 × 10', '5', 4, 'litres.', 'It holds 4 × 10⁵ litres.'],
    ['a negative exponent', 'about 10', '-3', 4, 'm', 'about 10⁻³ m'],
    ['a unit', 'It covers 12 m', '2', 4, 'of land.', 'It covers 12 m² of land.'],
    ['one raised by half of the height', 'It has 12 m', '3', 5, 'of air.', 'It has 12 m³ of air.'],
    ['an index', 'a flask of H', '2', -2, 'SO', 'a flask of H₂ SO'],
  ])('%s', async (_, before, digits, raise, after, text) => {
    const font = await (await PDFDocument.create()).embedFont(StandardFonts.Helvetica);
    const at = 50 + font.widthOfTextAtSize(before, 10);
    expect(
      await textOf(
        line([
          [before, 50],
          [digits, at, raise],
          [after, at + 10],
        ]),
      ),
    ).toBe(text);
  });

  it('never make a longer number of a number before them', async () => {
    expect(await textOf(PRICE)).toBe('A bed costs 25³ crowns a night.');
  });

  it.each([
    [
      'raised',
      line(
        [
          ['3', 50, 4],
          ['Breakfast is 2 crowns more.', 55],
        ],
        700,
      ),
    ],
    ['in small type', [{ text: '3 Breakfast is 2 crowns more.', x: 50, y: 700, size: 7 }]],
  ])('that are the mark of a note of the page, %s, are left out', async (_, note) => {
    const [price, notes] = (await textOf([...PRICE, ...note])).split('\n\n');
    expect(price).toBe('A bed costs 25 crowns a night.');
    expect(notes).toMatch(/^[3³] Breakfast is 2 crowns more\.$/);
  });

  it('that are exponents stay where a note has the same number', async () => {
    const area = line([
      ['It covers 12 m', 50],
      ['2', 113.2, 4],
      ['.', 117],
    ]);
    const note = line(
      [
        ['2', 50, 4],
        ['Of which half is wet.', 55],
      ],
      700,
    );
    expect(await textOf([...area, ...note])).toContain('12 m².');
  });

  it('may stand a little apart', async () => {
    expect(
      await textOf(
        line([
          ['A bed costs 25', 50],
          ['3', 119, 4],
          ['crowns.', 126],
        ]),
      ),
    ).toBe('A bed costs 25³ crowns.');
  });

  it('are read as they are where nothing stands beside them', async () => {
    const small = [
      { text: '7', x: 300, y: 96, size: 6.5 },
      { text: 'A bed', x: 50, y: 100 },
    ];
    expect(await textOf(small)).toBe('A bed 7');
  });

  it('leave letters alone', async () => {
    expect(
      await textOf(
        line([
          ['on the 1', 50],
          ['st', 86.2, 4],
          ['of May', 95],
        ]),
      ),
    ).toBe('on the 1st of May');
  });
});
