import { setTimeout as delay } from 'node:timers/promises';
import type { IngestionSource } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobQueue, QueueLimits } from '../../job-queue.js';
import { ManualClock } from '../clock.js';
import { jobOf, type JobQueueStage } from './job-queue-stage.js';

const LIMITS: QueueLimits = { jobs: 4, jobsOfTenant: 2, contentChars: 1_000_000 };

/** Time in which a faulty queue would have given out the job, in milliseconds. */
const WRONGLY_WITHIN_MS = 300;

const live = new AbortController().signal;

/** Limits of a queue, and the inline content that it hides. */
export function describeRoom<Q extends JobQueue>(stage: JobQueueStage<Q>): void {
  describe('that is filled', () => {
    let queue: Q;
    beforeEach(async () => {
      queue = await stage.open(new ManualClock(), { limits: LIMITS });
    });
    afterEach(() => queue.close());

    const submit = (id: string, tenant: string, sources?: IngestionSource[]) =>
      queue.submit(jobOf(id, { tenant, collection: id, ...(sources && { sources }) }), live);

    it('refuses a tenant more waiting jobs than it may have, and not the others', async () => {
      for (const id of ['a-1', 'a-2']) await submit(id, 'a');
      await expect(submit('a-3', 'a')).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        retryable: true,
        details: { tenant: 'a', limit: 2, retryAfterMs: expect.any(Number) },
      });
      expect(await queue.get('a-3')).toBeNull();
      expect((await submit('b-1', 'b')).state).toBe('queued');
    });

    it('refuses everybody more waiting jobs than it holds', async () => {
      for (const id of ['a-1', 'a-2', 'b-1', 'b-2']) await submit(id, id.slice(0, 1));
      await expect(submit('c-1', 'c')).rejects.toMatchObject({ code: 'OVERLOADED', details: { limit: 4 } });
    });

    it('takes the next once one has been started', async () => {
      for (const id of ['a-1', 'a-2']) await submit(id, 'a');
      await queue.claim('worker', live);
      expect((await submit('a-3', 'a')).state).toBe('queued');
    });

    it('still answers with the job that waits already', async () => {
      for (const id of ['a-1', 'a-2']) await submit(id, 'a');
      expect((await queue.submit({ ...jobOf('a-2', { tenant: 'a', collection: 'a-2' }), id: 'a-9' }, live)).id).toBe(
        'a-2',
      );
    });

    it('refuses to queue an ended job again where there is no room for it', async () => {
      await submit('a-1', 'a');
      await queue.claim('worker', live);
      await queue.finish('a-1', { state: 'failed', error: 'Broken.' });
      for (const id of ['a-2', 'a-3']) await submit(id, 'a');
      await expect(queue.retry('a-1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      expect((await queue.get('a-1'))?.state).toBe('failed');
    });

    it('tells the content of documents to the worker alone', async () => {
      const inline = { kind: 'inline' as const, name: 'a.md', content: '# Secret', metadata: {} };
      const told: unknown[] = [await submit('a-1', 'a', [inline])];
      told.push(await queue.get('a-1'), await queue.list({ limit: 10 }));
      expect((await queue.claim('worker', live))?.sources).toEqual([inline]);
      told.push(await queue.get('a-1'), await queue.list({ limit: 10 }), await queue.cancel('a-1'));
      expect(JSON.stringify(told)).not.toContain('Secret');
      expect(told[0]).toMatchObject({ sources: [{ ...inline, content: '' }] });
    });

    it('lists page after page', async () => {
      for (const id of ['a-1', 'a-2', 'b-1', 'b-2']) await submit(id, id.slice(0, 1));
      const page = async (before?: string) =>
        (await queue.list({ limit: 3, ...(before !== undefined && { before }) })).map(({ id }) => id);
      expect(await page()).toEqual(['b-2', 'b-1', 'a-2']);
      expect(await page('a-2')).toEqual(['a-1']);
      expect(await page('a-1')).toEqual([]);
      expect(await page('gone')).toEqual([]);
    });
  });
}

/** Order of jobs: tenants take turns, and a collection has one writer. */
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

    it('gives the next job to the tenant with the fewest running ones', async () => {
      for (const id of ['a-1', 'a-2']) await queue.submit(jobOf(id, { tenant: 'many', collection: id }), live);
      expect([await claimedId(), await claimedId()]).toEqual(['a-1', 'a-2']);
      await queue.submit(jobOf('b-1', { tenant: 'few', collection: 'b-1' }), live);
      expect(await claimedId()).toBe('b-1');
      await queue.finish('b-1', { state: 'succeeded' });
      // "few" had the last turn and has nothing that runs, "many" has two jobs.
      await queue.submit(jobOf('a-3', { tenant: 'many', collection: 'a-3' }), live);
      await queue.submit(jobOf('b-2', { tenant: 'few', collection: 'b-2' }), live);
      expect([await claimedId(), await claimedId()]).toEqual(['b-2', 'a-3']);
    });

    it('leaves jobs of tenants that are excepted where they are', async () => {
      await queue.submit(jobOf('a-1', { tenant: 'many' }), live);
      const other = queue.claim('worker', live, new Set(['many']));
      expect(await Promise.race([other, delay(WRONGLY_WITHIN_MS)])).toBeUndefined();
      await queue.submit(jobOf('b-1', { tenant: 'few', collection: 'b-1' }), live);
      expect((await other)?.id).toBe('b-1');
      expect(await claimedId()).toBe('a-1');
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
