import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TemporaryFolders } from '../temporary-folders.js';
import { libraryFingerprint } from './library-fingerprint.js';
import { writeFiles } from './shared-library.js';

/** A clone with nothing but what the library is made of, and a package that has no part in it. */
const CLONE = {
  'package-lock.json': '{}',
  'domains/lantern-coast/documents/inn.md': '# Inn\n',
  'node_modules/@arbiter/ingestion-worker/package.json': '{ "dependencies": { "@arbiter/text": "*", "zod": "4" } }',
  'node_modules/@arbiter/ingestion-worker/dist/main.js': 'import "@arbiter/text";',
  'node_modules/@arbiter/text/package.json': '{}',
  'node_modules/@arbiter/text/dist/deep/words.js': 'export {};',
  'node_modules/@arbiter/text/dist/deep/words.js.map': '{}',
  'node_modules/@arbiter/validator-arm/package.json': '{}',
  'node_modules/@arbiter/validator-arm/dist/main.js': '',
};

const folders = new TemporaryFolders();
let root: string;
let before: string;
beforeEach(async () => {
  root = await folders.create();
  await writeFiles(root, CLONE);
  before = await libraryFingerprint(root);
});
afterAll(() => folders.removeAll());

describe('the fingerprint of the shared library', () => {
  it('is that of any clone that holds the same', async () => {
    const other = await folders.create();
    await writeFiles(other, CLONE);
    expect(await libraryFingerprint(other)).toBe(before);
    expect(before).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ['a document', 'domains/lantern-coast/documents/inn.md'],
    ['the code of a third party', 'package-lock.json'],
    ['the program that reads documents', 'node_modules/@arbiter/ingestion-worker/dist/main.js'],
    ['a package that this depends on', 'node_modules/@arbiter/text/dist/deep/words.js'],
  ])('changes with %s', async (_, path) => {
    await writeFile(join(root, path), '{ "changed": true }');
    expect(await libraryFingerprint(root)).not.toBe(before);
  });

  it.each([
    ['an arm that only answers', 'node_modules/@arbiter/validator-arm/dist/main.js'],
    ['what no program reads', 'node_modules/@arbiter/text/dist/deep/words.js.map'],
  ])('stays with %s', async (_, path) => {
    await writeFile(join(root, path), 'changed');
    expect(await libraryFingerprint(root)).toBe(before);
  });
});
