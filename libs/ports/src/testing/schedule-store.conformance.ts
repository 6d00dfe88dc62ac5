import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ScheduleRecord, ScheduleStore } from '../schedule-store.js';

const live = new AbortController().signal;

/** A record for tests. */
export function scheduleRecordOf(id: string, overrides: Partial<ScheduleRecord['schedule']> = {}): ScheduleRecord {
  return {
    schedule: {
      id,
      collection: 'default',
      tenant: 'default',
      sources: [{ kind: 'url', url: 'https://docs.example/guide' }],
      refresh: 'every 6h',
      createdAt: '2026-01-01T00:00:00.000Z',
      nextDueAt: '2026-01-01T06:00:00.000Z',
      lastJobId: 'job-1',
      ...overrides,
    },
    claimedAt: null,
  };
}

/** Conformance suite of ScheduleStore. `create` gives an empty store for each test. */
export function describeScheduleStore(name: string, create: () => ScheduleStore | Promise<ScheduleStore>): void {
  describe(`${name}, as a schedule store`, () => {
    let store: ScheduleStore;
    beforeEach(async () => {
      store = await create();
    });
    const revisionOf = async (id: string): Promise<string | null> => (await store.get(id, live))?.revision ?? null;

    it('gives back what was written, with all its fields, in the order of ids', async () => {
      const [b, a] = [
        { ...scheduleRecordOf('schedule-b', { language: 'de' }), claimedAt: '2026-01-01T06:00:01.000Z' },
        scheduleRecordOf('schedule-a', { sources: [{ kind: 'site', url: 'https://docs.example/', depth: 2 }] }),
      ];
      expect(await store.save(b, null, live)).toBe(true);
      expect(await store.save(a, null, live)).toBe(true);
      expect(await store.list(live)).toMatchObject([a, b]);
      expect(await store.get('schedule-b', live)).toMatchObject(b);
    });

    it('knows nothing of what is not there', async () => {
      expect(await store.list(live)).toEqual([]);
      expect(await store.get('schedule-a', live)).toBeNull();
      expect(await store.delete('schedule-a', live)).toBe(false);
    });

    it('is written over only by those who know what stands there', async () => {
      const record = scheduleRecordOf('schedule-a');
      await store.save(record, null, live);
      const first = await revisionOf('schedule-a');
      expect(await store.save(scheduleRecordOf('schedule-a', { refresh: 'every 1d' }), null, live)).toBe(false);
      expect(await store.save(scheduleRecordOf('schedule-a', { refresh: 'every 7d' }), first, live)).toBe(true);
      expect(await store.save(scheduleRecordOf('schedule-a', { refresh: 'every 9d' }), first, live)).toBe(false);
      expect((await store.get('schedule-a', live))?.schedule.refresh).toBe('every 7d');
      expect(await revisionOf('schedule-a')).not.toBe(first);
    });

    it('lets one of many that write at the same time win', async () => {
      await store.save(scheduleRecordOf('schedule-a'), null, live);
      const known = await revisionOf('schedule-a');
      const tries = Array.from({ length: 8 }, (_, index) =>
        store.save(scheduleRecordOf('schedule-a', { lastJobId: `job-${index}` }), known, live),
      );
      const won = (await Promise.all(tries)).flatMap((hasWon, index) => (hasWon ? [`job-${index}`] : []));
      expect(won).toHaveLength(1);
      expect((await store.get('schedule-a', live))?.schedule.lastJobId).toBe(won[0]);
    });

    it('forgets what is deleted, which cannot be written over but written anew', async () => {
      await store.save(scheduleRecordOf('schedule-a'), null, live);
      const known = await revisionOf('schedule-a');
      expect(await store.delete('schedule-a', live)).toBe(true);
      expect(await store.get('schedule-a', live)).toBeNull();
      expect(await store.save(scheduleRecordOf('schedule-a'), known, live)).toBe(false);
      expect(await store.save(scheduleRecordOf('schedule-a'), null, live)).toBe(true);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.save(scheduleRecordOf('schedule-a'), null, AbortSignal.abort())).rejects.toThrow();
      expect(await store.list(live)).toEqual([]);
    });
  });
}
