import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { CsvParser } from './csv.parser.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const signal = new AbortController().signal;
const read = async (csv: string | Uint8Array, name = 'table.csv') => {
  const bytes = typeof csv === 'string' ? utf8(csv) : csv;
  const parsed = await new CsvParser().parse({ bytes, name, signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const rowsOf = async (csv: string, name?: string): Promise<string[]> => {
  const { text, blocks } = await read(csv, name);
  return blocks.map(({ start, end }) => text.slice(start, end));
};

describeDocumentParser('CsvParser', () => new CsvParser(), [
  {
    what: 'quoted commas and line breaks',
    name: 'keepers.csv',
    bytes: utf8('Name,Note\r\n"Vane, Ines","keeps the\r\nlight"\r\nReed,"said ""no"""\r\n'),
    holds: ['Name: Vane, Ines; Note: keeps the light', 'Name: Reed; Note: said "no"'],
  },
  {
    what: 'tabs and decomposed accents',
    name: 'boats.tsv',
    bytes: utf8('boat\tport\ncafe\u0301\tPell\n'),
    holds: ['boat: café; port: Pell'],
  },
]);

describe('CsvParser', () => {
  it.each([
    ['semicolons', 'a;b\n1;2\n3;4\n'],
    ['bars', 'a|b\n1|2\n3|4\n'],
    ['the delimiter that Excel tells', 'sep=;\r\na;b\r\n1;2\r\n3;4\r\n'],
  ])('finds %s', async (_, csv) => {
    expect(await rowsOf(csv)).toEqual(['a: 1; b: 2', 'a: 3; b: 4']);
  });

  it('gives rows without names where the first row holds values', async () => {
    expect(await rowsOf('Pell,12\nMirren,7\n')).toEqual(['Pell; 12', 'Mirren; 7']);
  });

  it('takes years for names of columns', async () => {
    expect(await rowsOf('port,2024,2025\nPell,12,15\n')).toEqual(['port: Pell; 2024: 12; 2025: 15']);
  });

  it('keeps notes above the table and leaves empty cells out', async () => {
    expect(await rowsOf('Landings of 2026\n\nport,tons,by\nPell,,Vane\nMirren,4,\n')).toEqual([
      'Landings of 2026',
      'port: Pell; by: Vane',
      'port: Mirren; tons: 4',
    ]);
  });

  it('makes a section of each record where they are articles, with its line breaks', async () => {
    const body = `First paragraph. ${'The harbour is deep. '.repeat(50)}\n\nSecond paragraph.`;
    const { sections, blocks, text } = await read(`title,body\nPell,"${body}"\nMirren,"${body}"\n`);
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Pell', 1],
      ['Mirren', 1],
    ]);
    expect(blocks.map(({ kind }) => kind).slice(0, 4)).toEqual(['heading', 'list_item', 'paragraph', 'paragraph']);
    expect(text).toContain('\n\nSecond paragraph.');
  });

  it('counts its rows and names its columns', async () => {
    expect((await read('a,b\n1,2\n')).metadata).toEqual({ encoding: 'utf-8', rows: 1, columns: ['a', 'b'] });
  });

  it('reads an encoding of Windows', async () => {
    const bytes = Uint8Array.from('ville;maire\nOrl\u00e9ans;Ren\u00e9e\nN\u00eemes;H\u00e9l\u00e8ne\n', (c) =>
      c.charCodeAt(0),
    );
    expect((await read(bytes)).text).toContain('ville: Orléans; maire: Renée');
  });

  it('says that a quotation mark is never closed', async () => {
    const { warnings, text } = await read('a,b\n1,"two\n3,4\n');
    expect(warnings).toEqual(['A quotation mark is opened and never closed; rows after it may have become one cell.']);
    expect(text).toContain('two');
  });

  it('refuses a line of a million cells before it makes them', async () => {
    await expect(read(','.repeat(1_000_000))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('refuses a workbook that is called a table', async () => {
    await expect(read(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1]))).rejects.toMatchObject({
      message: 'table.csv is not a text file: it holds binary data.',
    });
  });

  it('reads ten megabytes in one cell', async () => {
    const { text } = await read(`name,text\nPell,"${'word '.repeat(2_000_000)}"\n`);
    expect(text.length).toBeGreaterThan(9_999_990);
  });
});
