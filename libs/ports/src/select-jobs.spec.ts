import { type IngestionJob, NO_COUNTS } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { jobKey, selectJobs } from './job-queue.js';

const job = (id: string, collection: string, state: IngestionJob['state']): IngestionJob => ({
  id,
  collection,
  tenant: 'default',
  state,
  sources: [],
  attempts: 0,
  counts: NO_COUNTS,
  failures: [],
  error: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  finishedAt: null,
});

const JOBS = [job('1', 'coast', 'succeeded'), job('2', 'coast', 'queued'), job('3', 'hills', 'queued')];
const idsOf = (jobs: readonly IngestionJob[]): string[] => jobs.map(({ id }) => id);

describe('selectJobs', () => {
  it('gives all of them, newest first, and no more than asked for', () => {
    expect(idsOf(selectJobs(JOBS, { limit: 9 }))).toEqual(['3', '2', '1']);
    expect(idsOf(selectJobs(JOBS, { limit: 2 }))).toEqual(['3', '2']);
  });

  it('keeps to a collection, a state, or both', () => {
    expect(idsOf(selectJobs(JOBS, { collection: 'coast', limit: 9 }))).toEqual(['2', '1']);
    expect(idsOf(selectJobs(JOBS, { state: 'queued', limit: 9 }))).toEqual(['3', '2']);
    expect(idsOf(selectJobs(JOBS, { collection: 'coast', state: 'queued', limit: 1 }))).toEqual(['2']);
  });
});

describe('jobKey', () => {
  const inline = (metadata: Record<string, unknown>) =>
    ({ kind: 'inline', name: 'a.txt', content: 'Noon.', metadata }) as const;
  const keyOf = (metadata: Record<string, unknown>, language?: string) =>
    jobKey({ collection: 'coast', sources: [inline(metadata)], language });

  it('does not see the order of keys, at any depth', () => {
    expect(keyOf({ a: { x: 1, y: 2 }, b: 3 })).toBe(keyOf({ b: 3, a: { y: 2, x: 1 } }));
  });

  it('sees every other difference', () => {
    const keys = [keyOf({ a: [1, 2] }), keyOf({ a: [2, 1] }), keyOf({ a: [1, 2] }, 'de'), keyOf({ a: ['1', 2] })];
    expect(new Set(keys).size).toBe(4);
  });
});
