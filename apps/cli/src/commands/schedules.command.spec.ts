import type { ListedSchedule } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { renderSchedules } from './schedules.command.js';

const listed: ListedSchedule = {
  schedule: {
    id: 'schedule-1',
    collection: 'docs',
    tenant: 'default',
    sources: [
      { kind: 'site', url: 'https://docs.example/' },
      { kind: 'git', repository: 'git@git.example:a' },
    ],
    refresh: 'every 6h',
    createdAt: '2026-01-01T00:00:00.000Z',
    nextDueAt: '2026-01-01T06:00:00.000Z',
    lastJobId: 'job-1',
  },
  lastJob: null,
};

describe('renderSchedules', () => {
  it('says what is read how often and when again, and that nobody knows of the last job any more', () => {
    expect(renderSchedules([listed])).toBe(
      'schedule-1  every 6h · docs · https://docs.example/ and 1 more · due 2026-01-01T06:00:00.000Z · last job forgotten\n',
    );
  });
});
