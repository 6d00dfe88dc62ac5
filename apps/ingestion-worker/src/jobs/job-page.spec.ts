import { type IngestionJob, type IngestionSource, NO_COUNTS, type Principal } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { InMemoryJobQueue } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { JobReadingController, pageOf } from './job-reading.controller.js';

const sourceOf = (index: number): IngestionSource => ({
  kind: 'inline',
  name: `${index}.md`,
  content: 'Secret.',
  metadata: { tags: ['hidden'] },
});
const jobOf = (id: string, overrides: Partial<IngestionJob> = {}): IngestionJob => ({
  id,
  collection: 'default',
  tenant: 'default',
  sources: [sourceOf(0)],
  state: 'queued',
  attempts: 0,
  counts: NO_COUNTS,
  failures: [],
  error: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  ...overrides,
});

describe('a page before a job', () => {
  it('is empty for a job of another tenant, as it is for one that is not there', async () => {
    const queue = new InMemoryJobQueue(SYSTEM_CLOCK);
    const { signal } = new AbortController();
    for (const [index, [id, tenant]] of (
      [
        ['own-1', 'acme'],
        ['foreign', 'zenith'],
        ['own-2', 'acme'],
      ] as const
    ).entries())
      await queue.submit({ id, collection: `${tenant}.lore`, tenant, sources: [sourceOf(index)] }, signal);
    const sut = new JobReadingController(queue);
    const ann = { name: 'ann', role: 'reader', tenant: 'acme', groups: null } as const;
    const idsBefore = async (before: string, principal: Principal | null) => {
      const { jobs } = await sut.list({ limit: 9, before }, { signal, principal } as OperationContext);
      return jobs.map(({ id }) => id);
    };
    expect(await idsBefore('own-2', ann)).toEqual(['own-1']);
    expect([await idsBefore('foreign', ann), await idsBefore('nothing', ann)]).toEqual([[], []]);
    expect(await idsBefore('foreign', null)).toEqual(['own-1']);
    await queue.close();
  });
});

describe('pageOf', () => {
  it('names the page that follows, and says where none does', () => {
    const jobs = ['c', 'b', 'a'].map((id) => jobOf(id));
    expect(pageOf(jobs, 2)).toMatchObject({ jobs: [{ id: 'c' }, { id: 'b' }], next: 'b' });
    expect(pageOf(jobs, 3).next).toBeNull();
    expect(pageOf([], 3)).toEqual({ jobs: [], next: null });
  });

  it('shows the first of many sources, failures and warnings, without documents, and counts the others', () => {
    const failures = Array.from({ length: 1_000 }, () => ({ source: 'a', stage: 'load' as const, reason: 'Gone.' }));
    const warnings = Array.from({ length: 11 }, () => ({ source: 'a', warning: 'A page has no text.' }));
    const sources = Array.from({ length: 1_000 }, (_, index) => sourceOf(index));
    const { jobs } = pageOf([jobOf('a', { sources, failures, warnings })], 1);
    expect(jobs[0]).toMatchObject({ omitted: { sources: 980, failures: 990, warnings: 1 } });
    expect(jobs[0]!.sources).toHaveLength(20);
    expect(JSON.stringify(jobs)).not.toMatch(/Secret|hidden/);
    expect(pageOf([jobOf('a')], 1).jobs[0]).not.toHaveProperty('omitted');
  });

  it('ends early rather than becoming too large for a message, but never before the first job', () => {
    const sources = Array.from({ length: 20 }, (): IngestionSource => ({ kind: 'path', path: 'x'.repeat(4_096) }));
    const page = pageOf(
      Array.from({ length: 100 }, (_, index) => jobOf(`job-${index}`, { sources })),
      100,
    );
    expect(JSON.stringify(page).length).toBeLessThan(600_000);
    expect(page.jobs.length).toBeGreaterThan(1);
    expect(page.next).toBe(page.jobs.at(-1)!.id);
    expect(pageOf([jobOf('a', { error: 'x'.repeat(600_000) })], 1).jobs).toHaveLength(1);
  });
});
