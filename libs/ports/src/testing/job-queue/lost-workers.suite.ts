import { setTimeout as delay } from 'node:timers/promises';
import { type IngestionJob, type IngestionSource, NO_COUNTS } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobOutcome, JobQueue } from '../../job-queue.js';
import { ManualClock } from '../clock.js';
import { jobOf, type JobQueueStage } from './job-queue-stage.js';

const LOOK_AGAIN_MS = 20;

const ENDS: readonly JobOutcome[] = [
  { state: 'completed_with_errors' },
  { state: 'failed', error: 'The store is away.' },
  { state: 'cancelled' },
];

const live = new AbortController().signal;

/** Jobs whose worker dies or stops. */
export function describeLostWorkers<Q extends JobQueue>(stage: JobQueueStage<Q>): void {
  describe('whose worker goes', () => {
    let queue: Q;
    beforeEach(async () => {
      queue = await stage.open(new ManualClock(), { maxDeliveries: 3 });
    });
    afterEach(() => queue.close());

    const claimAndDie = async (before: () => Promise<unknown> = () => Promise.resolve()): Promise<void> => {
      expect((await queue.claim('worker', live))?.id).toBe('job-1');
      await before();
      queue = await stage.loseWorker(queue);
    };
    /** The ended job, while a worker claims jobs. */
    const ended = async (id: string): Promise<IngestionJob> => {
      const looking = new AbortController();
      const claim = queue.claim('worker', looking.signal);
      for (;;) {
        const job = await queue.get(id);
        if (job && job.finishedAt !== null) {
          looking.abort();
          expect(await claim).toBeNull();
          return job;
        }
        await delay(LOOK_AGAIN_MS);
      }
    };

    it('gives the job out again, with nothing of the lost attempt but its number', async () => {
      await queue.submit(jobOf('job-1'), live);
      await claimAndDie(() => queue.progress('job-1', { ...NO_COUNTS, added: 2 }, []));
      expect(await queue.claim('worker', live)).toMatchObject({
        id: 'job-1',
        state: 'running',
        attempts: 2,
        counts: NO_COUNTS,
        failures: [],
      });
    });

    it('hands the next worker the inline content, too', async () => {
      const sources = [{ kind: 'inline' as const, name: 'a.md', content: '# Secret', metadata: {} }];
      await queue.submit(jobOf('job-1', { sources }), live);
      await claimAndDie();
      expect((await queue.claim('worker', live))?.sources).toEqual(sources);
    });

    it('cancels the job that had been asked to stop', async () => {
      await queue.submit(jobOf('job-1'), live);
      await claimAndDie(() => queue.cancel('job-1'));
      expect(await ended('job-1')).toMatchObject({ state: 'cancelled', finishedAt: expect.any(String) });
    });

    it('gives up a job over which worker after worker died, says why, and takes it again when asked', async () => {
      await queue.submit(jobOf('job-1'), live);
      for (let delivery = 0; delivery < 3; delivery += 1) await claimAndDie();
      expect(await ended('job-1')).toMatchObject({
        state: 'dead_lettered',
        attempts: 3,
        error: expect.stringMatching(/died 3 times in a row/),
      });
      expect(await queue.list({ state: 'dead_lettered', limit: 10 })).toHaveLength(1);
      expect((await queue.retry('job-1')).state).toBe('queued');
      await claimAndDie();
      expect((await queue.claim('worker', live))?.attempts).toBe(5);
    });

    it('does not give up a job that got further each time', async () => {
      await queue.submit(jobOf('job-1'), live);
      for (let delivery = 0; delivery < 4; delivery += 1) {
        await claimAndDie(() => queue.progress('job-1', { ...NO_COUNTS, added: 1 }, []));
      }
      expect((await queue.claim('worker', live))?.attempts).toBe(5);
    });

    it('takes back a job that its worker releases, and never holds that against it', async () => {
      await queue.submit(jobOf('job-1'), live);
      for (let delivery = 0; delivery < 5; delivery += 1) {
        expect((await queue.claim('worker', live))?.id).toBe('job-1');
        await queue.release('job-1');
        expect(await queue.get('job-1')).toMatchObject({ state: 'queued', startedAt: null });
      }
      expect((await queue.claim('worker', live))?.attempts).toBe(6);
    });
  });
}

/** Retries of ended jobs on request. */
export function describeRetries<Q extends JobQueue>(stage: JobQueueStage<Q>): void {
  describe('asked to retry', () => {
    let queue: Q;
    beforeEach(async () => {
      queue = await stage.open(new ManualClock());
    });
    afterEach(() => queue.close());

    const endWith = async (outcome: JobOutcome, sources?: readonly IngestionSource[]): Promise<void> => {
      await queue.submit(jobOf('job-1', sources && { sources }), live);
      await queue.claim('worker', live);
      const failure = { source: 'a.md', stage: 'parse', reason: 'Broken.' } as const;
      await queue.progress('job-1', { ...NO_COUNTS, found: 1, failed: 1 }, [failure]);
      await queue.finish('job-1', outcome);
    };

    it.each(ENDS)('queues a job that ended as $state again, as new but for its attempts', async (outcome) => {
      await endWith(outcome);
      expect(await queue.retry('job-1')).toMatchObject({
        id: 'job-1',
        state: 'queued',
        attempts: 1,
        counts: NO_COUNTS,
        failures: [],
        error: null,
        startedAt: null,
        finishedAt: null,
      });
      expect(await queue.claim('worker', live)).toMatchObject({ id: 'job-1', attempts: 2 });
      expect((await queue.finish('job-1', { state: 'succeeded' })).state).toBe('succeeded');
    });

    it('leaves a job alone that is queued or running', async () => {
      await queue.submit(jobOf('job-1'), live);
      expect(await queue.retry('job-1')).toMatchObject({ state: 'queued', attempts: 0 });
      await queue.claim('worker', live);
      expect(await queue.retry('job-1')).toMatchObject({ state: 'running', attempts: 1 });
      expect(await queue.list({ limit: 10 })).toHaveLength(1);
    });

    it('refuses a job that succeeded', async () => {
      await endWith({ state: 'succeeded' });
      await expect(queue.retry('job-1')).rejects.toMatchObject({ code: 'CONFLICT' });
      expect((await queue.get('job-1'))?.state).toBe('succeeded');
    });

    it('refuses a job whose documents are forgotten, saying what to do', async () => {
      await endWith({ state: 'failed', error: 'x' }, [{ kind: 'inline', name: 'a.md', content: '# A', metadata: {} }]);
      await expect(queue.retry('job-1')).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('submit them anew'),
      });
    });
  });
}
