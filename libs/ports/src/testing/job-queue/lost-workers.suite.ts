import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type IngestionJob, NO_COUNTS } from '@arbiter/contracts';
import type { JobQueue } from '../../job-queue.js';
import { ManualClock } from '../clock.js';
import { jobOf, type JobQueueStage } from './job-queue-stage.js';

const live = new AbortController().signal;
const LOOK_AGAIN_MS = 20;

/** What becomes of a job whose worker dies, or stops. */
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
    /** The job once it has ended, while a worker looks for jobs. */
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
