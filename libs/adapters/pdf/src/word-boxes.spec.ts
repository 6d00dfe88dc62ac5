import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { degrees, type PDFDocument, type PDFPage } from 'pdf-lib';
import { boxedWords, expectBoxesHold, expectMarked } from '../test/boxed-words.js';
import { addOutline, column, grid, makePdf, rawPage, type TextLine } from '../test/make-pdf.js';

const LEFT = [
  'The harbour of Vale was closed on the first',
  'day of the winter storms, and nobody would',
  'say how long the lantern might burn without',
  'its keeper, who had gone inland for oil and',
  'had not been seen since the ferry sank with',
  'the mail and the two millers from Upper Fen.',
];
const RIGHT = [
  'Willow bark was traded for illicit lilac ink',
  'while the mowers of the moor waited in mud',
  'and the pilots filled in their little lists',
  'with names of ships that nobody had built,',
  'of reefs that moved at night, and of lights',
  'that were lit by the widow Ammerwell alone.',
];
const REPEATED = 'The bridge at Pell is shut after dark.';

const sheet = (lines: readonly TextLine[], rotate?: number): Promise<Uint8Array> =>
  makePdf([{ lines }], (_, [page]) => page?.setRotation(degrees(rotate ?? 0)));

/** Names of glyphs: so many from each number on. */
function numbered(name: string, ...runs: readonly number[]): string {
  const numbers = runs.flatMap((from, at) =>
    at % 2 === 0 ? Array.from({ length: runs[at + 1]! }, (_, n) => from + n) : [],
  );
  return numbers.map((number) => `/${name}${number}`).join(' ');
}

