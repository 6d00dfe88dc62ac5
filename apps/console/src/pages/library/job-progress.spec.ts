import { describe, expect, it } from '@jest/globals';
import { countsInWords, outcomeOf, progressInWords, sourcesInWords } from './job-progress.js';

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

describe('progressInWords', () => {
  it.each([
    [progress, '15 documents a minute · about 2 minutes left · a.md'],
    [{ ...progress, pace: null, secondsLeft: 20 }, 'less than a minute left · a.md'],
    [
      { ...progress, pace: { ...progress.pace, documents: 12.4 }, secondsLeft: 60 },
      '12 documents a second · about 1 minute left · a.md',
    ],
    [
      { ...progress, pace: { ...progress.pace, documents: 0 }, secondsLeft: 7_000, current: null },
      'about 2 hours left',
    ],
    [{ ...progress, secondsLeft: null, current: null }, '15 documents a minute'],
  ])('says what is known: %#', (known, words) => {
    expect(progressInWords(known)).toBe(words);
  });
});

describe('countsInWords', () => {
  it('leaves out what did not happen', () => {
    expect(countsInWords(counts)).toBe('3 added, 1,200 unchanged, 1 failed, 2 left out');
  });

  it('does not call a job done that stored nothing', () => {
    const nothing = { ...counts, added: 0, unchanged: 0 };
    expect(outcomeOf({ state: 'succeeded', counts: nothing })).toEqual({ words: 'Nothing was read', tone: 'doubt' });
    expect(outcomeOf({ state: 'running', counts: nothing })).toEqual({ words: 'Reading' });
    expect(outcomeOf({ state: 'succeeded', counts })).toMatchObject({ words: 'Done' });
  });
});

describe('sourcesInWords', () => {
  it('names the first source, and counts those that a list omits', () => {
    const sources = [{ kind: 'path' as const, path: '/notes' }];
    expect(sourcesInWords({ collection: 'default', sources })).toBe('/notes');
    const omitted = { sources: 41, failures: 0, warnings: 0, leftOut: 0 };
    expect(sourcesInWords({ collection: 'default', sources, omitted })).toBe('/notes and 41 more');
  });

  it('names a pack, not its folder', () => {
    const sources = [{ kind: 'path' as const, path: '/srv/domains/pier/documents' }];
    const pack = { domain: 'pier', version: '1', description: '', collections: ['pier_lore'], sources: 1 };
    expect(sourcesInWords({ collection: 'pier_lore', sources }, [pack])).toBe('Pack pier');
    expect(sourcesInWords({ collection: 'default', sources }, [pack])).toBe('/srv/domains/pier/documents');
  });
});
