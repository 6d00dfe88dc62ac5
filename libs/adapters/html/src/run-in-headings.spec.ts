import { expectWellFormedDocument } from '@arbiter/ports/testing';
import type { DocumentParser, ParsedDocument } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { makeDocx } from '../test/make-documents.js';
import { DocxParser } from './docx.parser.js';
import { HtmlParser } from './html.parser.js';

async function read(parser: DocumentParser, bytes: Uint8Array, name: string): Promise<ParsedDocument> {
  const parsed = await parser.parse({ bytes, name, signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed;
}

/** What each block begins with in bold, as a heading; null where it has none. */
function runInsOf({ text, blocks }: ParsedDocument): (string | null)[] {
  return blocks.map(({ start, runIn }) => (runIn === undefined ? null : text.slice(start, start + runIn)));
}

const pageOf = (html: string) => read(new HtmlParser(), new TextEncoder().encode(html), 'page.html');
const wordOf = (body: string) => read(new DocxParser(new HtmlParser()), makeDocx(body), 'note.docx');
const run = (text: string, bold = false): string =>
  `<w:r>${bold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${text}</w:t></w:r>`;

describe('a run-in heading of a page', () => {
  it.each([
    ['a paragraph', '<p><b>Returning books.</b> Bring them.</p>', 'Returning books.'],
    [
      'a paragraph, set by its style',
      '<p><span style="font-weight:700">Returning books.</span> Bring them.</p>',
      'Returning books.',
    ],
    [
      'a paragraph, within a link',
      '<p><a name="x"><strong>Returning\n books.</strong></a> Bring them.</p>',
      'Returning books.',
    ],
    ['an item', '<ol start=4><li><b>Returning books.</b> Bring them.</ol>', '4. Returning books.'],
    ['a line', '<p><b>Returning books</b><br>Bring them.</p>', 'Returning books'],
    ['a paragraph of its own', '<p><strong>Returning books</strong></p>', 'Returning books'],
  ])('stands at the head of %s', async (_, html, heading) => {
    expect(runInsOf(await pageOf(html))).toEqual([heading]);
  });

  it.each([
    ['a name', '<p><b>Mara Fell</b> keeps the lamp.</p>'],
    ['words further on', '<p>Bring <b>books.</b> To the desk.</p>'],
    ['a question', '<p><b>Returning books?</b> Bring them.</p>'],
    ['code', '<pre><b>lamp.</b> light()</pre>'],
  ])('is not %s', async (_, html) => {
    expect(runInsOf(await pageOf(html))).toEqual([null]);
  });

  it('is that of its own paragraph alone', async () => {
    expect(runInsOf(await pageOf('<div><b>Oil.</b> Whale.</div><p>It is dear.</p>'))).toEqual(['Oil.', null]);
  });

  it('is, as the term of a definition, one sentence with what explains it', async () => {
    const { text } = await pageOf('<dl><dt><b>Returning books</b></dt><dd>Bring them to the desk.</dd></dl>');
    expect(text).toBe('Returning books: Bring them to the desk.');
  });
});

describe('a run-in heading of Word', () => {
  it('is what a paragraph begins with in bold', async () => {
    const paragraphs = [
      run('Returning books.', true) + run(' Bring them.'),
      run('Returning ', true) + run('books.', true) + run(' Bring them.'),
      run('Bring ') + run('books.', true) + run(' Now.'),
      run('Opening hours', true),
    ];
    const parsed = await wordOf(paragraphs.map((runs) => `<w:p>${runs}</w:p>`).join(''));
    expect(runInsOf(parsed)).toEqual(['Returning books.', 'Returning books.', null, 'Opening hours']);
  });
});
