import { describe, expect, it } from '@jest/globals';
import { findBrokenLinks, placesOf } from './check-links.js';
import { readMarkdown, type MarkdownPage } from './read-markdown.js';

const other = readMarkdown('# Data: where it is?\n\n## Notes\n\n## Notes\n');
const files = placesOf(['README.md', 'docs/guides/here.md', 'docs/other.md', 'docs/image.png', 'apps/cli/src/main.ts']);
const pageAt = (path: string): MarkdownPage | undefined => (path === 'docs/other.md' ? other : undefined);
const brokenIn = (text: string) => findBrokenLinks('docs/guides/here.md', readMarkdown(text), files, pageAt);

describe('findBrokenLinks', () => {
  it.each([
    '[page](../other.md)',
    '[folder](../../apps/cli)',
    '[folder](../../apps/cli/src/)',
    '![image](../image.png)',
    '[heading](../other.md#data-where-it-is)',
    '[second of a name](../other.md#notes-1)',
    '# Here\n\n[in this page](#here)',
    '[outside](https://example.org/nothing)',
    '[mail](mailto:a@example.org)',
    '[by name][there]\n\n[there]: ../other.md',
    '`[no link](nowhere.md)`',
    '```md\n[no link](nowhere.md)\n```',
  ])('accepts %p', (text) => {
    expect(brokenIn(text)).toEqual([]);
  });

  it.each([
    ['[page](other.md)', 'other.md'],
    ['[above](../../../README.md)', 'README.md'],
    ['[absolute](/README.md)', '/README.md'],
    ['![image](../picture.png)', 'picture.png'],
    ['[heading](../other.md#data)', 'no such heading'],
    ['[in this page](#there)', 'no such heading'],
    ['[by name][there]\n\n[there]: there.md', 'there.md'],
  ])('finds %p', (text, named) => {
    expect(brokenIn(text)).toEqual([expect.stringContaining(named)]);
  });
});
