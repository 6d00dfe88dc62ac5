import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { relations } from '@arbiter/testing/office';
import { describe, expect, it } from '@jest/globals';
import { makeDocx, makeEpub, paragraph, patched, table, withBrokenFile, zip } from '../test/make-documents.js';
import { DocxParser } from './docx.parser.js';
import { HtmlParser } from './html.parser.js';

const parser = () => new DocxParser(new HtmlParser());
const read = async (bytes: Uint8Array) => {
  const parsed = await parser().parse({ bytes, name: 'note.docx', signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed;
};

describeDocumentParser(
  'DocxParser',
  parser,
  [
    {
      what: 'headings, a list and a table',
      name: 'note.docx',
      bytes: makeDocx(
        paragraph('The Harbour', { style: 'Title' }) +
          paragraph('Keepers', { style: 'Heading1' }) +
          paragraph('Ines Vane keeps the cafe\u0301 &amp; the light.') +
          table([
            ['Name', 'Post', 'Pay'],
            ['Vane', 'Pell', '12'],
          ]),
      ),
      holds: ['The Harbour', 'Keepers', 'the café & the light.', 'Name: Vane; Post: Pell; Pay: 12'],
    },
  ],
  { emptyFile: 'refused' },
);

describe('DocxParser', () => {
  it('recognises Word documents and encrypted ones, and no other archive', () => {
    const encrypted = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
    const others = [makeEpub([{ path: 'a.xhtml', body: '<p>A</p>' }]), new TextEncoder().encode('word/document.xml')];
    const documents = [makeDocx(paragraph('A')), encrypted, ...others];
    expect(documents.map((bytes) => parser().recognises(bytes))).toEqual([true, true, false, false]);
  });

  it('reads headings by their styles, the first as the title', async () => {
    const { title, sections } = await read(
      makeDocx(
        paragraph('Pell', { style: 'Heading1' }) + paragraph('Lamp', { style: 'Heading2' }) + paragraph('Whale oil.'),
      ),
    );
    expect(title).toBe('Pell');
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Pell', 1],
      ['Lamp', 2],
    ]);
  });

  it.each([
    ['names the columns of a bold first row', true, 'Name: Mira; Role: keeper'],
    ['leaves a table of pairs as it is', false, 'Name; Role\nMira; keeper'],
  ])('%s', async (_, bold, expected) => {
    const rows = [
      ['Name', 'Role'],
      ['Mira', 'keeper'],
    ];
    expect((await read(makeDocx(table(rows, bold)))).text).toBe(expected);
  });

  it('names columns over values without bold text, and takes no row of texts for names', async () => {
    const names = ['Post', 'Keeper', 'Pay'];
    expect((await read(makeDocx(table([names, ['Pell', 'Vane', '12']])))).text).toBe(
      'Post: Pell; Keeper: Vane; Pay: 12',
    );
    const texts = [
      ['Vane', 'cook', 'Pell'],
      ['Reed', 'pilot', 'Wick'],
    ];
    expect((await read(makeDocx(table(texts)))).text).toBe('Vane; cook; Pell\nReed; pilot; Wick');
  });

  it('joins two rows of names, the first with merged cells', async () => {
    const cell = (text: string, properties = ''): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`;
    const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
    const merged = `<w:tbl>${row(cell('Quay', '<w:vMerge w:val="restart"/>'), cell('Spring', '<w:gridSpan w:val="2"/>'), cell('Autumn', '<w:gridSpan w:val="2"/>'))}
      ${row(cell('', '<w:vMerge/>'), ...['boats', 'crew', 'boats', 'crew'].map((name) => cell(name)))}
      ${row(...['East', '3', '9', '4', '12'].map((value) => cell(value)))}</w:tbl>`;
    expect((await read(makeDocx(merged))).text).toBe(
      'Quay: East; Spring boats: 3; Spring crew: 9; Autumn boats: 4; Autumn crew: 12',
    );
  });

  it('takes title, author, language and dates from the properties', async () => {
    const properties = `<cp:coreProperties xmlns:cp="a" xmlns:dc="b" xmlns:dcterms="c"><dc:title>Annual report</dc:title>
      <dc:creator>Ines Vane</dc:creator><dc:language>en-GB</dc:language><dcterms:created>2026-03-01T10:00:00Z</dcterms:created></cp:coreProperties>`;
    expect(await read(makeDocx(paragraph('Text.'), { 'docProps/core.xml': properties }))).toMatchObject({
      title: 'Annual report',
      metadata: { author: 'Ines Vane', lang: 'en-GB', created: '2026-03-01T10:00:00Z' },
    });
  });

  it('leaves out what was deleted under revision and keeps what was inserted', async () => {
    const { text } = await read(
      makeDocx(
        '<w:p><w:r><w:t>kept </w:t></w:r><w:del><w:r><w:delText>gone </w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>',
      ),
    );
    expect(text).toBe('kept new');
  });

  it.each([
    ['word/comments.xml', '<w:comments', 'Its notes and comments could not be read.'],
    ['word/numbering.xml', 'oh', 'Its styles, lists, links and notes could not be read.'],
    ['word/styles.xml', '<w:styles><w:style', 'Its styles, lists, links and notes could not be read.'],
    ['word/_rels/document.xml.rels', 'oh', 'Its styles, lists, links and notes could not be read.'],
    ['docProps/core.xml', '<cp:core', undefined],
  ])('loses to a broken %s only what it is for', async (path, broken, warning) => {
    const parts: Record<string, string> = { [path]: broken };
    const targets = ['styles', path.slice(5, -4)].map((name) => [`r-${name}`, [name, `${name}.xml`]] as const);
    parts['word/_rels/document.xml.rels'] ??= relations(Object.fromEntries(targets));
    const document = await read(makeDocx(paragraph('Pell', { style: 'Heading1' }) + paragraph('Whale oil.'), parts));
    expect(document.text).toBe('Pell\n\nWhale oil.');
    expect(document.sections.map(({ heading }) => heading)).toEqual(['Pell']);
    expect(document.warnings).toEqual(warning === undefined ? [] : [warning]);
  });

  it('leaves out a part that cannot be unpacked', async () => {
    const whole = makeDocx(paragraph('Whale oil.'), { 'word/glossary.xml': '<a>'.repeat(1_000) });
    const { text, warnings } = await read(withBrokenFile(whole, 'word/glossary.xml'));
    expect(text).toBe('Whale oil.');
    expect(warnings).toEqual(['word/glossary.xml in the file is broken and was left out.']);
  });

  it('never expands entities or fetches external ones', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('x &b; &f;')}</w:body></w:document>`;
    const outcome = await read(makeDocx('', { 'word/document.xml': bomb })).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toMatchObject({ code: 'INVALID_REQUEST' });
    else expect((outcome as { text: string }).text).not.toMatch(/aaaa|root:/);
  });

  it('refuses an archive that unpacks to gigabytes', async () => {
    const bomb = new Uint8Array(130 * 1_024 * 1_024);
    const bytes = makeDocx(paragraph('x'), { 'word/bomb.xml': bomb });
    expect(bytes.length).toBeLessThan(200_000);
    await expect(read(bytes)).rejects.toMatchObject({ message: 'note.docx unpacks to more than 128 MiB.' });
  });

  it('refuses paths that lead out of the archive', async () => {
    const bytes = patched(makeDocx(paragraph('x'), { 'aa/bb/escape.xml': 'x' }), 'aa/bb/escape', '../../escape');
    await expect(read(bytes)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('refuses text nested deeper than any document', async () => {
    const nested = '<w:tbl><w:tr><w:tc>'.repeat(20_000) + '</w:tc></w:tr></w:tbl>'.repeat(20_000);
    await expect(read(makeDocx(nested))).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it.each([
    ['an old or encrypted Word file', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3]), 'is encrypted'],
    ['another ZIP archive', zip({ 'a.txt': 'a' }), 'is not a Word document'],
    ['text', new TextEncoder().encode('hello'), 'is broken, cut short or of another format'],
    ['a document whose text is no XML', makeDocx('', { 'word/document.xml': 'oh' }), 'is broken'],
  ])('refuses %s', async (_, bytes, problem) => {
    const failure = await read(bytes).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(`note.docx ${problem}`),
    });
  });
});
