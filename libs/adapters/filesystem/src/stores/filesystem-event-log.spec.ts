import { appendFile, open, readFile, writeFile } from 'node:fs/promises';
import {
  changelogEventOf,
  describeChangelogStore,
  describeGraphCorrectionStore,
  graphCorrectionEventOf,
} from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import type { DataDirectory } from '../data-directory.js';
import { FilesystemChangelogStore, FilesystemGraphCorrectionStore } from './filesystem-event-log.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

describeChangelogStore('FilesystemChangelogStore', async () => new FilesystemChangelogStore(await newDirectory()));
describeGraphCorrectionStore(
  'FilesystemGraphCorrectionStore',
  async () => new FilesystemGraphCorrectionStore(await newDirectory()),
);

describe('FilesystemGraphCorrectionStore', () => {
  it('keeps its files apart from changelogs, and names the one that is damaged', async () => {
    const directory = await newDirectory();
    const store = new FilesystemGraphCorrectionStore(directory);
    await store.append('lore', [graphCorrectionEventOf(1, 'The Eel')], { after: 0 }, live);
    expect(await new FilesystemChangelogStore(directory).lastId('lore', live)).toBe(0);
    // A changelog that was restored to the wrong place.
    await appendFile(directory.resolve('corrections/lore.jsonl'), `${JSON.stringify([changelogEventOf(2, 'open')])}\n`);
    await expect(store.read('lore', {}, live)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('corrections/lore.jsonl is damaged (line 2)'),
    });
  });
});

describe('FilesystemChangelogStore', () => {
  const [first, second, third] = [1, 2, 3].map((id) => changelogEventOf(id, `status ${id}`)) as [
    ReturnType<typeof changelogEventOf>,
    ReturnType<typeof changelogEventOf>,
    ReturnType<typeof changelogEventOf>,
  ];
  const pathIn = (directory: DataDirectory) => directory.resolve('changelogs/lore.jsonl');
  const filled = async () => {
    const directory = await newDirectory();
    const store = new FilesystemChangelogStore(directory);
    await store.append('lore', [first, second], { after: 0 }, live);
    return { directory, store, path: pathIn(directory) };
  };

  it('shows another process what this one appends', async () => {
    const { directory, store } = await filled();
    const reader = new FilesystemChangelogStore(directory);
    expect(await reader.lastId('lore', live)).toBe(2);
    await store.append('lore', [third], { after: 2 }, live);
    expect(await reader.lastId('lore', live)).toBe(3);
    expect(await reader.read('lore', { after: 2 }, live)).toEqual([third]);
    await store.delete('lore', live);
    expect(await reader.lastId('lore', live)).toBe(0);
  });

  it('has all events of an append or none after a crash, wherever the crash cut it', async () => {
    const { store, path } = await filled();
    const before = await readFile(path);
    await store.append('lore', [third, changelogEventOf(4, 'status 4')], { after: 2 }, live);
    const after = await readFile(path);
    for (let cut = before.length; cut < after.length; cut += 7) {
      const directory = await newDirectory();
      const next = new FilesystemChangelogStore(directory);
      await next.append('lore', [first], { after: 0 }, live);
      await writeFile(pathIn(directory), after.subarray(0, cut));
      expect(await next.lastId('lore', live)).toBe(2);
      expect(await next.read('lore', {}, live)).toEqual([first, second]);
      await next.append('lore', [third], { after: 2 }, live);
      expect(await new FilesystemChangelogStore(directory).read('lore', {}, live)).toEqual([first, second, third]);
      // Nothing is left of what was cut off.
      expect(await readFile(pathIn(directory), 'utf8')).toBe(`${before.toString()}${JSON.stringify([third])}\n`);
    }
  });

  it('begins anew where a crash cut the first append', async () => {
    const { directory, path } = await filled();
    await writeFile(path, '[{"id":1,"rec');
    const store = new FilesystemChangelogStore(directory);
    expect(await store.lastId('lore', live)).toBe(0);
    await store.append('lore', [first], { after: 0 }, live);
    expect(await store.read('lore', {}, live)).toEqual([first]);
  });

  it.each([
    ['a line that is no JSON', '{{{\n', 'line 2'],
    ['a line that is no events', '[{"id":3}]\n', 'line 2'],
    ['an id that does not follow', `${JSON.stringify([changelogEventOf(7, 'late')])}\n`, 'line 2'],
  ])('names the file and the line for %s', async (_, line, where) => {
    const { store, path } = await filled();
    await appendFile(path, line);
    await expect(store.read('lore', {}, live)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining(`changelogs/lore.jsonl is damaged (${where})`),
    });
  });

  it('appends nothing to a damaged log', async () => {
    const { store, path } = await filled();
    await appendFile(path, '{{{\n');
    await expect(store.append('lore', [third], { after: 2 }, live)).rejects.toThrow('changelogs/lore.jsonl is damaged');
    expect(await readFile(path, 'utf8')).toMatch(/\{\{\{\n$/);
  });

  it('tells the last id of 10,000 entries without reading them all', async () => {
    const directory = await newDirectory();
    const store = new FilesystemChangelogStore(directory);
    for (let after = 0; after < 10_000; after += 100) {
      const events = Array.from({ length: 100 }, (_, index) => changelogEventOf(after + index + 1, 'open'));
      await store.append('lore', events, { after }, live);
    }
    expect(await new FilesystemChangelogStore(directory).read('lore', {}, live)).toHaveLength(10_000);
    // Whoever read all of them would meet the damage.
    const file = await open(pathIn(directory), 'r+');
    await file.write('{{{', 0);
    await file.close();
    const reader = new FilesystemChangelogStore(directory);
    expect(await reader.lastId('lore', live)).toBe(10_000);
    await expect(reader.read('lore', {}, live)).rejects.toThrow('is damaged');
  });
});
