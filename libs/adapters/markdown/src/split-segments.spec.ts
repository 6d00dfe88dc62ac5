import { describe, expect, it } from '@jest/globals';
import { splitSegments } from './split-segments.js';

describe('splitSegments', () => {
  const size = { soft: 20, middle: 60, hard: 10_000 };
  const own = (markdown: string): string[] =>
    splitSegments(markdown, size).map(({ source, ownLength }) => source.slice(0, ownLength));

  it('leaves a short document whole', () => {
    expect(splitSegments('# A\n\nb')).toEqual([{ source: '# A\n\nb', ownLength: 6, firstLine: 1, lastLine: 3 }]);
  });

  it('cuts before headings and loses nothing', () => {
    const markdown = Array.from({ length: 9 }, (_, i) => `# Heading ${i}\n\nSome text here.\n`).join('\n');
    expect(own(markdown)).toHaveLength(9);
    expect(own(markdown).join('\n')).toBe(markdown);
  });

  it('says which lines each part has', () => {
    const parts = splitSegments('# A\n\nlong enough text\n\n# B\n\nc', size);
    expect(parts.map(({ firstLine, lastLine }) => [firstLine, lastLine])).toEqual([
      [1, 4],
      [5, 7],
    ]);
  });

  it.each([
    ['fenced code', '```\nlong enough for a cut\n\n# comment\n```\n\nend'],
    ['tilde fences that hold backticks', '~~~\n```\nlong enough for a cut\n\n# comment\n~~~'],
    ['a comment', '<!-- long enough for a cut\n\n# hidden\n\n-->\nend'],
  ])('does not cut within %s', (_, markdown) => {
    expect(own(markdown)).toEqual([markdown]);
  });

  it('gives a part the definitions that it refers to, wherever they stand', () => {
    const [first, second] = splitSegments(
      'See [that][Ref] and more.\n\n# B\n\n[other]\n\n[ref]: a.md\n[other]: b.md',
      size,
    );
    expect(first?.source).toBe('See [that][Ref] and more.\n\n\n[ref]: a.md');
    expect(second?.source.slice(second.ownLength)).toBe('\n\n[other]: b.md\n\n[ref]: a.md');
  });

  it('repeats the header of a table that it cuts', () => {
    const rows = Array.from({ length: 20 }, (_, i) => `| ${i} | b |`);
    for (const part of own(['| A | B |', '|---|---|', ...rows].join('\n')))
      expect(part).toMatch(/^\| A \| B \|\n\|---\|---\|\n\| \d/);
  });
});
