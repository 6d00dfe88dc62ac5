import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { makeDocx, makeEpub, paragraph, withBrokenFile, zip } from '../test/make-documents.js';
import { EpubParser } from './epub.parser.js';
import { HtmlParser } from './html.parser.js';

const parser = () => new EpubParser(new HtmlParser());
const read = async (bytes: Uint8Array) => {
  const parsed = await parser().parse({ bytes, name: 'book.epub', signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed;
};
const chapter = (path: string, body: string) => ({ path, body });

describeDocumentParser(
  'EpubParser',
  parser,
  [
    {
      what: 'two chapters with a table',
      name: 'book.epub',
      bytes: makeEpub([
        chapter('one.xhtml', '<h1>The light</h1><p>Ines keeps the cafe\u0301.</p>'),
        chapter(
          'b%20two.xhtml',
          '<p>On the sea.</p><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
        ),
      ]),
      holds: ['The light', 'Ines keeps the café.', 'Chapter 2', 'On the sea.', 'A: 1; B: 2'],
    },
  ],
  { emptyFile: 'refused' },
);

describe('EpubParser', () => {
  it('recognises books, and no other archive', () => {
    const book = makeEpub([chapter('a.xhtml', '<p>A</p>')]);
    expect([book, makeDocx(paragraph('A'))].map((bytes) => parser().recognises(bytes))).toEqual([true, false]);
  });

  it('reads chapters in the order of the spine, with what the book says of itself', async () => {
    const { text, title, metadata } = await read(
      makeEpub([chapter('z.xhtml', '<p>First.</p>'), chapter('a.xhtml', '<p>Second.</p>')]),
    );
    expect(text).toBe('Chapter 1\n\nFirst.\n\nChapter 2\n\nSecond.');
    expect(title).toBe('The Harbour of Pell');
    expect(metadata).toEqual({ author: 'Ines Vane, Tomas Reed', lang: 'en', date: '2026-03-01' });
  });

  it('takes the name of a chapter without headings from the table of contents', async () => {
    const { sections } = await read(
      makeEpub([chapter('a.xhtml', '<p>x</p>'), chapter('b.xhtml', '<h2>Own</h2><p>y</p>')]),
    );
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['Chapter 1', 1],
      ['Own', 2],
    ]);
  });

  it('says which chapters are missing', async () => {
    const book = makeEpub([chapter('a.xhtml', '<p>x</p>'), chapter('b.xhtml', '<p>y</p>')], { 'OEBPS/b.xhtml': '' });
    expect((await read(book)).text).toBe('Chapter 1\n\nx');
    const spine = '<spine><itemref idref="a"/><itemref idref="b"/></spine>';
    const items =
      '<item id="a" href="a.xhtml" media-type="text/html"/><item id="b" href="../../etc/passwd" media-type="text/html"/>';
    const opf = `<package><metadata/><manifest>${items}</manifest>${spine}</package>`;
    const { warnings } = await read(makeEpub([chapter('a.xhtml', '<p>x</p>')], { 'OEBPS/book.opf': opf }));
    expect(warnings).toEqual(['The chapter etc/passwd is missing in the file.']);
  });

  it('loses to a chapter that cannot be unpacked only that chapter', async () => {
    const chapters = ['one', 'two'].map((name) => ({ path: `${name}.xhtml`, body: `<p>Chapter ${name}.</p>` }));
    const { text, warnings } = await read(withBrokenFile(makeEpub(chapters), 'OEBPS/one.xhtml'));
    expect(text).toContain('Chapter two.');
    expect(text).not.toContain('Chapter one.');
    expect(warnings).toEqual(['The chapter OEBPS/one.xhtml is broken and could not be unpacked.']);
  });

  it('reads a chapter once that the spine names a thousand times', async () => {
    const opf = `<package><metadata/><manifest><item id="a" href="a.xhtml" media-type="text/html"/></manifest><spine>${'<itemref idref="a"/>'.repeat(1_000)}</spine></package>`;
    expect((await read(makeEpub([chapter('a.xhtml', '<p>x</p>')], { 'OEBPS/book.opf': opf }))).text).toBe('x');
  });

  it('leaves entities of a document type as they are written', async () => {
    const opf = `<!DOCTYPE p [<!ENTITY a "aaaaaaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]><package><metadata><title>T &a; &f;</title></metadata>
<manifest><item id="a" href="a.xhtml" media-type="text/html"/></manifest><spine><itemref idref="a"/></spine></package>`;
    expect((await read(makeEpub([chapter('a.xhtml', '<p>x</p>')], { 'OEBPS/book.opf': opf }))).title).toBe('T &a; &f;');
  });

  it('refuses a book that is protected, but not one with scrambled fonts', async () => {
    const encryption = (uri: string, algorithm: string) =>
      `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`;
    const book = (part: string) => makeEpub([chapter('a.xhtml', '<p>x</p>')], { 'META-INF/encryption.xml': part });
    await expect(
      read(book(encryption('OEBPS/a.xhtml', 'http://www.w3.org/2001/04/xmlenc#aes128-cbc'))),
    ).rejects.toMatchObject({
      message: 'book.epub is protected against copying (DRM): its chapters are encrypted.',
    });
    expect((await read(book(encryption('OEBPS/f.otf', 'http://www.idpf.org/2008/embedding')))).text).toContain('x');
  });

  it('refuses a book whose chapters unpack to gigabytes', async () => {
    const bomb = { 'OEBPS/b.xhtml': new Uint8Array(130 * 1_024 * 1_024) };
    const book = makeEpub([chapter('a.xhtml', '<p>x</p>'), chapter('b.xhtml', '')], bomb);
    await expect(read(book)).rejects.toMatchObject({
      message: 'book.epub unpacks to more than 128 MiB.',
    });
  });

  it('refuses a ZIP archive that is no book', async () => {
    await expect(read(zip({ 'a.txt': 'a' }))).rejects.toMatchObject({
      message: 'book.epub is not a readable e-book: it holds no package document.',
    });
  });
});
