import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, NO_COUNTS, type IngestionCounts } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { InMemoryJobQueue, jobOf } from '@arbiter/ports/testing';
import { until } from '@arbiter/testing';
import type { RunProgress } from '../pipeline/run-progress.js';
import type { ExecuteJob } from './job-attempt.js';
import { JobRunner, type JobRunnerOptions } from './job-runner.js';

const live = new AbortController().signal;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const at = (counts: Partial<IngestionCounts>): RunProgress => ({
  counts: { ...NO_COUNTS, ...counts },
  failures: [],
  current: null,
});
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(ArbiterError.from(signal.reason)), { once: true });
  });

describe('JobRunner', () => {
  let queue: InMemoryJobQueue;
  const runners: JobRunner[] = [];
  const run = (execute: ExecuteJob, options: Partial<JobRunnerOptions> = {}): JobRunner => {
    const all = { workerId: 'worker', concurrency: 1, maxOutageMs: 0, ...options };
    const runner = new JobRunner(queue, execute, all, SILENT);
    runners.push(runner);
    runner.start();
    return runner;
  };
  const endOf = (id: string) =>
    until(async () => {
      const job = await queue.get(id);
      return job?.finishedAt ? job : null;
    });
  beforeEach(() => {
    queue = new InMemoryJobQueue(SYSTEM_CLOCK);
  });
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await queue.close();
  });

  it('says of a job that left documents out that it completed with errors', async () => {
    await queue.submit(jobOf('a'), live);
    await queue.submit(jobOf('b'), live);
    run((job) => Promise.resolve(at({ added: 2, failed: job.id === 'a' ? 1 : 0 })));
    expect(await endOf('a')).toMatchObject({ state: 'completed_with_errors', counts: { added: 2, failed: 1 } });
    expect((await endOf('b')).state).toBe('succeeded');
  });

  it('goes on with a job once a store that was away is back', async () => {
    await queue.submit(jobOf('a'), live);
    let tries = 0;
    run(
      () => {
        tries += 1;
        if (tries === 1) throw new ArbiterError('UNAVAILABLE', 'The store is away.');
        return Promise.resolve(at({ added: 1 }));
      },
      { maxOutageMs: 5_000 },
    );
    expect(await endOf('a')).toMatchObject({ state: 'succeeded', attempts: 1, error: null });
    expect(tries).toBe(2);
  });

  it('fails a job whose store stays away for longer than it waits, and at once one that would fail again', async () => {
    await queue.submit(jobOf('away', { collection: 'a' }), live);
    await queue.submit(jobOf('wrong', { collection: 'b' }), live);
    const tries: string[] = [];
    run(
      ({ id }) => {
        tries.push(id);
        throw new ArbiterError(id === 'away' ? 'UNAVAILABLE' : 'CONFLICT', `${id}.`);
      },
      { maxOutageMs: 600 },
    );
    expect(await endOf('away')).toMatchObject({ state: 'failed', error: 'away.' });
    expect(await endOf('wrong')).toMatchObject({ state: 'failed', error: 'wrong.' });
    expect(tries).toEqual(['away', 'away', 'wrong']);
  });

  it('runs as many jobs at once as it is told, and goes on with others while one waits', async () => {
    for (const id of ['a', 'b', 'c']) await queue.submit(jobOf(id, { collection: id }), live);
    let most = 0;
    const started = new Set<string>();
    const release = new AbortController();
    run(
      async ({ id }) => {
        started.add(id);
        most = Math.max(most, started.size);
        if (!release.signal.aborted) await untilAborted(release.signal).catch(() => undefined);
        started.delete(id);
        return at({ added: 1 });
      },
      { concurrency: 2 },
    );
    await until(() => started.size === 2);
    release.abort();
    await endOf('c');
    expect(most).toBe(2);
  });

  it('lets short jobs of others end while a long one waits for its next turn, without beginning that anew', async () => {
    const ended: string[] = [];
    for (const id of ['long', 'a', 'b', 'c']) await queue.submit(jobOf(id, { collection: id }), live);
    run(
      async ({ id }, _report, _signal, turn) => {
        for (let documents = 0; documents < (id === 'long' ? 10 : 1); documents += 1) {
          await turn();
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        ended.push(id);
        return at({ added: 1 });
      },
      { sliceMs: 1 },
    );
    expect(await endOf('long')).toMatchObject({ state: 'succeeded', attempts: 1 });
    expect(ended).toEqual(['a', 'b', 'c', 'long']);
  });

  it('stops a job that waits for its turn', async () => {
    for (const id of ['waits', 'works']) await queue.submit(jobOf(id, { collection: id }), live);
    let works = false;
    run(
      async ({ id }, _report, signal, turn) => {
        works ||= id === 'works';
        for (;;) {
          if (id === 'works') await untilAborted(signal);
          await new Promise((resolve) => setTimeout(resolve, 2));
          await turn();
        }
      },
      { sliceMs: 1 },
    );
    await until(() => works);
    await queue.cancel('waits');
    expect((await endOf('waits')).state).toBe('cancelled');
    expect((await queue.get('works'))?.state).toBe('running');
  });

  it('stops a cancelled job, and keeps what it had counted', async () => {
    await queue.submit(jobOf('a'), live);
    run((_job, report, signal) => {
      report(at({ added: 3 }));
      return untilAborted(signal);
    });
    await until(async () => (await queue.get('a'))?.counts.added === 3);
    await queue.cancel('a');
    expect(await endOf('a')).toMatchObject({ state: 'cancelled', counts: { added: 3 } });
  });

  it('gives a job back when it is stopped', async () => {
    await queue.submit(jobOf('a'), live);
    const runner = run((_job, _report, signal) => untilAborted(signal));
    await until(async () => (await queue.get('a'))?.state === 'running');
    await runner.stop();
    expect(await queue.get('a')).toMatchObject({ state: 'queued', attempts: 1 });
  });

  it('takes away what a cancelled or failed job has left, before it ends, and leaves that of one that is gone on with', async () => {
    const abandoned: unknown[] = [];
    const abandon: JobRunnerOptions['abandon'] = async ({ id }) => {
      abandoned.push([id, (await queue.get(id))?.state]);
      // The job ends even if its leftovers cannot be removed.
      if (id === 'failing') throw new ArbiterError('UNAVAILABLE', 'The store is away.');
    };
    for (const id of ['failing', 'cancelled', 'stopped']) await queue.submit(jobOf(id, { collection: id }), live);
    const runner = run(
      (job, _report, signal) =>
        job.id === 'failing' ? Promise.reject(new ArbiterError('CONFLICT', 'Other settings.')) : untilAborted(signal),
      { abandon, concurrency: 2 },
    );
    expect(await endOf('failing')).toMatchObject({ state: 'failed', error: 'Other settings.' });
    await until(async () => (await queue.get('cancelled'))?.state === 'running');
    await queue.cancel('cancelled');
    await endOf('cancelled');
    await until(async () => (await queue.get('stopped'))?.state === 'running');
    await runner.stop();
    expect((await queue.get('stopped'))?.state).toBe('queued');
    expect(abandoned).toEqual([
      ['failing', 'running'],
      ['cancelled', 'running'],
    ]);
  });

  it('stops at once when its job has been given to another worker, and writes nothing further', async () => {
    await queue.submit(jobOf('a'), live);
    let stopped = false;
    run(async (_job, _report, signal) => {
      await untilAborted(signal).catch(() => undefined);
      stopped = true;
      throw new ArbiterError('CANCELLED', 'Stopped.');
    });
    await until(async () => (await queue.get('a'))?.state === 'running');
    queue.loseWorkers();
    await queue.cancel('a');
    await until(() => stopped);
    expect(await queue.get('a')).toMatchObject({ state: 'cancelled', counts: NO_COUNTS });
  });

  it('goes on claiming after the queue was away', async () => {
    await queue.submit(jobOf('a'), live);
    const claim = queue.claim.bind(queue);
    let claims = 0;
    queue.claim = (...call) => {
      claims += 1;
      return claims === 1 ? Promise.reject(new ArbiterError('UNAVAILABLE', 'No broker.')) : claim(...call);
    };
    run(() => Promise.resolve(at({ added: 1 })));
    expect((await endOf('a')).state).toBe('succeeded');
  });
});