describe('boxes of words', () => {
  it('hold the words of two columns below a title', async () => {
    const words = await expectBoxesHold(
      await sheet([
        { text: 'A title over the whole width of this page, which is long.', x: 50, y: 60, size: 18 },
        ...column(LEFT, 50, 100),
        ...column(RIGHT, 320, 100),
      ]),
    );
    expect(words.share).toBe(1);
  });

  it.each([0, 90, 180, 270])('are those of the page as it is shown, turned by %i degrees', async (rotate) => {
    const { share, pages } = await expectBoxesHold(await sheet(column(LEFT), rotate));
    expect(share).toBe(1);
    expect(pages[0]).toMatchObject(rotate % 180 === 0 ? { width: 600, height: 800 } : { width: 800, height: 600 });
    expect(pages[0]?.isUpright).toBe(rotate % 180 === 0);
  });

  it('follow text that is turned on its page', async () => {
    const turned = (_: PDFDocument, [page]: readonly PDFPage[]): void => {
      for (const [index, text] of LEFT.entries())
        page?.drawText(text, { x: 100 + 14 * index, y: 50, size: 10, rotate: degrees(90) });
    };
    const { share, pages } = await expectBoxesHold(await makePdf([{ lines: [] }], turned));
    expect([share, pages[0]?.isUpright]).toEqual([1, false]);
  });

  it('are shares of the crop box, and what lies beside it is not read', async () => {
    const bytes = await makePdf(
      [{ lines: [...column(LEFT, 150, 200), ...column(['Trimmed away.'], 150, 20)] }],
      (_, [page]) => page?.setCropBox(100, 100, 400, 600),
    );
    const { pages, text, words } = await expectBoxesHold(bytes);
    expect(pages[0]).toMatchObject({ width: 400, height: 600 });
    expect(words[0]).toMatchObject({ text: 'The', left: expect.closeTo(50 / 400, 2) as unknown });
    expect(text).not.toContain('Trimmed');
  });

  it.each([
    ['in a page of larger units', '/F 12 Tf', '/UserUnit 2.5'],
    ['set narrower than high', '/F 12 Tf 60 Tz', ''],
  ])('hold words %s', async (_, set, page) => {
    const { share } = await expectBoxesHold(
      rawPage(`BT ${set} 50 700 Td (Mowers will fill illicit mills.) Tj ET`, { page }),
    );
    expect(share).toBe(1);
  });

  it('are the same where the font is set among other things', async () => {
    const page = '/Resources << /Font << /F 5 0 R >> /ExtGState << /G << /Font [5 0 R 12] >> >> >>';
    const [usual, other] = await Promise.all(
      ['/F 12 Tf', '/G gs'].map((set) => boxedWords(rawPage(`BT ${set} 50 700 Td (Illicit mills.) Tj ET`, { page }))),
    );
    expect(usual!.share).toBe(1);
    expect(other!.words).toEqual(usual!.words);
  });

  it('are two for a word that is divided, also over a page', async () => {
    const { words, text } = await expectBoxesHold(
      await makePdf([
        { lines: column(['It was written in a ship-', 'yard of the divi-']) },
        { lines: column(['ded town.']) },
      ]),
    );
    expect(text).toBe('It was written in a shipyard of the divided town.');
    expect(words.map(({ text: word, page }) => `${word} ${page}`).slice(5)).toEqual([
      'ship 1',
      'yard 1',
      'of 1',
      'the 1',
      'divi 1',
      'ded 2',
      'town. 2',
    ]);
    const [ship, yard] = words.slice(5);
    expect(ship!.bottom).toBeLessThan(yard!.bottom);
  });

  it('belong to the cells of a table, and the names that each row repeats have none', async () => {
    const rows = [
      ['Harbour', 'Length', 'Fee'],
      ['Pell', 'under 8 m', '11 crowns'],
      ['Mirren', '8 to 12 m', '17 crowns'],
      ['Vale', 'over 12 m', '23 crowns'],
    ];
    const { words, text } = await expectBoxesHold(await sheet(grid(rows, { xs: [50, 200, 400], bold: true })));
    expect(text.split('\n')[1]).toBe('Harbour: Mirren; Length: 8 to 12 m; Fee: 17 crowns');
    expect(words.map(({ text: word }) => word)).toEqual(
      rows.slice(1).flatMap((cells) => cells.flatMap((cell) => cell.split(' '))),
    );
  });

  it('belong to footnotes, exponents and list items', async () => {
    const { words, text } = await expectBoxesHold(
      await sheet([
        { text: 'A bed costs 25', x: 50, y: 100 },
        { text: '3', x: 116.2, y: 96, size: 6.5 },
        { text: 'crowns a night on 12 m', x: 123, y: 100 },
        { text: '2', x: 226, y: 96, size: 6.5 },
        ...column(['• a lantern that is full of oil', '• rope'], 50, 140),
        { text: '3', x: 50, y: 696, size: 6.5 },
        { text: 'Breakfast is 2 crowns more.', x: 55, y: 700 },
      ]),
    );
    expect(text).toContain('25 crowns a night on 12 m²');
    expect(words.map(({ text: word }) => word)).toEqual(expect.arrayContaining(['m²', 'Breakfast', 'lantern']));
  });

  it('stay with headings that bookmarks name, and what follows them on their line', async () => {
    const lines = [...column(['2 Fees. Each ship pays at the gate', 'of the town.']), ...column(LEFT, 50, 300)];
    const bytes = await makePdf([{ lines }], (document, pages) =>
      addOutline(document, pages, [{ title: 'Fees.', page: 0, level: 1 }]),
    );
    const { share, text } = await expectBoxesHold(bytes);
    expect(text).toMatch(/^2 Fees\.\n\nEach ship/);
    expect(share).toBe(1);
  });

  it.each([
    ['ligatures and accents', '/a /fi /c /ffl /e /aacute /odieresis /h /i', 'CAB DAB FAAB', 'cafi fflafi áaafi'],
    ['Cyrillic', numbered('afii', 10_065, 6, 10_072, 3), 'ABC DEF GHI', 'абв где жзи'],
    ['Hebrew, from right to left', numbered('afii', 57_664, 9), 'ABC DEF GHI', 'טחז והד גבא'],
  ])('hold letters: %s', async (name, glyphs, content, expected) => {
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FirstChar 65 /LastChar 73 /Widths [500 700 300 900 600 400 550 450 650] /Encoding << /Differences [65 ${glyphs}] >> >>`;
    const { text, words, share } = await expectBoxesHold(rawPage(`BT /F 12 Tf 50 700 Td (${content}) Tj ET`, { font }));
    expect([text, share]).toEqual([expected, 1]);
    expect(words.map((word) => word.text)).toEqual(text.split(' '));
    expect(words[0]!.left > words[2]!.left).toBe(name.startsWith('Hebrew'));
  });

  it('are at the place of the quote where a sentence is repeated on a page and on the next', async () => {
    const lines = [...column([REPEATED]), ...column(LEFT, 50, 200), ...column([REPEATED], 50, 400)];
    const bytes = await makePdf([{ lines }, { lines: column([REPEATED], 80, 500) }]);
    const { text, words } = await expectBoxesHold(bytes);
    const starts = [...text.matchAll(/The bridge/g)].map(({ index }) => index);
    const tops = starts.map((start) => {
      const first = words.find((word) => word.start === start);
      return [first?.page, Math.round((first?.bottom ?? 0) * 800 - 2.2)];
    });
    expect(tops).toEqual([
      [1, 100],
      [1, 400],
      [2, 500],
    ]);
  });

  it('are none for labels of another direction and entries of forms', async () => {
    const bytes = await makePdf([{ lines: column(LEFT) }], (document, [page], font) => {
      page!.drawText('Sideways', { x: 560, y: 100, size: 10, font, rotate: degrees(90) });
      const field = document.getForm().createTextField('ship');
      field.setText('Gull of Vale');
      field.addToPage(page!, { x: 50, y: 300, width: 200, height: 18 });
    });
    const { text, words } = await boxedWords(bytes);
    expect(text).toMatch(/Gull of Vale[^]*Sideways/);
    const said = words.map(({ text: word }) => word);
    expect(said).not.toContain('Sideways');
    expect(said).not.toContain('Gull');
    expect(said).toContain('nobody');
  });

  it('are none for signs that stand far apart or are drawn in other sizes, but make one word', async () => {
    const { text, words } = await boxedWords(
      await sheet([...column(LEFT), { text: 'w', x: 50, y: 300, size: 60 }, { text: 'ord', x: 93.5, y: 300 }]),
    );
    expect(text).toContain('word');
    expect(words.map(({ text: word }) => word)).not.toContain('word');
  });

  it('hold each word of random spans over random pages', async () => {
    const word = fc.oneof(
      fc.constantFrom(...[...LEFT, ...RIGHT].flatMap((line) => line.split(' '))),
      fc.stringMatching(/^[A-Za-z0-9.,%()-]{1,14}$/),
      fc.constantFrom('café', 'Größe', 'MWMW', 'illilli', 'Ærø', '1,204.50'),
    );
    const line = fc.record({
      text: fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' ')),
      x: fc.integer({ min: 20, max: 200 }),
      size: fc.constantFrom(7, 9, 10, 10, 10, 14, 18),
      bold: fc.boolean(),
    });
    const page = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 25 }).map((lines) => {
        let y = 40;
        return lines.map((each) => ({ ...each, y: (y += 1.5 * each.size) }));
      }),
      rotate: fc.constantFrom(0, 90, 180, 270),
      crop: fc.boolean(),
    });
    const pagesOf = fc.array(page, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(pagesOf, fc.nat(), fc.nat(), async (pages, one, other) => {
        const bytes = await makePdf(pages, (_, drawn) => {
          for (const [index, { rotate, crop }] of pages.entries()) {
            drawn[index]!.setRotation(degrees(rotate));
            if (crop) drawn[index]!.setCropBox(10, 30, 580, 760);
          }
        });
        const { text, words, share, drawn } = await expectBoxesHold(bytes);
        expect(share).toBeGreaterThan(0.9);
        const [from = 0, to = 0] = [one % words.length, other % words.length].sort((a, b) => a - b);
        const span = words.slice(from, to + 1);
        const [first, last] = [span[0], span.at(-1)];
        if (first && last && first.page === last.page) expectMarked(span, drawn, text.slice(first.start, last.end));
      }),
      { numRuns: 40, seed: 38 },
    );
  });
});
