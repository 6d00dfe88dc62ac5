import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';

interface Order {
  readonly LONGEST: readonly string[];
  readonly longestFirst: <T extends { readonly path: string }>(root: string, tests: readonly T[]) => T[];
}

const root = resolve(import.meta.dirname, '../../..');
// The settings of jest belong to no package.
const { LONGEST, longestFirst } = (await import(join(root, 'tools/jest/longest-first.mjs'))) as Order;

it('starts the longest spec files first, and leaves the others in their order', () => {
  const given = ['b.spec.ts', ...LONGEST.toReversed(), 'a.spec.ts'].map((path) => ({ path: join(root, path) }));
  const sorted = longestFirst(root, given).map(({ path }) => path.slice(root.length + 1));
  expect(sorted).toEqual([...LONGEST, 'b.spec.ts', 'a.spec.ts']);
});

it('knows no spec file that there is not', () => {
  expect(LONGEST.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
