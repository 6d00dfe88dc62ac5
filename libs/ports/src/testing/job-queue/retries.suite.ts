import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type IngestionSource, NO_COUNTS } from '@arbiter/contracts';
import type { JobOutcome, JobQueue } from '../../job-queue.js';
import { ManualClock } from '../clock.js';
import { jobOf, type JobQueueStage } from './job-queue-stage.js';

const live = new AbortController().signal;
const ENDS: readonly JobOutcome[] = [
  { state: 'completed_with_errors' },
  { state: 'failed', error: 'The store is away.' },
  { state: 'cancelled' },
];

/** Jobs that are started again because somebody asks for it. */
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
