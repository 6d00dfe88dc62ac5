import { deflateSync } from 'node:zlib';
import { ArbiterError } from '@arbiter/contracts';
import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { IS_SOAK, soakCount } from '@arbiter/testing';
import { documentParsers } from './document-parsers.js';
import { ParserThread } from './isolated/parser-thread.js';

const thread = new ParserThread({ timeMs: 50_000, memoryMib: 1_024 });
afterAll(() => thread.close());

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const read = (name: string, bytes: Uint8Array) =>
  thread.read({ name, bytes, signal: new AbortController().signal }).then(({ parsed }) => parsed);

/** `objects[0]` is object 1, the catalog. Readers find the objects without a cross-reference table. */
function pdf(objects: readonly string[], trailer = ''): Uint8Array {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return latin1(`%PDF-1.7\n${body}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} ${trailer} >>\n%%EOF\n`);
}
const stream = (content: string, dictionary = ''): string =>
  `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`;
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const TEXT = stream('BT /F 12 Tf 50 700 Td (The lamp burns whale oil.) Tj ET');
const PAGE =
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>';
const onePage = (changes: Partial<Record<1 | 2 | 3 | 4 | 5, string>> = {}, more: readonly string[] = []): Uint8Array =>
  pdf([
    changes[1] ?? '<< /Type /Catalog /Pages 2 0 R >>',
    changes[2] ?? '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    changes[3] ?? PAGE,
    changes[4] ?? TEXT,
    changes[5] ?? FONT,
    ...more,
  ]);

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

const compressed = (content: Uint8Array): string => deflateSync(content).toString('latin1');
const MEGABYTE = 1_024 * 1_024;
/** A soak run gives every format ten megabytes on one line. */
const LINE_MEGABYTES = soakCount(10);

describe('within the limits, read or refused by name', () => {
  const loops: [string, Uint8Array][] = [
    ['pages that are their own children', onePage({ 2: '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 >>' })],
    ['a page that is a reference to itself', onePage({ 3: '3 0 R' })],
    ['a stream as long as itself', onePage({ 4: '<< /Length 4 0 R >>\nstream\nBT ET\nendstream' })],
    ['a table of objects that goes back to itself', pdf(['<< /Type /Catalog /Pages 2 0 R >>'], '/Prev 9 /XRefStm 9')],
    [
      'a page of 100 MiB in 100 KiB',
      onePage({ 4: stream(compressed(new Uint8Array(100 * MEGABYTE).fill(0x20)), '/Filter /FlateDecode') }),
    ],
    ['arrays nested a million deep', onePage({ 4: '['.repeat(MEGABYTE) })],
  ];

  it.each(loops)('a PDF with %s', async (_, bytes) => {
    await expectReadOrRefused('loop.pdf', bytes);
  });

  it.each([
    // More than the limit of two million elements.
    ['megabytes of paragraphs', utf8('<p>word</p>'.repeat(((IS_SOAK ? 100 : 25) * MEGABYTE) / 11))],
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
  const extensions = documentParsers().extensions.filter((extension) => !/^\.(?:gst|cat)z?$/.test(extension));

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

async function expectReadOrRefused(name: string, bytes: Uint8Array) {
  const outcome = await read(name, bytes).catch((error: unknown) => error);
  if (outcome instanceof ArbiterError) {
    expect(outcome).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringMatching(`^${name} `) });
    return undefined;
  }
  if (outcome instanceof Error) throw outcome;
  const parsed = outcome as Awaited<ReturnType<typeof read>>;
  expectWellFormedDocument(parsed);
  return parsed;
}
