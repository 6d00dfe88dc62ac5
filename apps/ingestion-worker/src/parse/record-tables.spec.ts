import { part } from '@arbiter/testing/office';
import { describe, expect, it } from '@jest/globals';
import { zip } from '../../test/planted/plant.js';
import { documentParsers } from './document-parsers.js';

const parsers = documentParsers();
const { signal } = new AbortController();

async function rowsOf(ending: string, made: string | Uint8Array): Promise<string[]> {
  const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made;
  const name = `mill${ending}`;
  const { text, blocks } = await parsers.parserFor(name, bytes)!.parse({ bytes, name, signal });
  return blocks.filter(({ kind }) => kind === 'table_row').map(({ start, end }) => text.slice(start, end));
}

const page = (...rows: string[]): string => `<h1>Mill</h1><table>${rows.map((row) => `<tr>${row}`).join('')}</table>`;

function word(rows: readonly (readonly string[])[]): Uint8Array {
  const run = (text: string, isBold: boolean): string =>
    `<w:p><w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t>${text}</w:t></w:r></w:p>`;
  const written = rows.map(
    (cells) => `<w:tr>${cells.map((text, at) => `<w:tc>${run(text, at === 0)}</w:tc>`).join('')}</w:tr>`,
  );
  return zip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': part('w:document', `<w:body><w:tbl>${written.join('')}</w:tbl></w:body>`),
  });
}

describe('a table whose first column holds the names', () => {
  const RECORDS = ['Name: Anna', 'Age: 5', 'Mill: Upper'];
  it.each([
    ['.html', 'header cells', page('<th>Name:<td>Anna', '<th scope=row>Age<td>5', '<th>Mill<td>Upper'), RECORDS],
    [
      '.html',
      'header cells before several values',
      page('<th scope=row>Name<td>Anna<td>Ben', '<th scope=row>Age<td>5<td>6'),
      ['Name: Anna; Ben', 'Age: 5; 6'],
    ],
    [
      '.html',
      'two header cells a row',
      page('<th>Name<td>Anna<th>Age<td>5', '<th>Mill<td>Upper<th>Stone<td>left'),
      ['Name: Anna; Age: 5', 'Mill: Upper; Stone: left'],
    ],
    [
      '.html',
      'bold cells',
      page('<td><b>Name</b><td>Anna', '<td><b>Age:</b><td>5', '<td><b>Mill</b><td>Upper'),
      RECORDS,
    ],
    ['.md', 'bold cells', '| **Name** | Anna |\n| --- | --- |\n| **Age** | 5 |\n| **Mill** | Upper |\n', RECORDS],
    [
      '.md',
      'bold cells below no names',
      '| | |\n| --- | --- |\n| **Name** | Anna |\n| **Age** | 5 |\n| **Mill** | Upper |\n',
      RECORDS,
    ],
    [
      '.docx',
      'bold cells',
      word([
        ['Name', 'Anna'],
        ['Age', '5'],
        ['Mill', 'Upper'],
      ]),
      RECORDS,
    ],
    [
      '.rst',
      'a stub column',
      '.. list-table::\n   :stub-columns: 1\n\n   * - Name\n     - Anna\n   * - Age\n     - 5\n',
      RECORDS.slice(0, 2),
    ],
    ['.adoc', 'a column of headers', '[cols="1h,3"]\n|===\n|Name |Anna\n|Age |5\n|===\n', RECORDS.slice(0, 2)],
  ])('is read as records, in %s by %s', async (ending, _, made, expected) => {
    expect(await rowsOf(ending, made)).toEqual(expected);
  });

  it.each([
    [
      '.md',
      'a bold first column below names',
      '| Field | Value |\n| --- | --- |\n| **Name** | Anna |\n| **Age** | 5 |\n',
      ['Field: Name; Value: Anna', 'Field: Age; Value: 5'],
    ],
    [
      '.md',
      'a bold first column, and columns of values',
      '| **Mill** | Left | Right |\n| --- | --- | --- |\n| **Upper** | 5 | 6 |\n| **Lower** | 7 | 8 |\n',
      ['Mill: Upper; Left: 5; Right: 6', 'Mill: Lower; Left: 7; Right: 8'],
    ],
    [
      '.html',
      'names in bold over a bold first column',
      page('<td><b>Mill</b><td><b>Stone</b>', '<td><b>Upper</b><td>left'),
      ['Mill: Upper; Stone: left'],
    ],
    ['.html', 'one bold cell', page('<td><b>Upper</b><td>left', '<td>Lower<td>right'), ['Upper; left', 'Lower; right']],
  ])('is told from other tables, in %s by %s', async (ending, _, made, expected) => {
    expect(await rowsOf(ending, made)).toEqual(expected);
  });
});

describe('a listed table of reStructuredText', () => {
  it('keeps all of its rows of names', async () => {
    const rows = [
      ['', '2024', '2024'],
      ['Mill', 'Q1', 'Q2'],
      ['Upper', '5', '6'],
    ];
    const list = rows.map((cells) => cells.map((text, at) => `   ${at === 0 ? '* ' : '  '}- ${text}`).join('\n'));
    const named = ['Mill: Upper; 2024 Q1: 5; 2024 Q2: 6'];
    expect(await rowsOf('.rst', `.. list-table::\n   :header-rows: 2\n\n${list.join('\n')}\n`)).toEqual(named);
    const csv = rows.map((cells) => `   ${cells.join(',')}`).join('\n');
    expect(await rowsOf('.rst', `.. csv-table::\n   :header-rows: 2\n\n${csv}\n`)).toEqual(named);
  });
});
