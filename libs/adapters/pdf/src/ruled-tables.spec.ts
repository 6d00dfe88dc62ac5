import { describe, expect, it } from '@jest/globals';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { boxedWords } from '../test/boxed-words.js';
import { column, grid, makePdf, PAGE, PROSE, type TextLine } from '../test/make-pdf.js';
import { PdfParser } from './pdf.parser.js';
import { ruledTables } from './ruled-tables.js';

/** Rules as the edges of rectangles: left, top, right and bottom, from the top left corner of the page. */
type Box = readonly [number, number, number, number];

interface DrawnTable {
  readonly isBold?: boolean;
  /** Edges of its columns and rows. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** The lines of each cell, by the column and row of its first field, and of the field after its last. */
  readonly cells: readonly { readonly lines: readonly string[]; readonly at: Box }[];
}

const FEES = [
  ['Harbour', 'Fee', 'Licence'],
  ['Pell', '11', '3'],
  ['Marrow', '9', '2'],
];

/** One cell for each text, row by row. */
function plain(rows: readonly (readonly string[])[], top = 100, left = 50): DrawnTable {
  const width = rows[0]?.length ?? 0;
  return {
    xs: Array.from({ length: width + 1 }, (_, index) => left + 100 * index),
    ys: Array.from({ length: rows.length + 1 }, (_, index) => top + 20 * index),
    cells: rows.flatMap((row, y) => row.map((text, x) => ({ lines: [text], at: [x, y, x + 1, y + 1] as const }))),
  };
}

async function pdfOf(
  tables: readonly DrawnTable[],
  lines: readonly TextLine[] = [],
  thickness = 0,
): Promise<Uint8Array> {
  const boxes = tables.flatMap(({ xs, ys, cells, isBold }) =>
    cells.map(({ lines: texts, at: [left, top, right, bottom] }) => ({
      texts,
      isBold: isBold === true,
      box: [xs[left]!, ys[top]!, xs[right]!, ys[bottom]!] as const,
    })),
  );
  const written = boxes.flatMap(({ texts, isBold, box: [left, top] }) =>
    column(texts, left + 4, top + 13, 12).map((line) => ({ ...line, bold: isBold })),
  );
  return makePdf([{ lines: [...lines, ...written.filter(({ text }) => text !== '')] }], (_, [page]) => {
    for (const {
      box: [left, top, right, bottom],
    } of boxes) {
      const size = { width: right - left, height: bottom - top };
      if (thickness === 0) page?.drawRectangle({ x: left, y: PAGE.height - bottom, ...size, borderWidth: 0.5 });
      else
        for (const y of [top, bottom])
          for (const x of [left, right]) {
            page?.drawRectangle({ x: left, y: PAGE.height - y, width: size.width, height: thickness });
            page?.drawRectangle({ x, y: PAGE.height - bottom, width: thickness, height: size.height });
          }
    }
  });
}

