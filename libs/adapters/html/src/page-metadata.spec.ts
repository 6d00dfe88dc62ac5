import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { HtmlParser } from './html.parser.js';

async function read(html: string, isWhole = false) {
  const { signal } = new AbortController();
  const bytes = new TextEncoder().encode(html);
  const parsed = await new HtmlParser(isWhole).parse({ bytes, name: 'mill.html', signal });
  expectWellFormedDocument(parsed);
  return parsed;
}

const HEAD =
  '<title>Mills</title><meta name="author" content="Mara Fell"><meta name="description" content="All about the upper mill.">' +
  '<meta property="article:published_time" content="2026-01-02"><meta property="article:modified_time" content="2026-03-04">' +
  '<meta name="keywords" content="mill, stone"><meta name="viewport" content="width=1">';

describe('what a page says of itself in its head', () => {
  it('stands as fields at the head of its text, as front matter does', async () => {
    const { text, sections, metadata } = await read(`${HEAD}<h1>Mills</h1><p>They turn.</p>`);
    expect(text).toBe(
      'Author: Mara Fell\nDate: 2026-01-02\nModified: 2026-03-04\nDescription: All about the upper mill.\n\nMills\n\nThey turn.',
    );
    expect(sections).toEqual([{ heading: 'Mills', level: 1, start: text.indexOf('Mills\n') }]);
    expect(metadata).toMatchObject({ author: 'Mara Fell', modified: '2026-03-04', keywords: 'mill, stone' });
  });

  it('is not said twice', async () => {
    const { text } = await read(`${HEAD}<h1>Mills</h1><p>All about the <b>upper</b> mill. By Mara  Fell.</p>`);
    expect(text).toBe('Date: 2026-01-02\nModified: 2026-03-04\n\nMills\n\nAll about the upper mill. By Mara Fell.');
  });

  it('is no text of a chapter or a message', async () => {
    expect((await read(`${HEAD}<p>They turn.</p>`, true)).text).toBe('They turn.');
  });

  it('does not hide that all of the text is struck out', async () => {
    const { warnings } = await read(`${HEAD}<p><s>They turn.</s></p>`);
    expect(warnings).toEqual(['All of its text is struck out and was left out.']);
  });
});
