import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { describeGraphStore, graphBytesOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import type { DataDirectory } from '../data-directory.js';
import { FilesystemGraphStore } from './filesystem-graph-store.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeGraphStore('FilesystemGraphStore', async () => new FilesystemGraphStore(await newDirectory()));

describe('FilesystemGraphStore', () => {
  const pathIn = (directory: DataDirectory, file: string) => directory.resolve('graphs/lore', file);
  const filled = async () => {
    const directory = await newDirectory();
    const store = new FilesystemGraphStore(directory);
    await store.put('lore', { version: 'v1', bytes: graphBytesOf(1) }, live);
    return { directory, store };
  };

  it('shows another process what this one puts', async () => {
    const { directory, store } = await filled();
    const reader = new FilesystemGraphStore(directory);
    expect(await reader.currentVersion('lore', live)).toBe('v1');
    await store.put('lore', { version: 'v2', bytes: graphBytesOf(2) }, live);
    expect(await reader.currentVersion('lore', live)).toBe('v2');
    expect(Buffer.compare((await reader.read('lore', 'v2', live))!, graphBytesOf(2))).toBe(0);
  });

  it.each<[string, (path: string) => Promise<void>]>([
    ['one byte is another', async (path) => writeFile(path, flipped(await readFile(path), 500))],
    ['its end is missing', (path) => truncate(path, 900)],
    ['its head is missing', (path) => truncate(path, 20)],
    ['it is empty', (path) => truncate(path, 0)],
  ])('names the file and the command that rebuilds it where %s', async (_, damage) => {
    const { directory, store } = await filled();
    await damage(pathIn(directory, 'v1.graph'));
    await expect(store.read('lore', 'v1', live)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/graphs\/lore\/v1\.graph.*`arbiter graph build --collection lore`/),
    });
  });

  it('repairs a damaged snapshot, and a damaged pointer, with the next put', async () => {
    const { directory, store } = await filled();
    await truncate(pathIn(directory, 'v1.graph'), 20);
    await writeFile(pathIn(directory, 'current.json'), '{');
    await expect(store.currentVersion('lore', live)).rejects.toThrow('graphs/lore/current.json');
    await store.put('lore', { version: 'v1', bytes: graphBytesOf(1) }, live);
    expect(await store.currentVersion('lore', live)).toBe('v1');
    expect(Buffer.compare((await store.read('lore', 'v1', live))!, graphBytesOf(1))).toBe(0);
  });

  it('goes on with the former snapshot where a rebuild was interrupted, and clears up after it', async () => {
    const { directory, store } = await filled();
    const stranded = pathIn(directory, 'v2.graph');
    await writeFile(stranded, 'half');
    expect(await store.currentVersion('lore', live)).toBe('v1');
    await store.put('lore', { version: 'v3', bytes: graphBytesOf(3) }, live);
    expect((await readdir(directory.resolve('graphs/lore'))).sort()).toEqual(['current.json', 'v1.graph', 'v3.graph']);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}
