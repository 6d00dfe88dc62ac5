import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { type IngestionSource, NO_COUNTS } from '@arbiter/contracts';
import { describeJobQueue, jobOf, ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { useDataDirectories } from '../../test/temporary-folders.js';
import type { DataDirectory } from '../data-directory.js';
import { FilesystemJobQueue, type JobQueueOptions } from './filesystem-job-queue.js';

const live = new AbortController().signal;
const newDirectory = useDataDirectories();

const opened = new WeakMap<FilesystemJobQueue, JobQueueOptions>();
const openAs = async (options: JobQueueOptions): Promise<FilesystemJobQueue> => {
  const queue = await FilesystemJobQueue.open(options);
  opened.set(queue, options);
  return queue;
};
describeJobQueue('FilesystemJobQueue', {
  open: async (clock, options = {}) => openAs({ directory: await newDirectory(), clock, ...options }),
  // It remembers nothing beside the log, which is complete after every step: closing is all that death does to it.
  loseWorker: async (queue) => {
    await queue.close();
    return openAs(opened.get(queue)!);
  },
});

describe('FilesystemJobQueue', () => {
  const warnings: string[] = [];
  const clock = new ManualClock();
  const open = (directory: DataDirectory, options: Partial<JobQueueOptions> = {}) => {
    warnings.length = 0;
    return FilesystemJobQueue.open({ directory, clock, onWarning: (warning) => warnings.push(warning), ...options });
  };
  const logOf = (directory: DataDirectory) => readFile(directory.resolve('jobs/log.jsonl'), 'utf8');
  const inline = (content: string): IngestionSource => ({ kind: 'inline', name: 'a.md', content, metadata: {} });

  it('has after a restart what it had before', async () => {
    const directory = await newDirectory();
    const before = await open(directory);
    for (const id of ['done', 'stopped', 'waiting']) await before.submit(jobOf(id, { tenant: 'a' }), live);
    await before.claim('worker', live);
    await before.progress('done', { ...NO_COUNTS, added: 3 }, [{ source: 'x', stage: 'load', reason: 'Gone.' }]);
    await before.finish('done', { state: 'failed', error: 'Why.' });
    await before.cancel('stopped');
    const jobs = await before.list({ limit: 10 });
    await before.close();
    const after = await open(directory);
    expect(await after.list({ limit: 10 })).toEqual(jobs);
    expect((await after.claim('worker', live))?.id).toBe('waiting');
    expect(warnings).toEqual([]);
    await after.close();
  });

  it('queues the job of a dead worker again, in its old place, and counts the attempts', async () => {
    const directory = await newDirectory();
    for (const attempt of [1, 2, 3]) {
      const queue = await open(directory);
      if (attempt === 1) for (const id of ['first', 'second']) await queue.submit(jobOf(id), live);
      expect(await queue.get('first')).toMatchObject({ state: 'queued', counts: NO_COUNTS, startedAt: null });
      expect(await queue.claim('worker', live)).toMatchObject({ id: 'first', attempts: attempt });
      await queue.progress('first', { ...NO_COUNTS, added: attempt }, []);
      await queue.close();
    }
  });

  it('cancels the job of a dead worker that had been asked to stop', async () => {
    const directory = await newDirectory();
    const before = await open(directory);
    await before.submit(jobOf('job-1'), live);
    await before.claim('worker', live);
    await before.cancel('job-1');
    await before.close();
    const after = await open(directory);
    const job = await after.get('job-1');
    expect(job).toMatchObject({ state: 'cancelled', finishedAt: expect.any(String) });
    await after.close();
    clock.advance(1_000);
    const later = await open(directory);
    expect(await later.get('job-1')).toEqual(job);
    await later.close();
  });

  it.each([
    ['a part of a line', '{"type":"submitted","at":"2026-01-0'],
    ['a part of a character', Buffer.from([0xf0, 0x9f])],
    ['zeroes of a power failure', `${'\0'.repeat(50)}\n`],
  ])('cuts off %s at the end of the log and says so', async (_what, rest) => {
    const directory = await newDirectory();
    const before = await open(directory);
    await before.submit(jobOf('job-1'), live);
    await before.close();
    const whole = await logOf(directory);
    await appendFile(directory.resolve('jobs/log.jsonl'), rest);
    const after = await open(directory);
    expect(warnings).toEqual([expect.stringContaining('cut off')]);
    expect(await logOf(directory)).toBe(whole);
    await after.submit(jobOf('job-2'), live);
    await after.close();
    const again = await open(directory);
    expect((await again.list({ limit: 10 })).map(({ id }) => id)).toEqual(['job-2', 'job-1']);
    expect(warnings).toEqual([]);
    await again.close();
  });

  it('leaves out a damaged line in the middle, says so and keeps a copy', async () => {
    const directory = await newDirectory();
    const before = await open(directory);
    for (const id of ['a', 'b', 'c']) await before.submit(jobOf(id), live);
    await before.close();
    const lines = (await logOf(directory)).split('\n');
    const damaged = [lines[0], lines[1]!.slice(5), lines[2], ''].join('\n');
    await writeFile(directory.resolve('jobs/log.jsonl'), damaged);
    const after = await open(directory);
    expect((await after.list({ limit: 10 })).map(({ id }) => id)).toEqual(['c', 'a']);
    expect(warnings).toEqual([expect.stringMatching(/^Lines 2 of jobs\/log\.jsonl are damaged/)]);
    expect(await readFile(directory.resolve('jobs/log.jsonl.damaged'), 'utf8')).toBe(damaged);
    await after.close();
  });

  it('reads lines that are longer than a block', async () => {
    const directory = await newDirectory();
    const before = await open(directory);
    const sources = [inline('é'.repeat(400_000))];
    await before.submit(jobOf('long', { sources }), live);
    await before.submit(jobOf('short'), live);
    await before.close();
    const after = await open(directory);
    expect((await after.claim('worker', live))?.sources).toEqual(sources);
    expect(await after.get('short')).not.toBeNull();
    await after.close();
  });

  it('holds no content of ended jobs on the disk once nothing is under way', async () => {
    const directory = await newDirectory();
    const queue = await open(directory);
    await queue.submit(jobOf('a', { sources: [inline('first secret')] }), live);
    await queue.submit(jobOf('b', { sources: [inline('second secret')] }), live);
    await queue.claim('worker', live);
    await queue.finish('a', { state: 'succeeded' });
    await queue.cancel('b');
    expect(await logOf(directory)).not.toContain('secret');
    await queue.submit(jobOf('c'), live);
    await queue.close();
    const after = await open(directory);
    expect((await after.list({ limit: 10 })).map(({ id, state }) => [id, state])).toEqual([
      ['c', 'queued'],
      ['b', 'cancelled'],
      ['a', 'succeeded'],
    ]);
    await after.close();
  });

  it('compacts a log that has grown, and loses nothing by it', async () => {
    const directory = await newDirectory();
    const queue = await open(directory, { compactAboveBytes: 4_000, endedJobsKept: 5 });
    await queue.submit(jobOf('waiting'), live);
    await queue.claim('worker', live);
    for (let index = 0; index < 60; index += 1) {
      await queue.submit(jobOf(`job-${index}`), live);
      await queue.cancel(`job-${index}`);
    }
    expect((await stat(directory.resolve('jobs/log.jsonl'))).size).toBeLessThan(20_000);
    await queue.finish('waiting', { state: 'succeeded' });
    const jobs = await queue.list({ limit: 100 });
    await queue.close();
    const after = await open(directory, { endedJobsKept: 5 });
    expect(await after.list({ limit: 100 })).toEqual(jobs);
    await after.close();
  });

  it('forgets the oldest ended jobs beyond the number it keeps, and none that is under way', async () => {
    const directory = await newDirectory();
    const queue = await open(directory, { endedJobsKept: 2 });
    await queue.submit(jobOf('waiting'), live);
    for (const id of ['a', 'b', 'c']) {
      await queue.submit(jobOf(id), live);
      await queue.cancel(id);
    }
    expect((await queue.list({ limit: 10 })).map(({ id }) => id)).toEqual(['c', 'b', 'waiting']);
    await queue.close();
  });
});
