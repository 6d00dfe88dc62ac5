import { ArbiterError } from '@arbiter/contracts';
import { InMemoryJobQueue, InMemoryScheduleStore, ManualClock, scheduleRecordOf } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type RefreshPorts, RefreshScheduler } from './refresh-scheduler.js';

const live = new AbortController().signal;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HOUR = 3_600_000;

describe('RefreshScheduler', () => {
  let clock: ManualClock;
  let queue: InMemoryJobQueue;
  let schedules: InMemoryScheduleStore;
  let count: number;
  beforeEach(async () => {
    clock = new ManualClock(Date.UTC(2026, 0, 1));
    queue = new InMemoryJobQueue(clock);
    schedules = new InMemoryScheduleStore();
    count = 0;
    await schedules.save(scheduleRecordOf('schedule-a', { lastJobId: 'job-0' }), null, live);
  });

  const worker = (overrides: Partial<RefreshPorts> = {}): RefreshScheduler =>
    new RefreshScheduler({
      schedules,
      queue,
      clock,
      ids: { next: (prefix) => `${prefix}-${(count += 1)}` },
      random: () => 0.5,
      log: SILENT,
      ...overrides,
    });
  const jobs = async (): Promise<string[]> => (await queue.list({ limit: 100 })).map(({ id }) => id).reverse();
  const finishNext = async (): Promise<void> => {
    const job = await queue.claim('worker', live);
    await queue.finish(job?.id ?? '', { state: 'succeeded' });
  };

  it('queues nothing before its time, one job when it is due, and the next after an interval and its jitter', async () => {
    const sut = worker();
    await sut.tick(live);
    expect(await jobs()).toEqual([]);
    clock.advance(6 * HOUR);
    await sut.tick(live);
    await sut.tick(live);
    expect(await jobs()).toEqual(['job-1']);
    expect(await schedules.get('schedule-a', live)).toMatchObject({
      claimedAt: null,
      // 6 hours plus half of a tenth of them.
      schedule: { lastJobId: 'job-1', nextDueAt: '2026-01-01T12:18:00.000Z' },
    });
    await finishNext();
    clock.advance(6.3 * HOUR);
    await sut.tick(live);
    expect(await jobs()).toEqual(['job-1', 'job-2']);
  });

  it('leaves a run out while the last one is not done', async () => {
    const sut = worker();
    clock.advance(6 * HOUR);
    await sut.tick(live);
    const running = await queue.claim('worker', live);
    clock.advance(7 * HOUR);
    await sut.tick(live);
    expect(await jobs()).toEqual(['job-1']);
    await queue.finish(running?.id ?? '', { state: 'succeeded' });
    await sut.tick(live);
    expect(await jobs()).toEqual(['job-1']);
    clock.advance(7 * HOUR);
    await sut.tick(live);
    expect(await jobs()).toHaveLength(2);
  });

  it('queues one job, however many workers look at the same moment', async () => {
    clock.advance(6 * HOUR);
    // The queue merges equal waiting jobs, which would hide a second submission.
    const submitted: string[] = [];
    const counting: RefreshPorts['queue'] = {
      get: (id) => queue.get(id),
      submit: (job, signal) => {
        submitted.push(job.id);
        return queue.submit(job, signal);
      },
    };
    await Promise.all(Array.from({ length: 6 }, () => worker({ queue: counting }).tick(live)));
    expect(submitted).toHaveLength(1);
    expect(await jobs()).toEqual(submitted);
  });

  it('queues what a worker had claimed that died before it came to it, once', async () => {
    clock.advance(6 * HOUR);
    const dying = worker({
      queue: {
        get: (id) => queue.get(id),
        submit: () => Promise.reject(new ArbiterError('UNAVAILABLE', 'The process is gone.')),
      },
    });
    await dying.tick(live);
    await worker().tick(live);
    expect(await jobs()).toEqual([]);
    clock.advance(60_000);
    await Promise.all([worker().tick(live), worker().tick(live)]);
    expect(await jobs()).toEqual(['job-1']);
  });

  it('goes on with the others when one cannot be queued', async () => {
    await schedules.save(scheduleRecordOf('schedule-b', { collection: 'other' }), null, live);
    clock.advance(6 * HOUR);
    const sut = worker({
      queue: {
        get: (id) => queue.get(id),
        submit: (job, signal) =>
          job.collection === 'default'
            ? Promise.reject(new ArbiterError('INVALID_REQUEST', 'No.'))
            : queue.submit(job, signal),
      },
    });
    await sut.tick(live);
    expect((await queue.list({ limit: 10 })).map(({ collection }) => collection)).toEqual(['other']);
  });

  it('stops at once', async () => {
    const sut = worker();
    sut.start();
    await sut.stop();
    clock.advance(6 * HOUR);
    expect(await jobs()).toEqual([]);
  });
});
