import { readdir, stat, writeFile } from 'node:fs/promises';
import { describeBlobStore, ManualClock, readBlob } from '@arbiter/ports/testing';
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
    expect((await readBlob(reader, KEY))?.toString()).toBe('x');
    for (const write of [
      () => reader.put(KEY, Buffer.from('y'), live),
      () => reader.delete(KEY, live),
      () => reader.deleteCollection('lore', live),
    ])
      await expect(write()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('keeps one file with the bytes alone, readable by its owner only, and leaves nothing on its way', async () => {
    const directory = await newDirectory();
    const store = new FilesystemBlobStore(directory);
    await store.put(KEY, Buffer.from('plain'), live);
    await expect(store.put(KEY, failing(), live)).rejects.toThrow('broke off');
    const path = directory.resolve('blobs/lore/original/a1');
    expect([(await stat(path)).size, (await stat(path)).mode & 0o777]).toEqual([5, 0o600]);
    expect(await readdir(directory.resolve('staging'))).toEqual([]);
  });

  it('takes no foreign file for a blob, and says of one that is cut off that it is damaged', async () => {
    const directory = await newDirectory();
    const store = new FilesystemBlobStore(directory);
    await store.put(KEY, Buffer.from('0123456789'), live);
    await writeFile(directory.resolve('blobs/lore/original/read me.txt'), 'not ours');
    expect((await store.list('lore', 'original', live)).map(({ name }) => name)).toEqual(['a1']);
    const open = await store.open(KEY, live);
    await writeFile(directory.resolve('blobs/lore/original/a1'), '0123');
    await expect(drain(open!.content)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('says of a blob that was deleted before it was read that it is not there', async () => {
    const store = new FilesystemBlobStore(await newDirectory());
    await store.put(KEY, Buffer.from('x'), live);
    const open = await store.open(KEY, live);
    await store.delete(KEY, live);
    await expect(drain(open!.content)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  await Promise.resolve();
  throw new Error('broke off');
}

async function drain(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of content) void piece;
}
