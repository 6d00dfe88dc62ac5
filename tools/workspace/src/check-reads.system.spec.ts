import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { workspaceRoot } from '../workspace-packages.mjs';
import { undeclaredReads } from './check-reads.js';
import { readSharedInputs } from './declared-inputs.js';
import { readPackages } from './read-workspace.js';

/** Paths that nothing is read from, and why they are there. */
const NOT_READ = [
  // The name of a model that wants out of its folder.
  'libs/adapters/model-hub/src/pull-model.spec.ts: libs/adapters',
  // The folder itself is compared with others.
  'libs/platform/src/config/trusted-folders.spec.ts: the root',
  'libs/platform/src/config/trusted-folders.ts: the root',
];

describe('the packages of this workspace', () => {
  it('declare what they read outside of their folders', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: workspaceRoot, encoding: 'utf8', maxBuffer: 1 << 28 });
    const input = { packages: readPackages(), shared: readSharedInputs(workspaceRoot), files: files.split('\n') };
    expect(undeclaredReads(input)).toEqual(NOT_READ);
  });
});

interface Pack {
  readonly inputs?: readonly string[];
  readonly devDependencies?: readonly string[];
}

describe('a path that leaves a package', () => {
  const files = ['docs/guide.md', 'domains/coast/pack.json', 'libs/x/src/a.ts', 'libs/y/src/b.ts', 'libs/z/src/c.ts'];
  const pack = (name: string, text: string, { inputs = [], devDependencies = [] }: Pack = {}) => ({
    name: `@arbiter/${name}`,
    directory: `libs/${name}`,
    tags: [],
    dependencies: [],
    devDependencies,
    inputs,
    files: [{ path: 'src/a.ts', text }],
  });
  const reads = (text: string, more: Pack = {}, shared: readonly string[] = []) =>
    undeclaredReads({
      packages: [pack('x', text, more), pack('y', '', { devDependencies: ['@arbiter/z'] }), pack('z', '')],
      shared,
      files,
    });

  it.each([
    ['a string', `new URL('../../../domains/coast/', import.meta.url)`],
    ['a path without its end', `join(HERE, '../../../domains/coast')`],
    ['the beginning of a template', 'new URL(`../../../domains/coast/${name}`, import.meta.url)'],
  ])('is declared: %s', (_, text) => {
    expect(reads(text)).toEqual([expect.stringMatching(/^libs\/x\/src\/a\.ts: domains\/coast\/?$/)]);
    expect(reads(text, { inputs: ['domains/'] })).toEqual([]);
    expect(reads(text, { inputs: ['domains/coast/'] })).toEqual([]);
    expect(reads(text, { inputs: ['docs/'] })).toHaveLength(1);
    expect(reads(text, {}, ['domains/'])).toEqual([]);
  });

  it('is declared where it leads to another package, built or not, but for those it depends on through others as well', () => {
    const text = `'../../z/dist/c.js'`;
    expect(reads(text)).toEqual(['libs/x/src/a.ts: libs/z/dist/c.js']);
    expect(reads(text, { devDependencies: ['@arbiter/y'] })).toEqual([]);
  });

  it('is declared somehow where it leads to the root, from where everything can be read', () => {
    for (const root of ['../../..', '../../../']) {
      expect(reads(`'${root}'`)).toEqual(['libs/x/src/a.ts: the root']);
      expect(reads(`'${root}'`, { inputs: ['docs/guide.md'] })).toEqual([]);
    }
  });

  it.each([`'../b.js'`, `'../../../../shared/data'`, `'../../../etc/passwd'`, `// '../../../docs/guide.md'`])(
    'is none: %s',
    (text) => {
      expect(reads(text)).toEqual([]);
    },
  );
});
