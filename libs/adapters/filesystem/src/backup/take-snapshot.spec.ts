import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ManualClock } from '@arbiter/ports/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { useTemporaryFolders } from '../../test/temporary-folders.js';
import type { DataDirectory } from '../data-directory.js';
import { openDataDirectory } from '../open-data-directory.js';
import { takeSnapshot } from './take-snapshot.js';
import { WriteGate } from './write-gate.js';

const newFolder = useTemporaryFolders();
const clock = new ManualClock(Date.UTC(2026, 0, 1));
const live = new AbortController().signal;
const options = { clock, signal: live, patienceMs: 2_000 };

let directory: DataDirectory;
beforeEach(async () => {
  directory = await openDataDirectory({ path: await newFolder(), mode: 'write', clock });
});
afterEach(() => directory.close());

async function write(path: string, text: string): Promise<void> {
  await directory.write(directory.resolve(...path.split('/')), text);
}

async function contents(root: string): Promise<Record<string, string>> {
  const snapshot = await takeSnapshot(root, options);
  try {
    const found: Record<string, string> = {};
    for await (const { path } of snapshot.files()) found[path] = await readFile(join(snapshot.root, path), 'utf8');
    return found;
  } finally {
    await snapshot.close();
  }
}

describe('a snapshot of a data directory', () => {
  it('holds what a library consists of, in ascending order, and nothing else', async () => {
    for (const path of ['documents/lore/texts/b.txt', 'documents/lock/texts/a.txt', 'indexes/t.lance/data/1.lance'])
      await write(path, path);
    await write('blobs/lore/original/a', 'a');
    for (const path of [
      'embeddings/data.mdb',
      'config.yaml',
      'orchestrator/lock/1.json',
      'orchestrator/sessions/s.jsonl',
    ])
      await write(path, path);
    await symlink('/etc/passwd', directory.resolve('documents', 'lore', 'texts', 'link.txt'));
    expect(Object.keys(await contents(directory.path))).toEqual([
      'blobs/lore/original/a',
      'documents/lock/texts/a.txt',
      'documents/lore/texts/b.txt',
      'format.json',
      'indexes/t.lance/data/1.lance',
      'orchestrator/sessions/s.jsonl',
    ]);
  });

  it('stays as it was, whatever is replaced, appended to or deleted afterwards', async () => {
    await write('collections/lore.json', 'old');
    await write('changelogs/lore.jsonl', 'one\n');
    await write('documents/lore/texts/a.txt', 'old');
    const snapshot = await takeSnapshot(directory.path, options);
    await write('collections/lore.json', 'new');
    await appendFile(directory.resolve('changelogs', 'lore.jsonl'), 'two\n');
    await rm(directory.resolve('documents'), { recursive: true });
    const read = (...path: string[]) => readFile(join(snapshot.root, ...path), 'utf8');
    expect(await read('collections', 'lore.json')).toBe('old');
    expect(await read('changelogs', 'lore.jsonl')).toBe('one\n');
    expect(await read('documents', 'lore', 'texts', 'a.txt')).toBe('old');
    await snapshot.close();
    expect(await readdir(directory.resolve('staging'))).toEqual([]);
  });

  it('never sees a change of several files half done, while changes go on', async () => {
    const gate = new WriteGate(directory);
    let changes = 0;
    const stop = new AbortController();
    const changing = (async () => {
      while (!stop.signal.aborted) {
        changes += 1;
        const word = String(changes);
        await gate.pass(async () => {
          await gate.pass(() => write('entities/lore.json', word));
          await delay(2);
          await write('collections/lore.json', word);
        });
      }
    })();
    const snapshots: Record<string, string>[] = [];
    const seen = () => new Set(snapshots.map((one) => one['collections/lore.json'])).size;
    while (changes < 3) await delay(1);
    // However slowly a busy machine changes them.
    while (snapshots.length < 20 || seen() <= 5) snapshots.push(await contents(directory.path));
    stop.abort();
    await changing;
    for (const one of snapshots) expect(one['collections/lore.json']).toBe(one['entities/lore.json']);
  });

  it('says that changes do not pause instead of waiting for ever', async () => {
    let end = (): void => undefined;
    const change = new WriteGate(directory).pass(() => new Promise<void>((resolve) => (end = resolve)));
    await expect(takeSnapshot(directory.path, { ...options, patienceMs: 100 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    end();
    await change;
    expect(await contents(directory.path)).toHaveProperty(['format.json']);
  });

  it('does not wait for the change of a process that died', async () => {
    await new WriteGate(directory).pass(() => Promise.resolve());
    await writeFile(directory.resolve('lock', 'changing'), '');
    await directory.close();
    expect(await contents(directory.path)).toHaveProperty(['format.json']);
  });

  it('of a process that died is removed by the next writer, and one that is being read is not', async () => {
    const dead = directory.resolve('staging', 'snapshot-999999999-00');
    const alive = directory.resolve('staging', `snapshot-${process.pid}-00`);
    for (const path of [dead, alive]) await mkdir(path);
    await directory.close();
    directory = await openDataDirectory({ path: directory.path, mode: 'write', clock });
    expect(await readdir(directory.resolve('staging'))).toEqual([`snapshot-${process.pid}-00`]);
  });

  it('cannot be had of a folder without a library', async () => {
    await expect(takeSnapshot(await newFolder(), options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
