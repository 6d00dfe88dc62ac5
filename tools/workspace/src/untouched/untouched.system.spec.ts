import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { workspacePackages, workspaceRoot } from '../../workspace-packages.mjs';
import { readKeys } from './read-keys.js';

describe('the keys of a working tree', () => {
  let root: string;
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@y', ...words], { cwd: root });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'x');
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'arbiter-untouched-'));
    git('init', '--quiet');
    const inputs = { test: { inputs: ['default', '{workspaceRoot}/docs/**/*'] } };
    write('package.json', JSON.stringify({ workspaces: ['libs/*'] }));
    write('nx.json', JSON.stringify({ namedInputs: { shared: ['{workspaceRoot}/nx.json'] } }));
    write('libs/one/package.json', JSON.stringify({ name: 'one', devDependencies: { two: '*', zod: '4' } }));
    write('libs/two/package.json', JSON.stringify({ name: 'two' }));
    write('libs/three/package.json', JSON.stringify({ name: 'three', nx: { targets: inputs } }));
    write('docs/ä b.md', 'x');
    commit();
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** The keys of the three packages. */
  const keys = () => ['one', 'two', 'three'].map((name) => readKeys(root, 'v20')?.packages.get(`libs/${name}`));

  it('follow commits of what a package depends on and reads', () => {
    const [one, two, three] = keys();
    write('libs/two/a.ts', 'x');
    commit();
    const after = keys();
    expect(after).toEqual([expect.any(String), expect.any(String), three]);
    expect(after[0]).not.toBe(one);
    expect(after[1]).not.toBe(two);
    write('docs/ä b.md', 'y');
    commit();
    expect(keys()).toEqual([after[0], after[1], expect.not.stringMatching(String(three))]);
  });

  it('are none of what is edited, new, renamed or deleted without a commit', () => {
    const [one, two, three] = keys();
    write('libs/two/new.ts', 'x');
    expect(keys()).toEqual([undefined, undefined, three]);
    git('add', '--all');
    expect(keys()).toEqual([undefined, undefined, three]);
    git('rm', '--quiet', '--force', 'libs/two/new.ts');
    expect(keys()).toEqual([one, two, three]);
    git('mv', 'docs/ä b.md', 'libs/one/ä b.md');
    expect(keys()).toEqual([undefined, two, undefined]);
  });

  it('are none where there is no working tree', () => {
    rmSync(join(root, '.git'), { recursive: true });
    expect(readKeys(root, 'v20')).toBeUndefined();
  });

  it('come with what lies in no package, committed or not', () => {
    write('notes.md', 'x');
    expect(readKeys(root, 'v20')?.outside).toEqual(['docs', 'notes.md', 'nx.json', 'package.json']);
  });
});

describe('the command', () => {
  let cache: string;
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), 'arbiter-cache-'));
  });
  afterEach(() => rmSync(cache, { recursive: true }));

  function untouched(words: readonly string[], { input = '', env = {} } = {}) {
    const main = join(workspaceRoot, 'tools/workspace/dist/untouched/main.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
      encoding: 'utf8',
      input,
      env: { ...process.env, ARBITER_CI_CACHE: cache, ...env },
    });
    return { status, stdout, stderr, lines: stdout.split('\n').filter((line) => line !== '') };
  }

  it('plans everything, and after a green step what has no key and what always runs', () => {
    const first = untouched(['plan', 'lint']);
    const { length } = workspacePackages();
    expect(first.stderr).toContain(`lint: 0 of ${length} packages unchanged since they were green\n`);
    expect(first.lines).toEqual(expect.arrayContaining(['-\tdocs', '-\ttools/jest']));
    expect(first.lines).toContainEqual(expect.stringMatching(/^\S+\tlibs\/text$/));
    expect(untouched(['keep', 'lint'], { input: first.stdout })).toMatchObject({ status: 0, stdout: '', stderr: '' });

    const keyless = first.lines.filter((line) => line.startsWith('-\t'));
    expect(untouched(['plan', 'lint']).lines).toEqual(keyless);
    expect(untouched(['plan', 'lint'], { env: { ARBITER_CI_CACHE: 'off' } }).lines).toEqual(first.lines);
    expect(untouched(['plan', 'test']).lines).toEqual(first.lines);
    expect(untouched(['plan', 'lint', '--with', 'a server']).lines).toHaveLength(first.lines.length);
    const always = untouched(['plan', 'lint', '--always', 'libs/text']).lines;
    expect(always.filter((line) => !keyless.includes(line)).every((line) => line.endsWith('\tlibs/text'))).toBe(true);
    expect(always).toContainEqual(expect.stringMatching(/\tlibs\/text$/));
  });

  it('does not fail a run for a cache that cannot be written', () => {
    const file = join(cache, 'file');
    writeFileSync(file, '');
    const { status, stderr } = untouched(['keep', 'lint'], {
      input: 'k\tlibs/text\n',
      env: { ARBITER_CI_CACHE: file },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('Nothing is remembered') });
  });

  it('says how it is used', () => {
    for (const words of [[], ['plan'], ['dance', 'lint']])
      expect(untouched(words)).toMatchObject({ status: 2, stdout: '' });
  });
});
