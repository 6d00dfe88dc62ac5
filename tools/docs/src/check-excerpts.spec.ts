import { describe, expect, it } from '@jest/globals';
import { findStaleExcerpts } from './check-excerpts.js';
import { readMarkdown } from './read-markdown.js';

const source = 'class Store {\n  open() {\n    one();\n    two();\n  }\n\n  close() {}\n}\n';
const staleIn = (block: string, path = 'libs/store.ts') =>
  findStaleExcerpts('page.md', readMarkdown(`<!-- from ${path} -->\n\n\`\`\`ts\n${block}\n\`\`\`\n`), (name) =>
    name === 'libs/store.ts' ? source : null,
  );

describe('findStaleExcerpts', () => {
  it.each([
    'open() {\n  one();\n  two();\n}',
    'class Store {\n  // …\n  close() {}\n}',
    'open() { one(); two(); }',
    source.trimEnd(),
  ])('accepts %p', (block) => {
    expect(staleIn(block)).toEqual([]);
  });

  it.each(['open() {\n  two();', 'open() {\n  one();\n  // …\n  three();', 'close() {};'])('finds %p', (block) => {
    expect(staleIn(block)).toHaveLength(1);
  });

  it('finds a file that has gone', () => {
    expect(staleIn('open() {', 'libs/gone.ts')).toEqual([
      expect.stringContaining('libs/gone.ts, which does not exist'),
    ]);
  });

  it('leaves other blocks alone', () => {
    expect(findStaleExcerpts('page.md', readMarkdown('```ts\nanything();\n```\n'), () => null)).toEqual([]);
  });
});
