import { ArbiterError, type IngestionJob } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { JobObserver } from './job.observer.js';

const NOW = Date.parse('2026-01-01T12:00:00Z');

const job = (state: IngestionJob['state'], createdAt: string): IngestionJob =>
  ({ state, createdAt, startedAt: null, finishedAt: null }) as IngestionJob;

/** The lines of the text format that hold values of a metric. */
async function values(registry: Registry, name: string): Promise<string[]> {
  const text = await registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
}

describe('the metrics of the job queue', () => {
  it('show what waits and runs when they are read, and for how long the oldest has waited', async () => {
    const registry = new Registry();
    const jobs = [job('queued', '2026-01-01T11:59:00Z'), job('queued', '2026-01-01T11:50:00Z')];
    const list = ({ state }: { readonly state?: string }) =>
      Promise.resolve(state === 'queued' ? jobs : [job('running', '2026-01-01T11:00:00Z')]);
    new JobObserver(registry, { list }, { now: () => NOW });
    expect(await values(registry, 'arbiter_jobs')).toEqual([
      'arbiter_jobs{state="queued"} 2',
      'arbiter_jobs{state="running"} 1',
    ]);
    expect(await values(registry, 'arbiter_jobs_oldest_queued_age_seconds')).toEqual([
      'arbiter_jobs_oldest_queued_age_seconds 600',
    ]);
    jobs.length = 0;
    expect(await values(registry, 'arbiter_jobs_oldest_queued_age_seconds')).toEqual([
      'arbiter_jobs_oldest_queued_age_seconds 0',
    ]);
  });

  it('show nothing old while the queue is away', async () => {
    const registry = new Registry();
    let isAway = false;
    const list = () =>
      isAway
        ? Promise.reject(new ArbiterError('UNAVAILABLE', 'away'))
        : Promise.resolve([job('queued', '2026-01-01T11:00:00Z')]);
    new JobObserver(registry, { list }, { now: () => NOW });
    expect(await values(registry, 'arbiter_jobs')).toHaveLength(2);
    isAway = true;
    expect(await values(registry, 'arbiter_jobs')).toEqual([]);
    expect(await values(registry, 'arbiter_jobs_oldest_queued_age_seconds')).toEqual([
      'arbiter_jobs_oldest_queued_age_seconds Nan',
    ]);
  });
});
