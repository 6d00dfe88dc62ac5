import type { ParsedDocument } from '@arbiter/ports';
import { part, relations } from '@arbiter/testing/office';
import { describe, expect, it } from '@jest/globals';
import { zip } from '../../test/planted/plant.js';
import { useParserThread } from '../../test/parser-thread.js';
import { documentParsers } from './document-parsers.js';

const parsers = documentParsers();
const COLUMNS = 2_000;
const LAST = 'quorvex';

function read(name: string, made: string | Uint8Array): Promise<ParsedDocument> {
  const { signal } = new AbortController();
  const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made;
  return parsers.parserFor(name, bytes)!.parse({ bytes, name, signal });
}

function cells(write: (column: number) => string): string[] {
  return Array.from({ length: COLUMNS }, (_, column) => write(column));
}

function columnName(column: number): string {
  const letters = column.toString(26).replace(/./g, (sign) => String.fromCharCode(65 + Number.parseInt(sign, 26)));
  return letters.padStart(4, 'A');
}

function workbook(rows: string, after = ''): Uint8Array {
  return zip({
    'xl/workbook.xml': part('workbook', '<sheets><sheet name="Mills" sheetId="1" r:id="s1"/></sheets>'),
    'xl/_rels/workbook.xml.rels': relations({ s1: ['worksheet', 'worksheets/sheet1.xml'] }),
    'xl/worksheets/sheet1.xml': part('worksheet', `<sheetData>${rows}</sheetData>${after}`),
  });
}

describe('a table of two thousand columns', () => {
  const names = cells(columnName);
  const values = cells((column) => (column === COLUMNS - 1 ? LAST : String(column)));
  const rowOf = (all: readonly string[], tag: string): string =>
    `<tr>${all.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;

  it.each([
    ['a.csv', [names, ...Array<string[]>(50).fill(values)].map((row) => row.join(',')).join('\n')],
    ['a.md', [names, names.map(() => '-'), values, values].map((row) => `| ${row.join(' | ')} |`).join('\n')],
    ['a.html', `<table>${rowOf(names, 'th')}${rowOf(values, 'td').repeat(20)}</table>`],
    [
      'a.xlsx',
      workbook(
        [names, values, values]
          .map((row) => `<row>${row.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
          .join(''),
      ),
    ],
  ])('is read to its last cell, or its loss named, in %s', async (name, made) => {
    const { text, warnings } = await read(name, made);
    expect(text.includes(LAST) || warnings.length > 0).toBe(true);
  });
});

describe('a workbook', () => {
  const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;

  it('whose widest row of names stands over twenty thousand rows is read in one pass', async () => {
    const names = Array.from({ length: 16_000 }, (_, n) => `<c t="inlineStr"><is><t>n${n}</t></is></c>`).join('');
    const rows = Array.from({ length: 20_000 }, (_, n) => `<row>${cell('A', `v${n}`)}${cell('B', 'x')}</row>`).join('');
    const { text } = await read('a.xlsx', workbook(`<row>${names}</row>${rows}`));
    expect(text).toContain('v19999');
  });

  it('that merges all cells with all others repeats no more than a bounded number', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `<row r="${n + 1}">${cell(`A${n + 1}`, 'a')}</row>`).join('');
    const merges = Array.from(
      { length: 20_000 },
      (_, n) => `<mergeCell ref="XFD${n + 1}:XFD20000"/><mergeCell ref="A${n + 1}:A20000"/>`,
    );
    const { text } = await read('a.xlsx', workbook(rows, `<mergeCells>${merges.join('')}</mergeCells>`));
    expect(text.length).toBeLessThan(1_000_000);
  });
});

describe('comments and front matter', () => {
  it.each([
    ['comments that nothing closes', '<!-- a b c '.repeat(50_000)],
    ['marks of comments', '%%'.repeat(50_000)],
    ['a hundred thousand comments', '<!-- one two three -->\n'.repeat(20_000)],
    [
      'ten thousand keys, the last broken',
      `---\n${Array.from({ length: 10_000 }, (_, n) => `k${n}: v`).join('\n')}\na: b: c\n---\nText.`,
    ],
    ['lines of nothing but colons', `${':'.repeat(100_000)}\n\nText.`],
  ])('of %s are bounded', async (_, source) => {
    const { warnings } = await read('a.md', source);
    expect(warnings.join('').length).toBeLessThan(3_000);
  });

  it('of ten thousand keys of which one names groups refuse the document', async () => {
    const keys = Array.from({ length: 10_000 }, (_, n) => `k${n}: v`).join('\n');
    await expect(read('a.md', `---\n${keys}\naccess_groups: [board]\n---\nText.`)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });
});

describe('a page', () => {
  it.each([
    ['hidden parts in hidden parts', '<div hidden><template>'.repeat(20_000)],
    ['twenty thousand hidden parts', '<p hidden>a</p>'.repeat(20_000)],
    ['forms in forms', '<div><form><p>a</p>'.repeat(10_000)],
    ['abbreviations within each other', '<abbr title="a">'.repeat(10_000)],
  ])('of %s is read', async (_, html) => {
    const { warnings } = await read('a.html', `<p>Text.</p>${html}`);
    expect(warnings.join('').length).toBeLessThan(3_000);
  });
});

describe('within the time and memory of its thread is read', () => {
  const thread = useParserThread();
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('a table of rich text whose rows all have other edges', async () => {
    const row = (at: number): string => {
      const edges = Array.from({ length: (at % 2) + 1 }, (_, cell) => `\\cellx${(at + cell + 1) * 50}`);
      return `\\trowd${edges.join('')}\\intbl a\\cell ${at % 2 === 1 ? 'b\\cell ' : ''}\\row`;
    };
    const rows = Array.from({ length: 30_000 }, (_, at) => row(at));
    const { blocks } = await thread.read('a.rtf', utf8(`{\\rtf1 ${rows.join('\n')}}`));
    expect(blocks).toHaveLength(30_000);
  });

  it.each([
    ['a dollar before each word', '$a '.repeat(50_000)],
    ['formulas that nothing closes', '\\('.repeat(50_000)],
    ['environments that nothing closes', '\\begin{align}\n'.repeat(20_000)],
    ['formulas in formulas', '$$\n{\n'.repeat(20_000)],
  ])('Markdown with %s', async (_, source) => {
    expect((await thread.read('a.md', utf8(source))).text).not.toBe('');
  });
});
