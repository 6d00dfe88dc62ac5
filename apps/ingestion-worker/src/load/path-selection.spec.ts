import { describe, expect, it } from '@jest/globals';
import { PathSelection } from './list-sources.js';

const selects = (source: string, globs: { include?: string[]; exclude?: string[] }): boolean =>
  new PathSelection({ kind: 'path', ...globs }).selects(source);

describe('PathSelection', () => {
  it('selects everything where nothing is said', () => {
    expect(selects('a/b.md', {})).toBe(true);
  });

  it.each([
    ['a name at any depth', 'a/b.md', ['*.md'], true],
    ['another name', 'a/b.pdf', ['*.md'], false],
    ['a path from the top', 'a/b.md', ['/a/*.md'], true],
    ['the same path further below', 'x/a/b.md', ['/a/*.md'], false],
    ['what lies below a folder', 'x/notes/a/b.md', ['notes/'], true],
    ['what any of several match', 'b.pdf', ['*.md', '*.pdf'], true],
    ['what a later one takes back', 'draft.md', ['*.md', '!draft.md'], false],
    ['a name in another case', 'b.MD', ['*.md'], false],
  ])('includes %s', (_what, source, include, expected) => {
    expect(selects(source, { include })).toBe(expected);
  });

  it('excludes what is included, too', () => {
    const globs = { include: ['*.md'], exclude: ['drafts/'] };
    expect(selects('a.md', globs)).toBe(true);
    expect(selects('x/drafts/a.md', globs)).toBe(false);
  });

  it('keeps a folder that cannot be listed, in which something may be included', () => {
    expect(selects('closed/', { include: ['*.md'] })).toBe(true);
    expect(selects('closed/', { exclude: ['closed/'] })).toBe(false);
  });

  it('takes the path of an address', () => {
    expect(selects('https://docs.example:8080/guide/a.html', { include: ['/guide/'] })).toBe(true);
    expect(selects('https://docs.example/', { include: ['/guide/'] })).toBe(false);
    expect(selects('https://docs.example/', { exclude: ['/guide/'] })).toBe(true);
  });

  it('prefers what its globs match, and tells those that match nothing', () => {
    const selection = new PathSelection({ prefer: ['/guide/', '!*.json', 'faq.*'] });
    expect(['guide/a.md', 'https://docs.example/guide/a', 'guide.md'].map((one) => selection.prefers(one))).toEqual([
      true,
      true,
      false,
    ]);
    expect(selection.idle([{ source: 'guide/a.md' }, { source: 'b.json' }])).toEqual(['faq.*']);
    expect(new PathSelection({}).prefers('guide/a.md')).toBe(false);
  });
});
