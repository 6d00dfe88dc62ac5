import { describe, expect, it } from '@jest/globals';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { column, grid, type MadePage, makePdf, PROSE, rawPage, type TextLine } from '../test/make-pdf.js';
import { PdfParser } from './pdf.parser.js';

const XS = [50, 200, 350];
const FEES = [
  ['Harbour', 'Length', 'Fee'],
  ['Pell', 'under 8 m', '11 crowns'],
  ['Pell', '8 to 12 m', '17 crowns'],
  ['Marrow', 'under 8 m', '9 crowns'],
];
const parse = async (bytes: Uint8Array) => {
  const parsed = await new PdfParser().parse({ bytes, name: 'a.pdf', signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const read = async (...pages: readonly (readonly TextLine[])[]) =>
  parse(await makePdf(pages.map((lines): MadePage => ({ lines }))));
const blocks = async (...pages: readonly (readonly TextLine[])[]): Promise<string[]> => {
  const parsed = await read(...pages);
  return parsed.blocks.map(
    ({ kind, start, end }) => `${kind === 'table_row' ? '| ' : ''}${parsed.text.slice(start, end)}`,
  );
};

describe('a table in a PDF', () => {
  it.each([
    ['in bold', true],
    ['over numbers', false],
  ])('has rows with the names of its columns, which stand %s', async (_, bold) => {
    expect(await blocks(grid(FEES, { xs: XS, bold }))).toEqual([
      '| Harbour: Pell; Length: under 8 m; Fee: 11 crowns',
      '| Harbour: Pell; Length: 8 to 12 m; Fee: 17 crowns',
      '| Harbour: Marrow; Length: under 8 m; Fee: 9 crowns',
    ]);
  });

  it('has rows without names where it has no header', async () => {
    expect(await blocks(grid(FEES.slice(1), { xs: XS }))).toEqual([
      '| Pell; under 8 m; 11 crowns',
      '| Pell; 8 to 12 m; 17 crowns',
      '| Marrow; under 8 m; 9 crowns',
    ]);
  });

  it('may have one row below names in bold', async () => {
    const rows = [
      ['Harbour', 'Keeper'],
      ['Pell', 'Otto Karr'],
      ['Marrow', 'Ida Vey'],
    ];
    expect(await blocks(grid(rows.slice(0, 2), { xs: XS, bold: true }))).toEqual([
      '| Harbour: Pell; Keeper: Otto Karr',
    ]);
    expect(await blocks(grid(rows, { xs: XS, bold: true }))).toContain('| Harbour: Marrow; Keeper: Ida Vey');
  });

  it('may have years for names', async () => {
    const rows = [
      ['', '2021', '2022'],
      ['Pell', '1,204', '1,310'],
      ['Marrow', '980', '1,001'],
    ];
    expect(await blocks(grid(rows, { xs: XS }))).toEqual([
      '| Pell; 2021: 1,204; 2022: 1,310',
      '| Marrow; 2021: 980; 2022: 1,001',
    ]);
  });

  it('has numbers at the right of their column, beside its name', async () => {
    const lines = [
      ...grid([['Harbour', 'Boats', 'Fee'], ['Pell'], ['Marrow'], ['Wick']], { xs: [50, 200, 300], bold: true }),
      ...grid(
        [
          ['112', '7'],
          ['9', '1,250'],
          ['86', '30'],
        ],
        { xs: [240, 340], top: 118 },
      ),
    ];
    expect(await blocks(lines)).toEqual([
      '| Harbour: Pell; Boats: 112; Fee: 7',
      '| Harbour: Marrow; Boats: 9; Fee: 1,250',
      '| Harbour: Wick; Boats: 86; Fee: 30',
    ]);
  });

  it('leaves out empty cells', async () => {
    const rows = [
      ['Harbour', 'Length', 'Fee'],
      ['Pell', '', '11 crowns'],
      ['Marrow', 'under 8 m', ''],
      ['Wick', 'any', '3 crowns'],
    ];
    expect(await blocks(grid(rows, { xs: XS, bold: true }))).toEqual([
      '| Harbour: Pell; Fee: 11 crowns',
      '| Harbour: Marrow; Length: under 8 m',
      '| Harbour: Wick; Length: any; Fee: 3 crowns',
    ]);
  });

  it('has cells of several lines', async () => {
    const lines = [
      ...grid([['Berth', 'What it is for', 'Fee']], { xs: XS, bold: true }),
      ...grid(
        [
          ['North', 'boats that stay the', '11 crowns'],
          ['', 'winter', ''],
        ],
        { xs: XS, top: 124, leading: 12 },
      ),
      ...grid(
        [
          ['South', 'boats that come for', '4 crowns'],
          ['', 'Market Day', ''],
        ],
        { xs: XS, top: 160, leading: 12 },
      ),
    ];
    expect(await blocks(lines)).toEqual([
      '| Berth: North; What it is for: boats that stay the winter; Fee: 11 crowns',
      '| Berth: South; What it is for: boats that come for Market Day; Fee: 4 crowns',
    ]);
  });

  it('has a column of long texts, each of several lines', async () => {
    const berths = ['North', 'South', 'East'];
    const lines = [
      ...grid([['Berth', 'Fee', 'Remarks']], { xs: [50, 150, 250], bold: true }),
      ...berths.flatMap((berth, row) => [
        ...grid([[berth, `${row + 7} crowns`]], { xs: [50, 150], top: 124 + row * 48 }),
        ...column(
          [
            `${berth} has water on the quay and a lamp that`,
            'burns all night, but no room for boats with a',
            'mast of more than nine metres.',
          ],
          250,
          124 + row * 48,
          12,
        ),
      ]),
    ];
    expect((await blocks(lines))[1]).toBe(
      '| Berth: South; Fee: 8 crowns; Remarks: South has water on the quay and a lamp that burns all night, but no room for boats with a mast of more than nine metres.',
    );
  });

  it('has long texts in its first column, too', async () => {
    const lines = [
      ...grid([['Berth', 'What it is for', 'Fee']], { xs: XS, bold: true }),
      ...[124, 160, 196].flatMap((top, row) => [
        ...grid([[`North ${row}`, 'boats that stay the', '11 crowns']], { xs: XS, top }),
        ...grid([['Quay', 'Winter and pay', row === 1 ? 'at once' : '']], { xs: XS, top: top + 12 }),
      ]),
    ];
    expect((await blocks(lines)).slice(1)).toEqual([
      '| Berth: North 1 Quay; What it is for: boats that stay the Winter and pay; Fee: 11 crowns at once',
      '| Berth: North 2 Quay; What it is for: boats that stay the Winter and pay; Fee: 11 crowns',
    ]);
  });

  it.each([
    ['below a heading', ['Deeds'], 196],
    ['with room between', [], 190],
  ])('stands under another, %s', async (_, heading, top) => {
    const deeds = [
      ['Deed', 'Price', 'When'],
      ['Tax', '4', 'in spring'],
      ['Ghost', '5', 'in winter'],
    ];
    const lines = [...grid(FEES, { xs: XS, bold: true }), ...column(heading, 50, 178), ...grid(deeds, { xs: XS, top })];
    expect((await blocks(lines)).slice(3)).toEqual([
      ...heading,
      '| Deed: Tax; Price: 4; When: in spring',
      '| Deed: Ghost; Price: 5; When: in winter',
    ]);
  });

  it('has full cells in both of its columns', async () => {
    const rows = Array.from({ length: 6 }, (_, row) => [
      `Whoever leaves berth ${row} without a light`,
      `Pays ${row + 3} crowns to the harbour master`,
    ]);
    expect(await blocks(grid(rows, { xs: [50, 300] }))).toHaveLength(6);
  });

  it('has cells at the middle of others with several lines', async () => {
    const row = (name: string, lines: readonly string[], fee: string, top: number): TextLine[] => [
      ...column(lines, 200, top, 12),
      { text: name, x: 50, y: top + 6 },
      { text: fee, x: 350, y: top + 6 },
    ];
    const lines = [
      ...grid([['Berth', 'What it is for', 'Fee']], { xs: XS, bold: true }),
      ...row('North', ['boats that stay the', 'winter'], '11 crowns', 124),
      ...row('South', ['boats that come for', 'Market Day'], '4 crowns', 160),
    ];
    expect(await blocks(lines)).toEqual([
      '| Berth: North; What it is for: boats that stay the winter; Fee: 11 crowns',
      '| Berth: South; What it is for: boats that come for Market Day; Fee: 4 crowns',
    ]);
  });

  it('has names over several of its columns', async () => {
    const lines = [
      { text: 'Fee in crowns', x: 240, y: 82, bold: true },
      ...grid(
        [
          ['Harbour', 'Summer', 'Winter'],
          ['Pell', '11', '7'],
          ['Marrow', '9', '5'],
        ],
        { xs: [50, 200, 300], bold: true },
      ),
    ];
    expect(await blocks(lines)).toEqual([
      '| Harbour: Pell; Fee in crowns Summer: 11; Fee in crowns Winter: 7',
      '| Harbour: Marrow; Fee in crowns Summer: 9; Fee in crowns Winter: 5',
    ]);
  });

  it.each([
    ['whose header is repeated', [FEES[0] ?? [], ['Wick', 'any', '3 crowns'], ['Wick', 'none', '2 crowns']]],
    [
      'whose header is not repeated',
      [
        ['Wick', 'any', '3 crowns'],
        ['Wick', 'none', '2 crowns'],
      ],
    ],
  ])('goes on on the next page, %s', async (_, rows) => {
    const parsed = await read(
      [...column(['The fees of the coast.'], 50, 60), ...grid(FEES, { xs: XS, bold: true })],
      grid(rows, { xs: XS, bold: rows.length === 3 }),
    );
    const next = 'Harbour: Wick; Length: any; Fee: 3 crowns';
    expect(parsed.text.split('\n').slice(-2)).toEqual([next, 'Harbour: Wick; Length: none; Fee: 2 crowns']);
    expect(parsed.text.match(/Harbour: Pell/g)).toHaveLength(2);
    expect(parsed.pages[1]).toEqual({ number: 2, start: parsed.text.indexOf(next) });
  });

  it('stands between paragraphs', async () => {
    const lines = [...column(PROSE, 50, 60), ...grid(FEES, { xs: XS, top: 160 }), ...column(PROSE, 50, 250)];
    const found = await blocks(lines);
    expect(found).toEqual([
      PROSE.join(' '),
      expect.stringContaining('| Harbour: Pell'),
      expect.any(String),
      expect.any(String),
      PROSE.join(' '),
    ]);
  });

  it('stands beside a column of running text', async () => {
    const narrow = grid(FEES, { xs: [350, 420, 500], leading: 14 });
    const found = await blocks([
      ...column(
        PROSE.map((text) => text.slice(0, 48)),
        50,
        100,
      ),
      ...narrow,
    ]);
    expect(found).toContain('| Harbour: Pell; Length: 8 to 12 m; Fee: 17 crowns');
    expect(found[0]).toMatch(/^The mill was built/);
    expect(found[0]).not.toMatch(/Pell|crowns/);
  });

  it('leaves out the mark of a note that stands below it', async () => {
    const lines = [
      ...grid(FEES, { xs: XS, bold: true }),
      { text: '1', x: 395, y: 114, size: 6 },
      { text: '1', x: 50, y: 300, size: 6 },
      { text: 'Half of it in winter.', x: 56, y: 304, size: 8 },
    ];
    expect(await blocks(lines)).toContain('| Harbour: Pell; Length: under 8 m; Fee: 11 crowns');
  });
});

describe('no table in a PDF', () => {
  it('are two columns of running text, however short', async () => {
    for (const length of [2, 3, 6]) {
      const text = [...column(PROSE.slice(0, length), 30), ...column(PROSE.slice(0, length).toReversed(), 320)];
      expect((await blocks(text)).filter((block) => block.startsWith('|'))).toEqual([]);
    }
  });

  it('is a table of contents: each entry is a line', async () => {
    const dots = ' . . . . . . . . . . . . . . . .';
    const leaders = grid(
      [
        ['1 The mill', dots, '4'],
        ['2 The loft', dots, '12'],
        ['3 The fair', dots, '31'],
      ],
      { xs: [50, 120, 300] },
    );
    expect(await blocks(leaders)).toHaveLength(3);
    const entries = [
      'The mill ........................... 4',
      'The loft ......................... 12',
      'The fair .......................... 31',
    ];
    expect(await blocks(column(entries))).toEqual(entries);
  });

  it('is a form: a label stands before its value', async () => {
    const form = [
      ['Name:', 'Otto Karr'],
      ['Born:', '1923'],
      ['Boat:', 'the Heron'],
    ];
    expect(await blocks(grid(form, { xs: [50, 150] }))).toEqual([
      '| Name: Otto Karr',
      '| Born: 1923',
      '| Boat: the Heron',
    ]);
  });

  it('is a list whose marks are set apart', async () => {
    const list = [
      ['1.', 'Bring a lamp.'],
      ['2.', 'Bring a rope.'],
      ['3.', 'Wait.'],
    ];
    const { blocks: found } = await read(grid(list, { xs: [50, 70], leading: 14 }));
    expect(found.map(({ kind }) => kind)).toEqual(['list_item', 'list_item', 'list_item']);
  });

  it('are lines whose gaps have no common place', async () => {
    const lines = [
      ['The mill', 'of Pell'],
      ['A longer line here', 'and'],
      ['x', 'y'],
    ];
    const drawn = lines.flatMap((cells, row) => grid([cells], { xs: [50, 110 + 60 * row], top: 100 + 14 * row }));
    expect((await blocks(drawn)).filter((block) => block.startsWith('|'))).toHaveLength(0);
  });
});

describe('a page that is made to cost much', () => {
  const page = (rows: number, columns: number): Uint8Array => {
    const row = Array.from(
      { length: columns },
      (_, n) => `1 0 0 1 ${(n * 0.25 + 9).toFixed(2)} ${rows} Tm (${n % 10}) Tj`,
    ).join(' ');
    const drawn = Array.from({ length: rows }, (_, n) =>
      row.replaceAll(` ${rows} Tm`, ` ${((rows - n) * 0.35).toFixed(2)} Tm`),
    );
    return rawPage(`BT /F 0.1 Tf ${drawn.join('\n')} ET`);
  };

  it('by 2,000 columns is read line by line, which is told', async () => {
    const { warnings, blocks: found } = await parse(page(20, 2_000));
    expect(warnings).toEqual(['Page 1: a table of more than 200 columns was read as lines.']);
    expect(found).toHaveLength(20);
  });

  it('by 500 rows of 100 cells is read', async () => {
    const { blocks: found } = await parse(page(500, 100));
    expect(found.filter(({ kind }) => kind === 'table_row')).toHaveLength(500);
  });
});
