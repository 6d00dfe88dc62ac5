import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { degrees, type PDFDocument, type PDFPage } from 'pdf-lib';
import { boxedWords, expectBoxesHold, markedText, overlapOf } from '../test/boxed-words.js';
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

  it('grow with the unit of the page', async () => {
    const content = 'BT /F 12 Tf 50 700 Td (Mowers will fill illicit mills.) Tj ET';
    expect((await expectBoxesHold(rawPage(content, { page: '/UserUnit 2.5' }))).share).toBe(1);
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
        ...[
          { text: 'A bed costs 25', x: 50, y: 100 },
          { text: '3', x: 116.2, y: 96, size: 6.5 },
        ],
        ...[
          { text: 'crowns a night on 12 m', x: 123, y: 100 },
          { text: '2', x: 226, y: 96, size: 6.5 },
        ],
        ...column(['• a lantern that is full of oil', '• rope'], 50, 140),
        ...[
          { text: '3', x: 50, y: 696, size: 6.5 },
          { text: 'Breakfast is 2 crowns more.', x: 55, y: 700 },
        ],
      ]),
    );
    expect(text).toContain('25 crowns a night on 12 m²');
    const said = words.map(({ text: word }) => word);
    expect(said).toContain('m²');
    expect(said).toContain('Breakfast');
    expect(said).toContain('lantern');
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

  it('hold ligatures, accents, Cyrillic and Hebrew letters', async () => {
    const font = (names: string, base = 'Helvetica'): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /FirstChar 65 /LastChar 73 /Widths [500 700 300 900 600 400 550 450 650] /Encoding << /Differences [65 ${names}] >> >>`;
    const content = (text: string): string => `BT /F 12 Tf 50 700 Td (${text}) Tj ET`;
    const ligatures = await expectBoxesHold(
      rawPage(content('CAB DAB FAAB'), { font: font('/a /fi /c /ffl /e /aacute /odieresis /h /i') }),
    );
    expect(ligatures.text).toBe('cafi fflafi áaafi');
    const cyrillic = await expectBoxesHold(
      rawPage(content('ABC DEF GHI'), {
        font: font(
          '/afii10065 /afii10066 /afii10067 /afii10068 /afii10069 /afii10070 /afii10072 /afii10073 /afii10074',
        ),
      }),
    );
    expect(cyrillic.text).toBe('абв где жзи');
    const hebrew = await expectBoxesHold(
      rawPage(content('ABC DEF GHI'), {
        font: font(
          '/afii57664 /afii57665 /afii57666 /afii57667 /afii57668 /afii57669 /afii57670 /afii57671 /afii57672',
        ),
      }),
    );
    expect(hebrew.words.map(({ text }) => text)).toEqual(hebrew.text.split(' '));
    expect(hebrew.words[0]!.left).toBeGreaterThan(hebrew.words[2]!.left);
    expect([ligatures.share, cyrillic.share, hebrew.share]).toEqual([1, 1, 1]);
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
      words: fc.array(word, { minLength: 1, maxLength: 9 }),
      x: fc.integer({ min: 20, max: 200 }),
      size: fc.constantFrom(7, 9, 10, 10, 10, 14, 18),
      bold: fc.boolean(),
    });
    const page = fc.record({
      lines: fc.array(line, { minLength: 1, maxLength: 25 }),
      rotate: fc.constantFrom(0, 90, 180, 270),
      crop: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(page, { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(fc.nat()),
        async (pages, random) => {
          const made = pages.map(({ lines }) => {
            let y = 40;
            return {
              lines: lines.map(({ words, x, size, bold }) => ({
                text: words.join(' '),
                x,
                y: (y += 1.5 * size),
                size,
                bold,
              })),
            };
          });
          const bytes = await makePdf(made, (_, drawn) => {
            for (const [index, { rotate, crop }] of pages.entries()) {
              drawn[index]!.setRotation(degrees(rotate));
              if (crop) drawn[index]!.setCropBox(10, 30, 580, 760);
            }
          });
          const { text, words, share, drawn } = await expectBoxesHold(bytes);
          expect(share).toBeGreaterThan(0.9);
          const { value: seed } = random.next() as { value: number };
          if (words.length === 0) return;
          const [from, to] = [seed % words.length, (seed >> 3) % words.length].sort((a, b) => a - b) as [
            number,
            number,
          ];
          const span = words.slice(from, to + 1);
          const quote = text.slice(span[0]!.start, span.at(-1)!.end);
          if (span.every(({ page: number }) => number === span[0]!.page))
            // A letter may be lost at the edge of a word, and one more be marked at each end of the span.
            expect(overlapOf(markedText(span, drawn), quote)).toMatchObject({ marked: true, others: true });
        },
      ),
      { numRuns: 40, seed: 38 },
    );
  });
});
