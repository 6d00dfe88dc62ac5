import { expectWellFormedDocument } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { MarkdownParser } from './markdown.parser.js';

/** What each block begins with in bold, as a heading; null where it has none. */
async function runInsOf(markdown: string): Promise<(string | null)[]> {
  const bytes = new TextEncoder().encode(markdown);
  const parsed = await new MarkdownParser().parse({ bytes, name: 'page.md', signal: new AbortController().signal });
  expectWellFormedDocument(parsed);
  return parsed.blocks.map(({ start, runIn }) =>
    runIn === undefined ? null : parsed.text.slice(start, start + runIn),
  );
}

describe('a run-in heading of Markdown', () => {
  it.each([
    ['a paragraph', '**Returning books.** Bring them to the desk.', 'Returning books.'],
    ['a paragraph, with a colon', '__Returning books:__ Bring them to the desk.', 'Returning books:'],
    ['a paragraph, with emphasis and code inside', '**Returning *all* `books`.** Bring them.', 'Returning all books.'],
    ['an item', '- **Returning books.** Bring them to the desk.', 'Returning books.'],
    ['a numbered item', '2. **Returning books.** Bring them to the desk.', '2. Returning books.'],
    ['a line', '**Returning books**  \nBring them to the desk.', 'Returning books'],
    ['a paragraph of its own', '**Returning books**\n', 'Returning books'],
    ['a paragraph, set by a tag', '<strong>Returning books.</strong> Bring them to the desk.', 'Returning books.'],
    ['HTML', '<p><b>Returning books.</b> Bring them to the desk.</p>', 'Returning books.'],
  ])('stands at the head of %s', async (_, markdown, heading) => {
    expect(await runInsOf(markdown)).toEqual([heading]);
  });

  it.each([
    ['a name', '**Mara Fell** keeps the lamp.'],
    ['words further on', 'Bring **books.** To the desk.'],
    ['a question', '**Returning books?** Bring them.'],
    ['a long text', `**${'Returning books and the like. '.repeat(4)}** Bring them.`],
    ['no bold', 'Returning books. *Bring them.*'],
    ['a quote', '> **Returning books.** Bring them.'],
  ])('is not %s', async (_, markdown) => {
    expect(await runInsOf(markdown)).toEqual([null]);
  });
});
