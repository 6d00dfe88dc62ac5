import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { soakCount, soakSeed } from '@arbiter/testing';
import fc from 'fast-check';
import { IgnoreList } from './ignore-list.js';
import { matchWithStars } from './segment-glob.js';

const isIgnored = (path: string, ...lines: string[]): boolean => new IgnoreList(lines).ignores(path);

describe('IgnoreList', () => {
  it.each([
    ['a name at any depth', 'x/a.log', ['*.log'], true],
    ['only at the top', 'x/a.log', ['/*.log'], false],
    ['a path from the top, as there is a slash in it', 'x/a/b', ['a/b'], false],
    ['a folder, and what is in it', 'out/a.md', ['out/'], true],
    ['no file that is called like a folder', 'out', ['out/'], false],
    ['what is below a folder', 'a/b/c', ['a/**'], true],
    ['not the folder itself', 'a/', ['a/**'], false],
    ['folders between, or none', 'a/b', ['a/**/b'], true],
    ['the last line that matches', 'kept.log', ['*.log', '!kept.log'], false],
    ['nothing taken back below an ignored folder', 'out/kept.log', ['out/', '!kept.log'], true],
    ['an escaped mark', '!a', ['\\!a'], true],
    ['a set', 'b7', ['[a-c][[:digit:]]'], true],
    ['what is not in a set', 'd', ['[!a-c]'], true],
    ['an open bracket, which matches nothing', '[a', ['[a'], false],
    ['an escaped blank at the end', 'a ', ['a\\ '], true],
    ['no blank at the end', 'a', ['a  '], true],
    ['another case', 'A', ['a'], false],
  ])('reads %s', (_what, path, lines, expected) => {
    expect(isIgnored(path, ...lines)).toBe(expected);
  });

  it('reads files with the line ends and the mark of other systems', () => {
    const list = IgnoreList.ofFiles(['\uFEFFa\r\n# c\r\nb\r\n', '!a\n']);
    expect(['a', 'b', '# c'].map((path) => list.ignores(path))).toEqual([false, true, false]);
  });
});

describe('against git', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbiter-ignore-'));
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The paths that git ignores, by rules alone. */
  function ignoredByGit(rules: readonly string[], paths: readonly string[]): string[] {
    writeFileSync(join(folder, '.gitignore'), `${rules.join('\n')}\n`);
    const args = ['-c', 'core.excludesFile=/dev/null', 'check-ignore', '--no-index', '-z', '--stdin'];
    const { stdout } = spawnSync('git', args, { cwd: folder, input: paths.join('\0'), encoding: 'utf8' });
    return stdout.split('\0').filter((path) => path !== '');
  }

  it('says of every path what git says', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'ab',
      '*',
      '?',
      '**',
      '/',
      '/',
      '[ab]',
      '[!a]',
      '\\a',
      '.',
      'a*b',
      '**/',
      '/**',
    );
    const rule = fc
      .tuple(fc.constantFrom('', '', '', '!', '/'), fc.array(piece, { minLength: 1, maxLength: 6 }))
      .map(([start, pieces]) => start + pieces.join(''))
      // Two stars beside a letter git takes for one or two, as the letters before them have wildcards or none.
      .filter((line) => !/[^/!*]\*{2}|\*{2}[^/*]/.test(line));
    const name = fc.constantFrom('a', 'b', 'ab', 'aab', 'a.b', '.a');
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join('/'));
    const rules = fc.array(rule, { minLength: 1, maxLength: 4 });
    const property = fc.property(rules, fc.uniqueArray(path, { minLength: 5, maxLength: 40 }), (lines, paths) => {
      const list = new IgnoreList(lines);
      expect(paths.filter((each) => list.ignores(each))).toEqual(ignoredByGit(lines, paths));
    });
    fc.assert(property, { numRuns: soakCount(500), seed: soakSeed('ignore lists beside git') });
  });
});

describe('the work of a rule', () => {
  /** Comparisons of one part of a pattern with one item. */
  function comparisons(pattern: readonly string[], items: readonly string[]): number {
    let count = 0;
    matchWithStars(pattern, items, {
      isStar: (part) => part === '*',
      matches: (part, item) => {
        count += 1;
        return part === item;
      },
    });
    return count;
  }

  it('grows no faster than the rule times the path', () => {
    const pattern = Array.from({ length: 20 }, () => ['*', 'a']).flat();
    for (const length of [20, 200, 2_000]) {
      const items = [...Array.from({ length }, () => 'a'), 'b'];
      expect(comparisons(pattern, items)).toBeLessThan(pattern.length * items.length * 2);
    }
  });

  it('ends for twenty folders anywhere above each other', () => {
    const deep = `${'a/'.repeat(200)}b`;
    expect(isIgnored(deep, `${'**/a/'.repeat(20)}c`)).toBe(false);
    expect(isIgnored('a'.repeat(255), `${'*a'.repeat(40)}b`)).toBe(false);
  });
});
