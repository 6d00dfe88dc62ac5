import { readdir, stat, writeFile } from 'node:fs/promises';
import { describeBlobStore, ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { openDataDirectory } from '../open-data-directory.js';
import { FilesystemBlobStore } from './filesystem-blob-store.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();
const KEY = { collection: 'lore', kind: 'original', name: 'a1' } as const;

describeBlobStore('FilesystemBlobStore', async () => new FilesystemBlobStore(await newDirectory()));

describe('FilesystemBlobStore', () => {
  it('shows a reader in another process what was put, and lets it write nothing', async () => {
    const directory = await newDirectory();
    const reader = new FilesystemBlobStore(
      await openDataDirectory({ path: directory.path, mode: 'read', clock: new ManualClock() }),
    );
    await new FilesystemBlobStore(directory).put(KEY, Buffer.from('x'), live);
    expect(String(await reader.get(KEY, live))).toBe('x');
    for (const write of [
      () => reader.put(KEY, Buffer.from('y'), live),
      () => reader.delete(KEY, live),
      () => reader.deleteCollection('lore', live),
    ])
      await expect(write()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('keeps one file with the bytes alone, readable by its owner only, and takes no foreign one for a blob', async () => {
    const directory = await newDirectory();
    const store = new FilesystemBlobStore(directory);
    await store.put(KEY, Buffer.from('plain'), live);
    const { size, mode } = await stat(directory.resolve('blobs/lore/original/a1'));
    expect([size, mode & 0o777, await readdir(directory.resolve('staging'))]).toEqual([5, 0o600, []]);
    for (const name of ['read me.txt', 'notes.txt'])
      await writeFile(directory.resolve('blobs/lore/original', name), 'not ours');
    expect((await store.list('lore', 'original', live)).map(({ name }) => name)).toEqual(['a1']);
  });
});
