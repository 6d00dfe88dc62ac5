import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataDirectory, FilesystemJobQueue, openDataDirectory } from '@arbiter/adapters-filesystem';
import { NO_COUNTS } from '@arbiter/contracts';
import { type JobQueue, SYSTEM_CLOCK } from '@arbiter/ports';
import { jobOf } from '@arbiter/ports/testing';
import { until } from '@arbiter/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExecuteJob } from './job-attempt.js';
import { JobRunner, type JobRunnerOptions } from './job-runner.js';

const live = new AbortController().signal;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const DONE = { counts: NO_COUNTS, failures: [], current: null };

describe('shares of tenants in a worker', () => {
  let folder: string;
  let directory: DataDirectory;
  let queue: JobQueue;
  let runner: JobRunner;
  let ended: string[];
  let running: Set<string>;
  let most: number;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbiter-shares-'));
    directory = await openDataDirectory({ path: folder, mode: 'write', clock: SYSTEM_CLOCK });
    queue = await FilesystemJobQueue.open({ directory, clock: SYSTEM_CLOCK });
    [ended, running, most] = [[], new Set(), 0];
  });
  afterEach(async () => {
    await runner.stop();
    await queue.close();
    await directory.close();
    await rm(folder, { recursive: true });
  });

  /** Jobs whose id begins with "long" end when the worker stops; the others at once. */
  const run = (options: Partial<JobRunnerOptions>, whileLong: (turn: () => Promise<void>) => Promise<void>): void => {
    const execute: ExecuteJob = async ({ id }, _report, signal, turn) => {
      running.add(id);
      most = Math.max(most, running.size);
      while (id.startsWith('long') && !signal.aborted) await whileLong(turn);
      running.delete(id);
      ended.push(id);
      return DONE;
    };
    runner = new JobRunner(queue, execute, { workerId: 'w', concurrency: 2, maxOutageMs: 0, ...options }, SILENT);
    runner.start();
  };
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 2));
  const submit = (id: string, tenant: string) => queue.submit(jobOf(id, { tenant, collection: id }), live);

  it('ends a short text of one tenant while two long texts of another run that reach no turn', async () => {
    await submit('long-1', 'a');
    await submit('long-2', 'a');
    run({}, wait);
    await until(() => running.size === 2);
    await submit('long-3', 'a');
    await submit('short-1', 'b');
    await submit('short-2', 'c');
    await until(() => ended.length === 2);
    expect(ended).toEqual(['short-1', 'short-2']);
    expect([...running]).toEqual(['long-1', 'long-2']);
    expect(most).toBe(3);
  });

  it('gives one tenant no place beyond the others, however much it queues', async () => {
    for (const id of ['long-1', 'long-2', 'long-3']) await submit(id, 'a');
    run({}, wait);
    await until(() => running.size === 2);
    await submit('short-1', 'b');
    await until(() => ended.length === 1);
    expect(await queue.get('long-3')).toMatchObject({ state: 'queued' });
    expect([...running]).toEqual(['long-1', 'long-2']);
  });

  it('keeps to one job at a time where there is one place, and lets others in at the next turn of a long one', async () => {
    await submit('long-1', 'a');
    let turns = 0;
    let inTurn = 0;
    run({ concurrency: 1, sliceMs: 1 }, async (turn) => {
      inTurn += 1;
      await turn();
      inTurn -= 1;
      turns += 1;
      await wait();
    });
    await until(() => turns > 0);
    await submit('short-1', 'b');
    await until(() => ended.length === 1);
    expect(ended).toEqual(['short-1']);
    expect(inTurn).toBeLessThanOrEqual(1);
  });

  it('starts a job of another tenant also after one has started as many as a worker takes', async () => {
    for (let job = 0; job < 40; job += 1) await submit(`long-${job}`, 'a');
    run({ concurrency: 1, sliceMs: 1 }, async (turn) => {
      await turn();
      await wait();
    });
    await until(() => running.size > 16);
    await submit('short-1', 'b');
    await until(() => ended.length === 1);
    expect(ended).toEqual(['short-1']);
    expect(running.size).toBe(17);
  });
});
