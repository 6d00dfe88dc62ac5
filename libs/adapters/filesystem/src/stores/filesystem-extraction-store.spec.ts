import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { describeExtractionStore, graphBytesOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import { FilesystemExtractionStore } from './filesystem-extraction-store.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeExtractionStore('FilesystemExtractionStore', async () => new FilesystemExtractionStore(await newDirectory()));

describe('FilesystemExtractionStore', () => {
  const flip = async (path: string): Promise<void> => {
    const bytes = await readFile(path);
    bytes[500] = (bytes[500] ?? 0) ^ 1;
    await writeFile(path, bytes);
  };

  it.each<[string, (path: string) => Promise<void>]>([
    ['one byte is another', flip],
    ['its end is missing', (path) => truncate(path, 900)],
    ['its head is missing', (path) => truncate(path, 20)],
    ['it is empty', (path) => truncate(path, 0)],
    ['it has another format', (path) => writeFile(path, 'arbiter-extractions 9 \n')],
  ])('knows nothing of a part where %s, and replaces it', async (_, damage) => {
    const directory = await newDirectory();
    const store = new FilesystemExtractionStore(directory);
    await store.put('lore', 'part-1', graphBytesOf(1), live);
    await damage(directory.resolve('extractions/lore/part-1.extractions'));
    expect(await store.read('lore', 'part-1', live)).toBeNull();
    await store.put('lore', 'part-1', graphBytesOf(2), live);
    expect(Buffer.compare((await store.read('lore', 'part-1', live))!, graphBytesOf(2))).toBe(0);
  });

  it('leaves no file of a collection that was deleted', async () => {
    const directory = await newDirectory();
    const store = new FilesystemExtractionStore(directory);
    await store.put('lore', 'part-1', graphBytesOf(1), live);
    await store.delete('lore', live);
    expect(await readdir(directory.resolve('extractions'))).toEqual([]);
  });
});
