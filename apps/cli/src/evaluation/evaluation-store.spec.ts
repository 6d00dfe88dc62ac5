import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { packStoreName, storeName } from './evaluation-store.js';

describe('storeName', () => {
  it('is a folder name that tells versions of a set apart', () => {
    expect(storeName('nf corpus/test', 'a1'.repeat(32))).toBe('nf-corpus-test-a1a1a1a1a1a1a1a1');
    expect(storeName('scifact', 'a1'.repeat(32))).not.toBe(storeName('scifact', 'b2'.repeat(32)));
  });
});

describe('packStoreName', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'arbiter-store-name-'));
    await mkdir(join(root, 'one', 'documents'), { recursive: true });
    await writeFile(join(root, 'one', 'documents', 'a.md'), '# A');
    await cp(join(root, 'one'), join(root, 'other'), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true }));
  const nameOf = (folder: string) => packStoreName({ domain: 'coast', folder: join(root, folder) });

  it('is the same for a pack that has not changed', async () => {
    expect(await nameOf('one')).toBe(await nameOf('one'));
  });

  it('is another for the same pack in another place, whose documents have other paths', async () => {
    expect(await nameOf('other')).not.toBe(await nameOf('one'));
  });

  it('is another once a document has changed', async () => {
    const before = await nameOf('one');
    await writeFile(join(root, 'one', 'documents', 'a.md'), '# B');
    expect(await nameOf('one')).not.toBe(before);
  });
});
