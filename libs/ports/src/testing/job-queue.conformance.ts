import { type IngestionCounts, type IngestionFailure, type IngestionSource, NO_COUNTS } from '@arbiter/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobQueue, NewJob } from '../job-queue.js';
import { ManualClock } from './clock.js';
import { jobOf, type JobQueueStage } from './job-queue/job-queue-stage.js';
import { describeLostWorkers, describeRetries } from './job-queue/lost-workers.suite.js';
import { describeRoom, describeTurns } from './job-queue/room.suite.js';

const live = new AbortController().signal;

/**
 * Conformance suite of JobQueue.
 *
 * @param stage opens empty queues, and makes workers die
 */
export function describeJobQueue<Q extends JobQueue>(name: string, stage: JobQueueStage<Q>): void {
  describe(`${name}, as a job queue`, () => {
    describeTurns(stage);
    describeRetries(stage);
    describeRoom(stage);
    describeLostWorkers(stage);

    let clock: ManualClock;
    let queue: Q;
    beforeEach(async () => {
      clock = new ManualClock(Date.UTC(2026, 0, 1));
      queue = await stage.open(clock);
    });
    afterEach(() => queue.close());

    const submit = (id: string, overrides: Partial<NewJob> = {}) => queue.submit(jobOf(id, overrides), live);
    const claimedId = async (): Promise<string | undefined> => (await queue.claim('worker', live))?.id;
    const inline: IngestionSource = { kind: 'inline', name: 'a.md', content: '# Secret', metadata: { k: [1] } };

    it('answers a submission with the queued job', async () => {
      expect(await submit('job-1', { sources: [inline] })).toEqual({
        id: 'job-1',
        collection: 'default',
        tenant: 'default',
        sources: [{ ...inline, content: '' }],
        state: 'queued',
        attempts: 0,
        counts: NO_COUNTS,
        failures: [],
        error: null,
        createdAt: '2026-01-01T00:00:00.000Z',
        startedAt: null,
        finishedAt: null,
      });
    });

    it('gives out the oldest job first, each once', async () => {
      await submit('job-2', { collection: 'b' });
      await submit('job-1', { collection: 'a' });
      expect([await claimedId(), await claimedId()]).toEqual(['job-2', 'job-1']);
    });

    it('hands a worker the whole job, inline content, language and cost included', async () => {
      await submit('job-1', { sources: [inline], language: 'de', maxCost: 0.5 });
      clock.advance(1_000);
      expect(await queue.claim('worker', live)).toMatchObject({
        state: 'running',
        attempts: 1,
        sources: [inline],
        language: 'de',
        maxCost: 0.5,
        startedAt: '2026-01-01T00:00:01.000Z',
      });
    });

    it('hands over a job that rebuilds indexes, and reads no source, as it was submitted', async () => {
      const reindex = { embeddingModel: 'nomic-embed-text' };
      await submit('job-1', { sources: [], reindex });
      expect((await submit('job-2', { sources: [], reindex })).id).toBe('job-1');
      expect(await queue.claim('worker', live)).toMatchObject({ id: 'job-1', sources: [], reindex });
    });

    it('returns the queued job instead of a second equal one', async () => {
      await submit('job-1', { sources: [inline] });
      const again = await submit('job-2', { sources: [structuredClone(inline)] });
      expect(again.id).toBe('job-1');
      expect(await queue.get('job-2')).toBeNull();
    });

    it.each([
      { collection: 'other' },
      { sources: [{ ...inline, content: '# Other' }] },
      { sources: [{ ...inline, metadata: { k: [2] } }] },
      { sources: [inline, inline] },
      { language: 'de' },
      { tenant: 'other' },
      { reindex: {} },
    ])('queues a job that differs in %j', async (difference) => {
      await submit('job-1', { sources: [inline] });
      expect((await submit('job-2', { sources: [inline], ...difference })).id).toBe('job-2');
    });

    it('queues an equal job anew once the first has been started', async () => {
      const sources = [inline];
      await submit('job-1', { sources });
      await claimedId();
      expect((await submit('job-2', { sources })).id).toBe('job-2');
    });

    it('refuses a second job of the same id', async () => {
      await submit('job-1');
      await expect(submit('job-1', { collection: 'other' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('keeps a claim waiting until a job comes', async () => {
      const claim = queue.claim('worker', live);
      await submit('job-1');
      expect((await claim)?.id).toBe('job-1');
    });

    it('gives one job to one of two waiting workers, the next job to the other', async () => {
      const claims = [queue.claim('a', live), queue.claim('b', live)];
      await submit('job-1');
      expect((await Promise.race(claims))?.id).toBe('job-1');
      await submit('job-2', { collection: 'other' });
      expect((await Promise.all(claims)).map((job) => job?.id).sort()).toEqual(['job-1', 'job-2']);
    });

    it('ends a waiting claim with null when its signal is aborted, and loses no job by it', async () => {
      const impatient = new AbortController();
      const claim = queue.claim('worker', impatient.signal);
      impatient.abort();
      expect(await claim).toBeNull();
      await submit('job-1');
      expect(await queue.claim('worker', AbortSignal.abort())).toBeNull();
      expect(await claimedId()).toBe('job-1');
    });

    it('ends waiting claims with null when it closes, and takes nothing any more', async () => {
      const claim = queue.claim('worker', live);
      await queue.close();
      expect(await claim).toBeNull();
      await expect(submit('job-1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await queue.close();
    });

    it('shows how far a running job is', async () => {
      const counts: IngestionCounts = { ...NO_COUNTS, found: 3, added: 1, failed: 1 };
      const failures: IngestionFailure[] = [{ source: 'b.pdf', stage: 'parse', reason: 'It is encrypted.' }];
      await submit('job-1');
      await claimedId();
      await queue.progress('job-1', counts, failures);
      await queue.progress('job-1', { ...counts, added: 2 }, failures);
      expect(await queue.get('job-1')).toMatchObject({ state: 'running', counts: { ...counts, added: 2 }, failures });
    });

    it('keeps the first 1,000 failures', async () => {
      await submit('job-1');
      await claimedId();
      const failures = Array.from({ length: 1_001 }, (_, index): IngestionFailure => ({
        source: `${index}.md`,
        stage: 'load',
        reason: 'It has gone.',
      }));
      await queue.progress('job-1', { ...NO_COUNTS, failed: 1_001 }, failures);
      expect((await queue.finish('job-1', { state: 'succeeded' })).failures).toEqual(failures.slice(0, 1_000));
    });

    it('keeps the warnings of an attempt and what it left out, and none where there are none', async () => {
      const warnings = [{ source: 'a.pdf', warning: 'Page 3 has no text (a scan?).' }];
      const leftOut = [{ source: 'a.png', reason: 'No parser reads files of this kind.' }];
      await submit('job-1');
      await claimedId();
      await queue.progress('job-1', NO_COUNTS, []);
      for (const name of ['warnings', 'leftOut']) expect(await queue.get('job-1')).not.toHaveProperty(name);
      await queue.progress('job-1', NO_COUNTS, [], { warnings, leftOut });
      await queue.finish('job-1', { state: 'succeeded' });
      expect(await queue.get('job-1')).toMatchObject({ warnings, leftOut });
    });

    it('ends a job with its last counts', async () => {
      await submit('job-1');
      await claimedId();
      await queue.progress('job-1', { ...NO_COUNTS, added: 2 }, []);
      clock.advance(2_000);
      const ended = await queue.finish('job-1', { state: 'succeeded' });
      expect(ended).toMatchObject({
        state: 'succeeded',
        counts: { added: 2 },
        error: null,
        finishedAt: '2026-01-01T00:00:02.000Z',
      });
      expect(await queue.get('job-1')).toEqual(ended);
    });

    it('says why a job failed', async () => {
      await submit('job-1');
      await claimedId();
      expect(await queue.finish('job-1', { state: 'failed', error: 'The disk is full.' })).toMatchObject({
        state: 'failed',
        error: 'The disk is full.',
      });
    });

    it('forgets the inline content of a job that has ended, and keeps its name', async () => {
      await submit('job-1', { sources: [inline] });
      await claimedId();
      const { sources } = await queue.finish('job-1', { state: 'succeeded' });
      expect(sources).toEqual([{ ...inline, content: '' }]);
    });

    it('cancels a queued job at once', async () => {
      await submit('job-1');
      expect(await queue.cancel('job-1')).toMatchObject({ state: 'cancelled', finishedAt: expect.any(String) });
      await submit('job-2');
      expect(await claimedId()).toBe('job-2');
    });

    it('asks a running job to stop, and its worker ends it', async () => {
      await submit('job-1');
      await claimedId();
      expect(await queue.heartbeat('job-1')).toBe('continue');
      expect((await queue.cancel('job-1')).state).toBe('running');
      expect(await queue.heartbeat('job-1')).toBe('cancel');
      await queue.cancel('job-1');
      await queue.progress('job-1', { ...NO_COUNTS, added: 1 }, []);
      expect(await queue.heartbeat('job-1')).toBe('cancel');
      expect(await queue.finish('job-1', { state: 'cancelled' })).toMatchObject({
        state: 'cancelled',
        counts: { added: 1 },
      });
    });

    it('leaves an ended job as it is when it is cancelled', async () => {
      await submit('job-1');
      await claimedId();
      const ended = await queue.finish('job-1', { state: 'succeeded' });
      expect(await queue.cancel('job-1')).toEqual(ended);
    });

    it('refuses progress and an end of a job that is not running', async () => {
      await submit('job-1');
      await expect(queue.heartbeat('job-1')).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(queue.release('job-1')).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(queue.progress('job-1', NO_COUNTS, [])).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(queue.finish('job-1', { state: 'succeeded' })).rejects.toMatchObject({ code: 'CONFLICT' });
      await claimedId();
      await queue.finish('job-1', { state: 'succeeded' });
      await expect(queue.finish('job-1', { state: 'succeeded' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('does not know a job that was never submitted', async () => {
      expect(await queue.get('job-9')).toBeNull();
      await expect(queue.heartbeat('job-9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(queue.retry('job-9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(queue.cancel('job-9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(queue.finish('job-9', { state: 'succeeded' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(queue.progress('job-9', NO_COUNTS, [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('lists newest first, by collection and state, up to a limit', async () => {
      for (const id of ['job-1', 'job-2', 'job-3']) {
        await submit(id);
        clock.advance(1);
      }
      await submit('job-4', { collection: 'other' });
      await claimedId();
      const ids = async (query: Parameters<JobQueue['list']>[0]) => (await queue.list(query)).map(({ id }) => id);
      expect(await ids({ limit: 10 })).toEqual(['job-4', 'job-3', 'job-2', 'job-1']);
      expect(await ids({ limit: 2 })).toEqual(['job-4', 'job-3']);
      expect(await ids({ collection: 'default', limit: 10 })).toEqual(['job-3', 'job-2', 'job-1']);
      expect(await ids({ collection: 'default', state: 'queued', limit: 10 })).toEqual(['job-3', 'job-2']);
    });

    it('submits nothing under an aborted signal', async () => {
      await expect(queue.submit(jobOf('job-1'), AbortSignal.abort())).rejects.toThrow();
      expect(await queue.list({ limit: 10 })).toEqual([]);
    });
  });
}
