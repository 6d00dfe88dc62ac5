import { describe, expect, it } from '@jest/globals';
import { countsInWords, sourcesInWords, viewOfProgress } from './job-progress.js';

const counts = {
  found: 4,
  added: 3,
  changed: 0,
  unchanged: 1_200,
  deleted: 0,
  moved: 0,
  failed: 1,
  skipped: 2,
  chunks: 9,
  embedded: 9,
  bytes: 100,
};
const progress = {
  type: 'progress',
  state: 'running',
  counts,
  current: 'a.md',
  settled: 3,
  total: 4,
  pace: { documents: 0.25, chunks: 1, bytes: 10 },
  secondsLeft: 130,
} as const;

describe('the progress of a job', () => {
  it('is told in words', () => {
    expect(viewOfProgress(progress)).toEqual({
      state: 'running',
      counts,
      current: 'a.md',
      share: 0.75,
      pace: '15 documents a minute',
      left: 'about 2 minutes left',
    });
  });

  it('has no share before everything is listed, and of nothing', () => {
    expect(viewOfProgress({ ...progress, total: null }).share).toBeNull();
    expect(viewOfProgress({ ...progress, settled: 0, total: 0 }).share).toBeNull();
  });

  it.each([
    [20, 'less than a minute left'],
    [60, 'about a minute left'],
    [7_000, 'about 2 hours left'],
  ])('says of %d seconds: %s', (secondsLeft, left) => {
    expect(viewOfProgress({ ...progress, secondsLeft }).left).toBe(left);
  });
});

describe('countsInWords', () => {
  it('leaves out what did not happen', () => {
    expect(countsInWords(counts)).toBe('3 added, 1,200 unchanged, 1 failed, 2 left out');
  });
});

describe('sourcesInWords', () => {
  it('names the first source, and counts those that a list omits', () => {
    const sources = [{ kind: 'path' as const, path: '/notes' }];
    expect(sourcesInWords({ sources })).toBe('/notes');
    const omitted = { sources: 41, failures: 0, warnings: 0, leftOut: 0 };
    expect(sourcesInWords({ sources, omitted })).toBe('/notes and 41 more');
  });
});
