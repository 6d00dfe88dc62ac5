import { readdir } from 'node:fs/promises';
import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { soakSample } from '@arbiter/ports/testing/soak';
import { startChild } from '../test/child-process.js';
import { useTemporaryFolders } from '../test/temporary-folders.js';
import type { DataDirectory } from './data-directory.js';
import { openDataDirectory } from './open-data-directory.js';
import { FilesystemDocumentStore } from './documents/filesystem-document-store.js';
import { FilesystemJobQueue } from './jobs/filesystem-job-queue.js';

const newFolder = useTemporaryFolders();
const clock = new ManualClock();
const live = new AbortController().signal;
const open = (path: string): Promise<DataDirectory> => openDataDirectory({ path, mode: 'write', clock });

/** Runs a step of the child until it has acknowledged so many things, kills it, and gives all that it acknowledged. */
async function acknowledgedUntilKilled(what: string, path: string, count: number): Promise<unknown[]> {
  const child = startChild(what, path);
  const acknowledged: unknown[] = [];
  while (acknowledged.length < count) acknowledged.push(await child.next());
  return [...acknowledged, ...(await child.kill())];
}

describe('after kill -9', () => {
  it('every acknowledged document is there, whole, and no half of another', async () => {
    const path = await newFolder();
    for (const count of soakSample('kills of who writes documents', [1, 7, 23, 40], 2)) {
      const acknowledged = (await acknowledgedUntilKilled('put', path, count)) as { id: string; round: number }[];
      const rounds = new Map(acknowledged.map(({ id, round }) => [id, round]));
      const directory = await open(path);
      const store = new FilesystemDocumentStore(directory);
      for (const [id, round] of rounds) {
        const stored = await store.get(id, live);
        const text = await store.text(id, live);
        // The put under way at the kill may have come through or not; nothing older may come back.
        expect([round, round + 10].map((one) => `round ${one}`)).toContain(stored?.title);
        expect(text).toMatch(new RegExp(`^${id} in ${stored!.title}: x*$`));
      }
      const count10 = await store.count('default', live);
      expect(await readdir(directory.resolve('documents/default/texts'))).toHaveLength(count10);
      expect(await readdir(directory.resolve('staging'))).toEqual([]);
      await directory.close();
    }
  }, 120_000);

  it('every acknowledged step of a job is there, and the log opens', async () => {
    for (const count of soakSample('kills of who writes jobs', [1, 20, 95, 150], 2)) {
      const path = await newFolder();
      const acknowledged = (await acknowledgedUntilKilled('queue', path, count)) as {
        submitted?: string;
        finished?: string;
      }[];
      const directory = await open(path);
      const queue = await FilesystemJobQueue.open({ directory, clock });
      const finished = acknowledged.flatMap((one) => (one.finished === undefined ? [] : [one.finished]));
      const submitted = acknowledged.flatMap((one) => (one.submitted === undefined ? [] : [one.submitted]));
      for (const id of finished) expect(await queue.get(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
      for (const id of submitted) expect(await queue.get(id)).not.toBeNull();
      const states = (await queue.list({ limit: 1_000 })).map(({ state }) => state);
      expect(states).not.toContain('running');
      // At most one step more than those acknowledged.
      expect(states.length - submitted.length).toBeLessThanOrEqual(1);
      await queue.close();
      await directory.close();
    }
  }, 120_000);
});

// 128 blocks are 64 or 128 KiB, as the shell counts: below the 300 KiB that the child tries to write.
const itWithUlimit = process.platform === 'win32' ? it.skip : it;

describe('on a full disk', () => {
  itWithUlimit(
    'what does not fit is refused in one sentence, and all before and after it is stored',
    async () => {
      const path = await newFolder();
      const refused = {
        code: 'UNAVAILABLE',
        message: expect.stringMatching(/^The disk is full or a file size limit .* what was stored is intact\.$/),
      };
      expect(await startChild('fill', path, { fileBlocks: 128 }).end()).toEqual([
        ...['done', 'done', 'done'],
        ...[refused, refused, refused],
        ...['done', 'done', 'done'],
      ]);
      const directory = await open(path);
      const store = new FilesystemDocumentStore(directory);
      expect((await store.list('default', { limit: 10 }, live)).map(({ id }) => id)).toEqual(['doc-0', 'doc-2']);
      const warnings: string[] = [];
      const queue = await FilesystemJobQueue.open({ directory, clock, onWarning: (warning) => warnings.push(warning) });
      expect((await queue.list({ limit: 10 })).map(({ id }) => id)).toEqual(['job-2', 'job-0']);
      expect(warnings).toEqual([]);
      await queue.close();
      await directory.close();
    },
    60_000,
  );
});
