import type { DocumentParser } from '@arbiter/ports';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { OpenDocumentParser } from './opendocument.parser.js';
import { PptxParser } from './pptx.parser.js';
import { RtfParser } from './rtf.parser.js';
import { XlsxParser } from './xlsx.parser.js';

/** A cell: its text, the columns and rows that it spans, and whether it is bold. */
interface Cell {
  readonly text: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly bold?: boolean;
}
type Table = readonly (readonly (Cell | string)[])[];
interface Format {
  readonly parser: DocumentParser;
  readonly write: (table: Table) => Uint8Array;
}

const zip = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relation = (type: string, target: string): string =>
  `<Relationships><Relationship Id="r1" Type="${RELATION}/${type}" Target="${target}"/></Relationships>`;

/** The cells of a table by their places; those that others cover have no text. */
function places(table: Table): ({ row: number; column: number } & Required<Cell> & { hangs: boolean })[][] {
  const taken = new Map<string, boolean>();
  return table.map((cells, row) => {
    const placed: ({ row: number; column: number } & Required<Cell> & { hangs: boolean })[] = [];
    let column = 0;
    const skip = (): void => {
      for (; taken.has(`${row} ${column}`); column++)
        placed.push({ row, column, text: '', columns: 0, rows: 0, bold: false, hangs: taken.get(`${row} ${column}`)! });
    };
    for (const cell of cells) {
      skip();
      const { text, columns = 1, rows = 1, bold = false } = typeof cell === 'string' ? { text: cell } : cell;
      placed.push({ row, column, text, columns, rows, bold, hangs: false });
      for (let down = 0; down < Math.min(rows, table.length - row); down++)
        for (let right = 0; right < columns; right++)
          if (down + right > 0) taken.set(`${row + down} ${column + right}`, down > 0);
      column += 1;
      skip();
    }
    return placed;
  });
}

const letter = (column: number): string => String.fromCharCode(65 + column);

const EXCEL: Format = {
  parser: new XlsxParser(),
  write: (table) => {
    const rows = places(table);
    const merges = rows.flat().filter(({ columns, rows: down }) => columns > 1 || down > 1);
    const cell = ({ row, column, text, bold }: (typeof merges)[number]): string => {
      const at = `r="${letter(column)}${row + 1}" s="${bold ? 1 : 0}"`;
      return /^\d+$/.test(text) ? `<c ${at}><v>${text}</v></c>` : `<c ${at} t="inlineStr"><is><t>${text}</t></is></c>`;
    };
    return zip({
      'xl/workbook.xml': `<workbook xmlns:r="${RELATION}"><sheets><sheet name="Mills" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
      'xl/styles.xml':
        '<styleSheet><fonts><font/><font><b/></font></fonts><cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows
        .map(
          (cells, at) =>
            `<row r="${at + 1}">${cells
              .filter(({ text }) => text !== '')
              .map(cell)
              .join('')}</row>`,
        )
        .join('')}</sheetData><mergeCells>${merges
        .map(
          ({ row, column, columns, rows: down }) =>
            `<mergeCell ref="${letter(column)}${row + 1}:${letter(column + columns - 1)}${row + down}"/>`,
        )
        .join('')}</mergeCells></worksheet>`,
    });
  },
};

