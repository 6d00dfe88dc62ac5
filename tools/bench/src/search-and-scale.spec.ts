import { describe, expect, it } from '@jest/globals';
import { benchScale, scaleBenchOptions } from './scale.bench.js';
import { benchSearch, searchBenchOptions } from './search.bench.js';

const SMALL = { chunks: [40], embeddedTexts: 2 };

describe('benchSearch', () => {
  it('puts the built arm under load, and tells where its time went', async () => {
    const { figures, notes } = await benchSearch({ ...SMALL, clients: 2, seconds: 0.5, methods: ['keyword', 'fast'] });
    for (const method of ['keyword40', 'fast40']) {
      expect(figures[`${method}SearchesPerSecond`]).toBeGreaterThan(0);
      expect(figures[`${method}CachedSearchesPerSecond`]).toBeGreaterThan(0);
      expect(figures[`${method}P99Ms`]).toBeGreaterThanOrEqual(figures[`${method}P50Ms`]!);
      expect(figures).toMatchObject({ [`${method}Errors`]: 0 });
      const parts = ['Encode', 'Store', 'Fuse', 'Http', 'Load'].map((part) => figures[`${method}${part}CpuMs`]!);
      expect(figures[`${method}CpuMs`]).toBeCloseTo(parts.reduce((sum, ms) => sum + ms, 0));
    }
    expect(notes.join(' ')).toContain('2 kept connections');
  });

  it('refuses a method that there is not', () => {
    expect(() => searchBenchOptions({ methods: 'keyword,slow' })).toThrow('There is no method "slow"');
  });
});

describe('benchScale', () => {
  it('times the making of a library and every kind of search', async () => {
    const { figures } = await benchScale({ ...SMALL, queries: 2, recallQueries: 2 });
    for (const kind of ['Keyword', 'Vector', 'PlainHybrid', 'Default', 'Filtered', 'NarrowlyFiltered']) {
      expect(figures[`of40${kind}P95Ms`]).toBeGreaterThan(0);
    }
    // So few chunks are compared exactly.
    expect(figures.of40VectorRecallAt10).toBe(1);
    expect(figures.of40WriteVectorsMs).toBeGreaterThan(0);
    expect(figures.of40DiskMiB).toBeGreaterThan(0);
  });

  it('takes sizes and counts from the command line', () => {
    expect(scaleBenchOptions({ chunks: '5,6', queries: '7' })).toEqual({ chunks: [5, 6], queries: 7 });
  });
});
