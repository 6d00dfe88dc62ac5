import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { IngestionSource } from '@arbiter/contracts';
import type { JobQueue, QueueLimits } from '../../job-queue.js';
import { ManualClock } from '../clock.js';
import { jobOf, type JobQueueStage } from './job-queue-stage.js';

const live = new AbortController().signal;
const LIMITS: QueueLimits = { jobs: 4, jobsOfTenant: 2, contentChars: 1_000_000 };

/** How much a queue takes, and how little of it it tells. */
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
