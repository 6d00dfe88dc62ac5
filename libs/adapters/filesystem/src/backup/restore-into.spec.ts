import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useTemporaryFolders } from '../../test/temporary-folders.js';
import { openDataDirectory } from '../open-data-directory.js';
import { prepareRestore } from './restore-into.js';

const newFolder = useTemporaryFolders();
const clock = new ManualClock(Date.UTC(2026, 0, 1));
const FORMAT = '{"format":"arbiter-data","version":1}\n';

const bytesOf = async function* (text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
};
const read = (...path: string[]): Promise<string | null> => readFile(join(...path), 'utf8').catch(() => null);

async function library(path: string, word: string): Promise<void> {
  const directory = await openDataDirectory({ path, mode: 'write', clock });
  await directory.write(directory.resolve('collections', 'lore.json'), word);
  await directory.write(directory.resolve('entities', 'lore.json'), word);
  await directory.close();
}

async function restored(path: string, word: string, replace = false) {
  const target = await prepareRestore(path, { clock, replace });
  await target.write('collections/lore.json', bytesOf(word));
  await target.write('format.json', bytesOf(FORMAT));
  return target;
}

describe('a restore', () => {
  it('shows nothing before it is committed, and then all of it', async () => {
    const path = join(await newFolder(), 'data');
    const target = await restored(path, 'new');
    expect(await read(path, 'collections', 'lore.json')).toBeNull();
    expect(await target.commit()).toBeNull();
    await target.close();
    expect(await read(path, 'collections', 'lore.json')).toBe('new');
    expect((await readdir(path)).sort()).toEqual(['collections', 'format.json', 'lock', 'staging']);
    expect(await readdir(join(path, 'staging'))).toEqual([]);
  });

  it('leaves everything as it was when it is not committed', async () => {
    const path = await newFolder();
    await library(path, 'old');
    const before = (await readdir(path, { recursive: true })).sort();
    await (await restored(path, 'new', true)).close();
    expect(await read(path, 'collections', 'lore.json')).toBe('old');
    expect((await readdir(path, { recursive: true })).sort().filter((name) => !name.startsWith('lock/'))).toEqual(
      before.filter((name) => !name.startsWith('lock/')),
    );
  });

  it('refuses a folder that holds something, whatever it is', async () => {
    const path = await newFolder();
    await writeFile(join(path, 'photo.jpg'), '');
    await expect(prepareRestore(path, { clock, replace: false })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('keeps what it replaces, and touches nothing that is not a part of a library', async () => {
    const path = await newFolder();
    await library(path, 'old');
    await writeFile(join(path, 'photo.jpg'), 'mine');
    const target = await restored(path, 'new', true);
    const replaced = await target.commit();
    await target.close();
    expect(await read(replaced!, 'collections', 'lore.json')).toBe('old');
    expect(await read(replaced!, 'entities', 'lore.json')).toBe('old');
    expect(await read(path, 'entities', 'lore.json')).toBeNull();
    expect(await read(path, 'photo.jpg')).toBe('mine');
    await library(path, 'newer');
  });

  it.each(['', 'orchestrator'])('is refused while a process writes to "./%s"', async (below) => {
    const path = await newFolder();
    const directory = await openDataDirectory({ path: join(path, below), mode: 'write', clock });
    await expect(prepareRestore(path, { clock, replace: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { pid: process.pid },
    });
    await directory.close();
  });

  it('turns writers away until it is over', async () => {
    const path = await newFolder();
    const target = await restored(path, 'new');
    await expect(openDataDirectory({ path, mode: 'write', clock })).rejects.toMatchObject({ code: 'CONFLICT' });
    await target.close();
    await (await openDataDirectory({ path, mode: 'write', clock })).close();
  });

  it('is refused where the disk has too little room', async () => {
    const target = await restored(await newFolder(), 'new');
    await expect(target.reserve({ files: 1, bytes: 2 ** 60 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'ENOSPC' },
    });
    await target.close();
  });

  it('that died while it unpacked is as if it had never been', async () => {
    const path = await newFolder();
    await library(path, 'old');
    await mkdir(join(path, 'staging', 'restore', 'collections'), { recursive: true });
    await writeFile(join(path, 'staging', 'restore', 'collections', 'lore.json'), 'half');
    await (await openDataDirectory({ path, mode: 'write', clock })).close();
    expect(await read(path, 'collections', 'lore.json')).toBe('old');
    expect(await readdir(join(path, 'staging'))).toEqual([]);
  });

  // Each is a moment at which the process is killed: what was done until then, by hand.
  const proven = (path: string, ...below: string[]): string => join(path, 'staging', 'restore-proven-7', ...below);
  it.each<[string, (path: string) => Promise<void>]>([
    ['was proven', () => Promise.resolve()],
    [
      'began to move the old away',
      async (path) => {
        await mkdir(join(path, 'replaced-7'));
        await rename(join(path, 'collections'), join(path, 'replaced-7', 'collections'));
      },
    ],
    [
      'began to move the new in',
      async (path) => {
        await mkdir(join(path, 'replaced-7'));
        for (const name of ['collections', 'entities', 'format.json'])
          await rename(join(path, name), join(path, 'replaced-7', name));
        await writeFile(join(path, 'staging', 'restore-proven-7.moving'), '');
        await rename(proven(path, 'collections'), join(path, 'collections'));
      },
    ],
    [
      'moved all of it in',
      async (path) => {
        await mkdir(join(path, 'replaced-7'));
        for (const name of ['collections', 'entities', 'format.json'])
          await rename(join(path, name), join(path, 'replaced-7', name));
        await writeFile(join(path, 'staging', 'restore-proven-7.moving'), '');
        for (const name of ['collections', 'format.json']) await rename(proven(path, name), join(path, name));
      },
    ],
  ])('that died when it %s is refused to readers and finished by the next writer', async (_, die) => {
    const path = await newFolder();
    await library(path, 'old');
    await mkdir(proven(path, 'collections'), { recursive: true });
    await writeFile(proven(path, 'collections', 'lore.json'), 'new');
    await writeFile(proven(path, 'format.json'), FORMAT);
    await die(path);
    await expect(openDataDirectory({ path, mode: 'read', clock })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await (await openDataDirectory({ path, mode: 'write', clock })).close();
    expect(await read(path, 'collections', 'lore.json')).toBe('new');
    expect(await read(path, 'entities', 'lore.json')).toBeNull();
    expect(await read(path, 'replaced-7', 'collections', 'lore.json')).toBe('old');
    expect(await read(path, 'replaced-7', 'entities', 'lore.json')).toBe('old');
    expect(await readdir(join(path, 'staging'))).toEqual([]);
    await openDataDirectory({ path, mode: 'read', clock });
  });
});