const calc =
  (kind: string): Format['write'] =>
  (table) => {
    const rows = places(table).map((cells) =>
      cells.map(({ text, columns, rows: down, bold }) => {
        if (columns === 0) return '<table:covered-table-cell/>';
        const type = /^\d+$/.test(text) ? 'float' : 'string';
        return `<table:table-cell office:value-type="${type}" table:style-name="${bold ? 'Bold' : 'Plain'}" table:number-columns-spanned="${columns}" table:number-rows-spanned="${down}"><text:p>${text}</text:p></table:table-cell>`;
      }),
    );
    return zip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content><office:automatic-styles><style:style style:name="Bold" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles><office:body><office:${kind}><table:table table:name="Mills">${rows.map((row) => `<table:table-row>${row.join('')}</table:table-row>`).join('')}</table:table></office:${kind}></office:body></office:document-content>`,
    });
  };

const POWERPOINT: Format = {
  parser: new PptxParser(),
  write: (table) => {
    const rows = places(table).map((cells) =>
      cells.map(
        ({ text, columns, rows: down, bold }) =>
          `<a:tc gridSpan="${columns || 1}" rowSpan="${down || 1}"><a:txBody><a:p><a:r><a:rPr b="${bold ? 1 : 0}"/><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`,
      ),
    );
    return zip({
      'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId id="7" r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relation('slide', 'slides/slide1.xml'),
      'ppt/slides/slide1.xml': `<p:sld><p:cSld><p:spTree><p:graphicFrame><a:tbl><a:tblPr/>${rows.map((row) => `<a:tr>${row.join('')}</a:tr>`).join('')}</a:tbl></p:graphicFrame></p:spTree></p:cSld></p:sld>`,
    });
  },
};

const RTF: Format = {
  parser: new RtfParser(),
  write: (table) => {
    const rows = places(table).map((cells) => {
      const shown = cells.filter(({ columns, hangs }) => columns > 0 || hangs);
      const defined = shown.map(
        ({ column, columns, rows: down, hangs }) =>
          `${hangs ? '\\clvmrg' : down > 1 ? '\\clvmgf' : ''}\\cellx${(column + (columns || 1)) * 1_000}`,
      );
      const written = shown.map(({ text, bold }) => `{${bold ? '\\b' : '\\b0'} ${text}}\\cell`);
      return `\\trowd${defined.join('')}\\pard\\intbl ${written.join('')}\\row`;
    });
    return strToU8(`{\\rtf1\\ansi Before.\\par ${rows.join('\n')}\\pard After.\\par}`);
  },
};

const FORMATS: [string, Format][] = [
  ['.xlsx', EXCEL],
  ['.ods', { parser: new OpenDocumentParser(), write: calc('spreadsheet') }],
  ['.odt', { parser: new OpenDocumentParser(), write: calc('text') }],
  ['.pptx', POWERPOINT],
  ['.rtf', RTF],
];

async function rowsOf({ parser, write }: Format, table: Table): Promise<string[]> {
  const { signal } = new AbortController();
  const parsed = await parser.parse({ bytes: write(table), name: `mill${parser.extensions[0]}`, signal });
  expectWellFormedDocument(parsed);
  return parsed.blocks
    .filter(({ kind }) => kind === 'table_row')
    .map(({ start, end }) => parsed.text.slice(start, end));
}

const bold = (text: string, more: Partial<Cell> = {}): Cell => ({ text, bold: true, ...more });
const QUARTERS = ['Q1', 'Q2', 'Q1', 'Q2'];
const NAMED = [
  'Mill: Upper; 2024 Q1: 5; 2024 Q2: 6; 2025 Q1: 7; 2025 Q2: 8',
  'Mill: Lower; 2024 Q1: 1; 2024 Q2: 2; 2025 Q1: 3; 2025 Q2: 4',
];
const VALUES = [
  ['Upper', '5', '6', '7', '8'],
  ['Lower', '1', '2', '3', '4'],
];

describe.each(FORMATS)('a table in %s', (_, format) => {
  it('is named by two rows of which the first groups columns', async () => {
    const years = [
      { text: '2024', columns: 2 },
      { text: '2025', columns: 2 },
    ];
    expect(await rowsOf(format, [[{ text: 'Mill', rows: 2 }, ...years], QUARTERS, ...VALUES])).toEqual(NAMED);
    expect(await rowsOf(format, [['', ...years], ['Mill', ...QUARTERS], ...VALUES])).toEqual(NAMED);
  });

  it('has a title over the rows of names, and names that repeat', async () => {
    const rows = await rowsOf(format, [
      [bold('Stones of the mills', { columns: 5 })],
      [bold('Mill', { rows: 2 }), bold('2024', { columns: 2 }), bold('2025', { columns: 2 })],
      QUARTERS.map((text) => bold(text)),
      ...VALUES,
    ]);
    expect(rows.slice(-2)).toEqual(NAMED);
  });

  it('has a title that spans some of its columns', async () => {
    const head = ['Mill', 'Stone', 'Weight'].map((text) => bold(text));
    const rows = await rowsOf(format, [[bold('Stones', { columns: 2 }), ''], head, ['Upper', 'left', '700 kg']]);
    expect(rows.at(-1)).toBe('Mill: Upper; Stone: left; Weight: 700 kg');
  });

  it('is named by a bold row, years among them', async () => {
    const head = ['Mill', '2024', '2025'].map((text) => bold(text));
    expect(await rowsOf(format, [head, ['Upper', '5', '6']])).toEqual(['Mill: Upper; 2024: 5; 2025: 6']);
  });

  it('repeats a cell over three rows in each', async () => {
    const rows = await rowsOf(format, [
      [bold('Mill'), bold('Stone')],
      [{ text: 'Upper', rows: 3 }, 'left'],
      ['right'],
      ['spare'],
      ['Lower', 'left'],
    ]);
    expect(rows).toEqual([
      'Mill: Upper; Stone: left',
      'Mill: Upper; Stone: right',
      'Mill: Upper; Stone: spare',
      'Mill: Lower; Stone: left',
    ]);
  });

  it('writes a text over all columns as it stands', async () => {
    const rows = await rowsOf(format, [
      [bold('Mill'), bold('Stone')],
      [{ text: 'In the valley', columns: 2 }],
      ['Upper', 'left'],
    ]);
    expect(rows).toEqual(['In the valley', 'Mill: Upper; Stone: left']);
  });

  it('is read as records where its first column alone is bold', async () => {
    const rows = await rowsOf(format, [
      [bold('Name'), 'Anna'],
      [bold('Age:'), '5'],
      [bold('Mill'), 'Upper'],
    ]);
    expect(rows).toEqual(['Name: Anna', 'Age: 5', 'Mill: Upper']);
  });
});

describe('a sheet of Excel', () => {
  it.each([
    ['years', ['Mill', '2023', '2024']],
    ['texts and years', ['Mill', '2024', 'State']],
    ['a group without a merged cell', ['Mill', '2024', '']],
  ])('is named by %s below two titles', async (_, head) => {
    const rows = [['All mills'], ['As of spring'], head, ['Upper', '5', '6'], ['Lower', '1', '2']];
    const isGrouped = head[2] === '';
    const table = isGrouped ? [...rows.slice(0, 3), ['', 'Q1', 'Q2'], ...rows.slice(3)] : rows;
    const names = isGrouped ? ['Mill', '2024 Q1', '2024 Q2'] : head;
    expect(await rowsOf(EXCEL, table)).toEqual(
      [
        ['Upper', '5', '6'],
        ['Lower', '1', '2'],
      ].map((values) => values.map((value, at) => `${names[at]}: ${value}`).join('; ')),
    );
  });

  it('takes no row of years for names', async () => {
    expect(
      await rowsOf(EXCEL, [
        ['Upper', '1850', '1901'],
        ['Lower', '1860', '1920'],
      ]),
    ).toEqual(['Upper; 1850; 1901', 'Lower; 1860; 1920']);
  });

  it('fills no more places than a table has, whatever its merged cells span', async () => {
    const rows = await rowsOf(EXCEL, [['Mill', 'Stone'], [{ text: 'Upper', rows: 1_000_000 }, 'left'], ['right']]);
    expect(rows).toEqual(['Mill: Upper; Stone: left', 'Mill: Upper; Stone: right']);
  });
});
