import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobQueue } from '../../job-queue.js';
import { ManualClock } from '../clock.js';
import { jobOf, type JobQueueStage } from './job-queue-stage.js';

const live = new AbortController().signal;
/** Within which a queue that gave out a job wrongly would have done so, in milliseconds. */
const WRONGLY_WITHIN_MS = 300;

/** Whose job comes next: tenants take turns, and a collection has one writer. */
export function describeTurns<Q extends JobQueue>(stage: JobQueueStage<Q>): void {
  describe('with several tenants and collections', () => {
    let queue: Q;
    beforeEach(async () => {
      queue = await stage.open(new ManualClock());
    });
    afterEach(() => queue.close());

    const claimedId = async (): Promise<string | undefined> => (await queue.claim('worker', live))?.id;

    it('gives tenants their turns, however many jobs one of them has queued', async () => {
      for (const id of ['a-1', 'a-2', 'a-3']) {
        await queue.submit(jobOf(id, { tenant: 'many', collection: id }), live);
      }
      for (const id of ['b-1', 'b-2']) await queue.submit(jobOf(id, { tenant: 'few', collection: id }), live);
      const order = [];
      for (let claim = 0; claim < 5; claim += 1) order.push(await claimedId());
      expect(order).toEqual(['a-1', 'b-1', 'a-2', 'b-2', 'a-3']);
    });

    it('never runs two jobs of one collection at once, and starts the next in order when one ends', async () => {
      for (const id of ['job-1', 'job-2', 'job-3']) await queue.submit(jobOf(id), live);
      expect(await claimedId()).toBe('job-1');
      const waiting = queue.claim('other', live);
      expect(await Promise.race([waiting, delay(WRONGLY_WITHIN_MS)])).toBeUndefined();
      await queue.finish('job-1', { state: 'succeeded' });
      expect((await waiting)?.id).toBe('job-2');
      await queue.finish('job-2', { state: 'failed', error: 'Broken.' });
      expect(await claimedId()).toBe('job-3');
    });

    it('keeps to one writer of a collection that two tenants fill', async () => {
      await queue.submit(jobOf('job-1', { tenant: 'a' }), live);
      await queue.submit(jobOf('job-2', { tenant: 'b' }), live);
      await queue.submit(jobOf('job-3', { tenant: 'b', collection: 'other' }), live);
      const first = await claimedId();
      const second = await claimedId();
      expect(second).toBe('job-3');
      await queue.finish(first ?? '', { state: 'succeeded' });
      const [last] = ['job-1', 'job-2'].filter((id) => id !== first);
      expect(await claimedId()).toBe(last);
    });
  });
}
