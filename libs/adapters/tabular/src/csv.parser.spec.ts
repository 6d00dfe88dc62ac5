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

  it.each([
    ['empty cells beside the first', ',Spring,,Autumn,\nQuay,boats,crew,boats,crew\n'],
    ['the name of the first column in the upper row', 'Quay,Spring,,Autumn,\n,boats,crew,boats,crew\n'],
    ['repeated cells', ',Spring,Spring,Autumn,Autumn\nQuay,boats,crew,boats,crew\n'],
    ['the index of a data frame', ',Spring,Spring,Autumn,Autumn\n,boats,crew,boats,crew\nQuay,,,,\n'],
  ])('joins two rows of names, with %s', async (_, head) => {
    expect(await rowsOf(`${head}East,3,9,4,12\nWest,1,2,3,4\n`)).toEqual([
      'Quay: East; Spring boats: 3; Spring crew: 9; Autumn boats: 4; Autumn crew: 12',
      'Quay: West; Spring boats: 1; Spring crew: 2; Autumn boats: 3; Autumn crew: 4',
    ]);
  });

  it('joins three rows of names, and two over texts', async () => {
    expect(await rowsOf(',2024,,,\n,Spring,,Autumn,\nQuay,in,out,in,out\nEast,3,9,4,12\nWest,1,2,3,4\n')).toEqual(
      [
        'Quay: East; Spring in: 3; Spring out: 9; Autumn in: 4; Autumn out: 12',
        'Quay: West; Spring in: 1; Spring out: 2; Autumn in: 3; Autumn out: 4',
      ].map((row) => row.replaceAll(/(Spring|Autumn)/g, '2024 $1')),
    );
    expect(await rowsOf('Quay,Spring,,Autumn,\n,head,mate,head,mate\nEast,Ina,Otto,Vane,Reed\n')).toEqual([
      'Quay: East; Spring head: Ina; Spring mate: Otto; Autumn head: Vane; Autumn mate: Reed',
    ]);
  });

  it.each([
    ['equal names', 'who,phone,phone\nIna,045,046\nOtto,047,048\n', 'who: Ina; phone: 045; phone (2): 046'],
    ['a row of units', 'quay,depth,load\n,m,(t)\nEast,4.5,9\n', 'quay: East; depth (m): 4.5; load (t): 9'],
    ['numbered columns', 'boat,1,2,3\nOtter,a,b,c\nSeal,d,e,f\n', 'boat: Otter; 1: a; 2: b; 3: c'],
    ['dates', 'quay,2026-01-01,2026-02-01\nEast,4,5\n', 'quay: East; 2026-01-01: 4; 2026-02-01: 5'],
  ])('names columns with %s', async (_, csv, row) => {
    expect((await rowsOf(csv))[0]).toBe(row);
  });

  it.each([
    ['a text twice', 'East,open,open\nWest,open,shut\n', 'East; open; open'],
    ['numbers as the rows below have', 'East,1,2,3\nWest,2,3,4\n', 'East; 1; 2; 3'],
    ['a text where others have a value', 'quay,load\nEast,closed\nWest,12\n', 'quay: East; load: closed'],
  ])('takes no row of data for names: %s', async (_, csv, row) => {
    expect((await rowsOf(csv))[0]).toBe(row);
  });

  it('reads several tables of one file, each with its title and its names', async () => {
    const csv =
      'Landings,,\nquay,load,by\nEast,12,Ina\nWest,4,Otto\n,,\nBoats,,\nboat,crew,quay\nOtter,3,East\nSeal,4,West\n\nCounted in May,,\n';
    expect(await rowsOf(csv)).toEqual([
      'Landings',
      'quay: East; load: 12; by: Ina',
      'quay: West; load: 4; by: Otto',
      'Boats',
      'boat: Otter; crew: 3; quay: East',
      'boat: Seal; crew: 4; quay: West',
      'Counted in May',
    ]);
  });

  it.each([
    ['values', 'quay,load\nEast,12\nWest,4\n\nNorth,closed\nSouth,9\n', 'quay: North; load: closed'],
    ['texts', 'who,post\nIna,cook\n\nOtto,pilot\nVane,clerk\n', 'who: Otto; post: pilot'],
  ])('goes on with the names of a table of %s after an empty line', async (_, csv, row) => {
    expect(await rowsOf(csv)).toContain(row);
  });

  it('repeats a merged first cell in the rows below, but not where a value may be missing', async () => {
    expect(await rowsOf('shore,quay,load\nEast,Pell,1\n,Wick,2\nWest,Tarn,3\n,Moor,4\n')).toEqual([
      'shore: East; quay: Pell; load: 1',
      'shore: East; quay: Wick; load: 2',
      'shore: West; quay: Tarn; load: 3',
      'shore: West; quay: Moor; load: 4',
    ]);
    expect(await rowsOf('who,post,pay\nIna,cook,1\n,pilot,2\nOtto,clerk,3\n')).toContain('post: pilot; pay: 2');
  });

  it('reads two thousand columns', async () => {
    const line = (name: string): string => Array.from({ length: 2_000 }, (_, n) => `${name}${n}`).join(',');
    expect((await rowsOf(`${line('c')}\n${line('v')}\n`)).at(-1)).toBe('c1999: v1999');
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
