import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { LONGEST, longestFirst } from '../../jest/longest-first.mjs';

const root = resolve(import.meta.dirname, '../../..');

it('starts the longest spec files first, and leaves the others in their order', () => {
  const given = ['b.spec.ts', ...LONGEST.toReversed(), 'a.spec.ts'].map((path) => ({ path: join(root, path) }));
  const sorted = longestFirst(root, given).map(({ path }) => path.slice(root.length + 1));
  expect(sorted).toEqual([...LONGEST, 'b.spec.ts', 'a.spec.ts']);
});

it('knows no spec file that there is not', () => {
  expect(LONGEST.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