async function blocks(bytes: Uint8Array): Promise<string[]> {
  const parsed = await new PdfParser().parse({ bytes, name: 'a.pdf', signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed.blocks.map(
    ({ kind, start, end }) => `${kind === 'table_row' ? '| ' : ''}${parsed.text.slice(start, end)}`,
  );
}

describe('a table with rules in a PDF', () => {
  it.each([
    ['lines', 0],
    ['thin rectangles', 1],
  ])('has the columns and rows that %s divide', async (_, thickness) => {
    const table: DrawnTable = {
      xs: [50, 120, 260, 360],
      ys: [100, 120, 160, 200],
      cells: [
        { lines: ['Berth'], at: [0, 0, 1, 1] },
        { lines: ['Use'], at: [1, 0, 2, 1] },
        { lines: ['Crowns'], at: [2, 0, 3, 1] },
        { lines: ['North', 'quay'], at: [0, 1, 1, 2] },
        { lines: ['Boats that stay the', 'winter'], at: [1, 1, 2, 2] },
        { lines: ['11'], at: [2, 1, 3, 2] },
        { lines: ['South', 'quay'], at: [0, 2, 1, 3] },
        { lines: ['Boats that come for', 'Market Day'], at: [1, 2, 2, 3] },
        { lines: ['4'], at: [2, 2, 3, 3] },
      ],
    };
    expect(await blocks(await pdfOf([table], [], thickness))).toEqual([
      '| Berth: North quay; Use: Boats that stay the winter; Crowns: 11',
      '| Berth: South quay; Use: Boats that come for Market Day; Crowns: 4',
    ]);
  });

  it('gives what a cell spans to each row and column below it', async () => {
    const table: DrawnTable = {
      xs: [50, 150, 250, 350],
      ys: [100, 120, 140, 160, 180],
      cells: [
        { lines: ['Harbour'], at: [0, 0, 1, 2] },
        { lines: ['Fee in crowns'], at: [1, 0, 3, 1] },
        { lines: ['boats'], at: [1, 1, 2, 2] },
        { lines: ['barges'], at: [2, 1, 3, 2] },
        { lines: ['Pell'], at: [0, 2, 1, 4] },
        { lines: ['11'], at: [1, 2, 2, 3] },
        { lines: ['7'], at: [2, 2, 3, 3] },
        { lines: ['9'], at: [1, 3, 2, 4] },
        { lines: ['5'], at: [2, 3, 3, 4] },
      ],
    };
    expect(await blocks(await pdfOf([table]))).toEqual([
      '| Harbour: Pell; Fee in crowns boats: 11; Fee in crowns barges: 7',
      '| Harbour: Pell; Fee in crowns boats: 9; Fee in crowns barges: 5',
    ]);
  });

  it('stays apart from the lines and tables around it', async () => {
    const second = plain(
      [
        ['Lamp', 'Colour', 'Miles'],
        ['Head', 'white', '9'],
        ['Pier', 'red', '4'],
      ],
      180,
    );
    const lines = [...column(['Boards, per metre'], 130, 96), ...column(['Lamps'], 54, 174), ...column(PROSE, 50, 260)];
    expect(await blocks(await pdfOf([plain(FEES), second], lines))).toEqual([
      'Boards, per metre',
      '| Harbour: Pell; Fee: 11; Licence: 3',
      '| Harbour: Marrow; Fee: 9; Licence: 2',
      'Lamps',
      '| Lamp: Head; Colour: white; Miles: 9',
      '| Lamp: Pier; Colour: red; Miles: 4',
      PROSE.join(' '),
    ]);
  });

  it('stands beside another, and beside running text', async () => {
    const right = plain(
      [
        ['Lamp', 'Miles'],
        ['Head', '9'],
        ['Pier', '4'],
      ],
      100,
      380,
    );
    expect(await blocks(await pdfOf([plain(FEES), right]))).toEqual([
      '| Harbour: Pell; Fee: 11; Licence: 3',
      '| Harbour: Marrow; Fee: 9; Licence: 2',
      '| Lamp: Head; Miles: 9',
      '| Lamp: Pier; Miles: 4',
    ]);
    const found = await blocks(await pdfOf([right], column(PROSE, 50, 90, 13)));
    expect(found).toEqual([PROSE.join(' '), '| Lamp: Head; Miles: 9', '| Lamp: Pier; Miles: 4']);
  });

  it('marks each value where it stands, for each row that shares it', async () => {
    const table: DrawnTable = {
      ...plain(FEES),
      cells: [
        ...plain(FEES).cells.filter(({ at: [left, top] }) => left > 0 || top === 0),
        { lines: ['Pell'], at: [0, 1, 1, 3] },
      ],
    };
    const { text, words } = await boxedWords(await pdfOf([table]));
    expect(text).toBe('Harbour: Pell; Fee: 11; Licence: 3\nHarbour: Pell; Fee: 9; Licence: 2');
    const [first, second] = words.filter((word) => word.text === 'Pell').map(({ left, top }) => ({ left, top }));
    expect(second).toEqual(first);
    const value = words.find(({ start }) => start === text.indexOf('9; Licence'));
    expect(value?.left).toBeCloseTo(154 / PAGE.width, 2);
    expect(value?.bottom).toBeCloseTo(155 / PAGE.height, 2);
  });
});

describe('a table with rules around its names only', () => {
  it('has values with these names', async () => {
    const names: DrawnTable = {
      isBold: true,
      xs: [50, 150, 250, 350],
      ys: [100, 120, 140],
      cells: [
        { lines: ['Harbour'], at: [0, 0, 1, 2] },
        { lines: ['Fee in crowns this year'], at: [1, 0, 3, 1] },
        { lines: ['boats'], at: [1, 1, 2, 2] },
        { lines: ['barges'], at: [2, 1, 3, 2] },
      ],
    };
    const values = [
      ['Pell', '11', '7'],
      ['Marrow', '9', '5'],
    ];
    expect(await blocks(await pdfOf([names], grid(values, { xs: [54, 154, 254], top: 155 })))).toEqual([
      '| Harbour: Pell; Fee in crowns this year boats: 11; Fee in crowns this year barges: 7',
      '| Harbour: Marrow; Fee in crowns this year boats: 9; Fee in crowns this year barges: 5',
    ]);
  });
});

describe('the tables that rules enclose', () => {
  const rules = {
    across: [0, 20, 40, 60].map((at) => ({ at, from: 0, to: 300 })),
    down: [0, 100, 200, 300].map((at) => ({ at, from: 0, to: 60 })),
  };
  const fields = [14, 34, 54].flatMap((y) => [4, 104, 204].map((x) => ({ x, y, width: 50 })));
  const tables = (texts: readonly { readonly x: number; readonly y: number; readonly width: number }[]) =>
    ruledTables(
      rules,
      texts.map((text) => ({ ...text, text: 'Pell', size: 10, rightToLeft: false, font: 'f' })),
    ).tables;

  it('have text in most of their cells, as boards and charts do not', () => {
    expect(tables(fields)).toHaveLength(1);
    expect(tables(fields.slice(0, 5))).toHaveLength(1);
    expect(tables([...fields.slice(0, 2), ...fields.slice(3, 5)])).toEqual([]);
  });

  it('have no text that runs over a rule', () => {
    expect(tables(fields.with(4, { x: 104, y: 34, width: 99 }))).toHaveLength(1);
    expect(tables(fields.with(4, { x: 104, y: 34, width: 105 }))).toEqual([]);
  });
});

describe('no table with rules in a PDF', () => {
  it('is running text over them', async () => {
    const empty = plain([
      ['', ''],
      ['', ''],
      ['', ''],
    ]);
    expect(await blocks(await pdfOf([empty], column(PROSE, 54, 113, 14)))).toEqual([PROSE.join(' ')]);
  });
});
