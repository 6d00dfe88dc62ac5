import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { IS_SOAK, soakCount } from '@arbiter/testing';
import { FONT, onePage, PAGE, pdf, stream, TEXT } from '@arbiter/testing/pdf';
import { useParserThread } from '../../test/parser-thread.js';
import { documentParsers } from './document-parsers.js';

const { read, expectReadOrRefused } = useParserThread();
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a PDF that means harm is read', () => {
  it('without running its scripts', async () => {
    const script = '<< /S /JavaScript /JS (globalThis.ran = true; while (true) {}) >>';
    const catalog = `<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} /AA << /WC ${script} >> >>`;
    expect((await read('script.pdf', onePage({ 1: catalog }))).text).toBe('The lamp burns whale oil.');
  });

  it('when a form draws itself without end', async () => {
    const page = PAGE.replace('/Font <<', '/XObject << /X 6 0 R >> /Font <<');
    const form = stream(
      'q /X Do Q',
      '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>',
    );
    const content = stream('/X Do BT /F 12 Tf 50 700 Td (After it.) Tj ET');
    const parsed = await read('form.pdf', onePage({ 3: page, 4: content }, [form]));
    expectWellFormedDocument(parsed);
  });

  it('when its page is as wide as a country', async () => {
    const { text } = await read('wide.pdf', onePage({ 3: PAGE.replace('600 800', '9999999999 9999999999') }));
    expect(text).toBe('The lamp burns whale oil.');
  });

  // The parser's own specs test the limit itself, with two pages.
  if (IS_SOAK)
    it('up to its five-thousandth page', async () => {
      const kids = Array.from({ length: 5_100 }, (_, n) => `${n + 5} 0 R`).join(' ');
      const page = PAGE.replace('4 0 R', '3 0 R').replace('5 0 R', '4 0 R');
      const bytes = pdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${kids}] /Count 5100 >>`,
        TEXT,
        FONT,
        ...Array<string>(5_100).fill(page),
      ]);
      const { pages, warnings } = await read('long.pdf', bytes);
      expect(pages).toHaveLength(5_000);
      expect(warnings).toContain('Only the first 5000 of 5100 pages were read.');
    });
});

const MEGABYTE = 1_024 * 1_024;
/** A soak run gives every format ten megabytes on one line. */
const LINE_MEGABYTES = soakCount(10);

describe('within the limits, read or refused by name', () => {
  const loops: [string, Uint8Array][] = [
    ['pages that are their own children', onePage({ 2: '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 >>' })],
    ['a page that is a reference to itself', onePage({ 3: '3 0 R' })],
    ['a stream as long as itself', onePage({ 4: '<< /Length 4 0 R >>\nstream\nBT ET\nendstream' })],
    ['a table of objects that goes back to itself', pdf(['<< /Type /Catalog /Pages 2 0 R >>'], '/Prev 9 /XRefStm 9')],
    ['arrays nested a million deep', onePage({ 4: '['.repeat(MEGABYTE) })],
  ];

  it.each(loops)('a PDF with %s', async (_, bytes) => {
    await expectReadOrRefused('loop.pdf', bytes);
  });

  it.each([
    [
      'entities that grow',
      utf8(
        '<?xml version="1.0"?><!DOCTYPE h [<!ENTITY a "&b;&b;"><!ENTITY f SYSTEM "file:///etc/passwd">]><html><p>&a;&f;</p></html>',
      ),
    ],
  ])('a page of %s', async (_, bytes) => {
    const parsed = await expectReadOrRefused('page.html', bytes);
    expect(parsed?.text ?? '').not.toContain('root:');
  });
});

describe('every format', () => {
  const { extensions } = documentParsers();

  it.each(extensions)(
    '"%s" takes or refuses an empty file, one of zeros, and one of half a character',
    async (extension) => {
      await expectReadOrRefused(`empty${extension}`, new Uint8Array(0));
      await expectReadOrRefused(`zeros${extension}`, new Uint8Array(1_000));
      await expectReadOrRefused(`half${extension}`, Uint8Array.from([0xe2, 0x82]));
    },
  );

  it.each(extensions)(`"%s" takes or refuses ${LINE_MEGABYTES} MB on one line`, async (extension) => {
    await expectReadOrRefused(`line${extension}`, utf8('word, '.repeat((LINE_MEGABYTES * MEGABYTE) / 6)));
  });
});
