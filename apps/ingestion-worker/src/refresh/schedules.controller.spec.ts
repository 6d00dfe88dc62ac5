import type { OperationContext } from '@arbiter/messaging';
import {
  InMemoryCollectionCatalog,
  InMemoryJobQueue,
  InMemoryScheduleStore,
  ManualClock,
} from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { JobBudgets } from '../pipeline/spending-budget.js';
import { RefreshScheduler } from './refresh-scheduler.js';
import { SchedulesController } from './schedules.controller.js';

const { signal } = new AbortController();
const context = { signal, principal: null } as OperationContext;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HOUR = 3_600_000;
const PAGE = {
  collection: 'docs',
  sources: [{ kind: 'url' as const, url: 'https://docs.example/guide' }],
  tenant: 'default',
};

let clock: ManualClock;
let queue: InMemoryJobQueue;
let schedules: InMemoryScheduleStore;
let ids: { next: (prefix: string) => string };
let sut: SchedulesController;

beforeEach(() => {
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  queue = new InMemoryJobQueue(clock);
  schedules = new InMemoryScheduleStore();
  let count = 0;
  ids = { next: (prefix) => `${prefix}-${(count += 1)}` };
  const budgets = new JobBudgets(undefined, { currency: 'USD', models: {} });
  const embedder = { model: 'words', dimensions: 3 };
  sut = new SchedulesController(schedules, new InMemoryCollectionCatalog(), queue, ids, clock, embedder, budgets, {
    assertReadable: () => Promise.resolve(),
  });
});

describe('sources that are read again', () => {
  it('are read at once, and stand in the list with that job', async () => {
    const { schedule, job } = await sut.schedule({ ...PAGE, refresh: 'every 6h', maxCost: 2 }, context);
    expect(job).toMatchObject({ state: 'queued', collection: 'docs', maxCost: 2 });
    expect(schedule).toMatchObject({ nextDueAt: '2026-01-01T06:00:00.000Z', lastJobId: job.id });
    expect((await sut.list({}, context)).schedules).toEqual([{ schedule, lastJob: job }]);
    expect((await sut.list({ collection: 'other' }, context)).schedules).toEqual([]);
  });

  it('may spend the same with each job', async () => {
    const { job } = await sut.schedule({ ...PAGE, refresh: 'every 6h', maxCost: 2 }, context);
    await queue.claim('worker', signal);
    await queue.finish(job.id, { state: 'succeeded' });
    clock.advance(7 * HOUR);
    await new RefreshScheduler({ schedules, queue, clock, ids, random: () => 0, log: SILENT }).tick(signal);
    expect((await queue.list({ limit: 1 }))[0]).toMatchObject({ state: 'queued', maxCost: 2 });
  });

  it('are one schedule, however often and with whichever cap they are asked for: the last one says how', async () => {
    const first = await sut.schedule({ ...PAGE, refresh: 'every 6h', maxCost: 2 }, context);
    clock.advance(HOUR);
    const { schedule } = await sut.schedule({ ...PAGE, refresh: 'every 7d' }, context);
    expect(schedule).toMatchObject({ id: first.schedule.id, createdAt: first.schedule.createdAt, refresh: 'every 7d' });
    expect((await sut.list({}, context)).schedules.map((one) => one.schedule)).toEqual([schedule]);
    expect(schedule).not.toHaveProperty('maxCost');
  });

  it('are refused for vectors that this worker does not make, and nothing is queued', async () => {
    const asked = { ...PAGE, refresh: 'every 6h', embedding: { model: 'others' } };
    await expect(sut.schedule(asked, context)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await queue.list({ limit: 1 })).toEqual([]);
    expect(await schedules.list(signal)).toEqual([]);
  });

  it('are read no more once they are removed, which can be done once', async () => {
    const { schedule } = await sut.schedule({ ...PAGE, refresh: 'every 6h' }, context);
    expect(await sut.remove({ scheduleId: schedule.id }, context)).toEqual(schedule);
    expect((await sut.list({}, context)).schedules).toEqual([]);
    for (const scheduleId of [schedule.id, '../x']) {
      await expect(sut.remove({ scheduleId }, context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});
