import { describe, expect, it } from '@jest/globals';
import { soakSample } from '@arbiter/testing';
import { benchBackup } from './backup.bench.js';
import { benchIngest } from './ingest.bench.js';
import { benchScale } from './scale.bench.js';
import { benchSearch } from './search.bench.js';
import { benchValidate } from './validate.bench.js';
import { SHAPES } from './validate/reading-matter.js';

const LIBRARY = { chunks: [40], embeddedTexts: 2, library: undefined };

/** Each benchmark that starts programs or fills a library, as small as it gets. */
const RUNS: readonly [string, () => Promise<void>][] = [
  [
    'ingest fills a library through the arm, finds it unchanged, changes one document and fills a larger one',
    async () => {
      const { figures } = await benchIngest({ documents: 4, chunks: 30, pages: 3, folder: undefined });
      expect(figures).toMatchObject({ documents: 4, largeDocuments: 3, pdfPages: 3 });
      expect(figures.chunks).toBeGreaterThanOrEqual(8);
      expect(figures.largeChunks).toBeGreaterThanOrEqual(30);
      expect(figures.overEncoder).toBeGreaterThan(1);
      expect(figures.changedMs).toBeGreaterThan(0);
      expect(figures.largePeakRssMiB).toBeGreaterThan(0);
    },
  ],
  [
    'backup finds the same in a restored library, and fails where it does not',
    async () => {
      const { figures } = await benchBackup({ ...LIBRARY, queries: 3 });
      expect(figures.of40BackupMs).toBeGreaterThan(0);
      expect(figures.of40RestoreMs).toBeGreaterThan(0);
      // Eight documents of two files, their collection, the format, and the tables.
      expect(figures.of40Files).toBeGreaterThan(8 * 2 + 2);
    },
  ],
  [
    'scale times the making of a library and every kind of search',
    async () => {
      const { figures } = await benchScale({ ...LIBRARY, queries: 2, recallQueries: 2 });
      for (const kind of ['Keyword', 'Vector', 'PlainHybrid', 'Default', 'Filtered', 'NarrowlyFiltered']) {
        expect(figures[`of40${kind}P95Ms`]).toBeGreaterThan(0);
      }
      // So few chunks are compared exactly.
      expect(figures.of40VectorRecallAt10).toBe(1);
      expect(figures.of40WriteVectorsMs).toBeGreaterThan(0);
      expect(figures.of40DiskMiB).toBeGreaterThan(0);
    },
  ],
  [
    'search puts the built arm under load, and tells where its time went',
    async () => {
      const methods = ['keyword', 'fast'] as const;
      const { figures, notes } = await benchSearch({ ...LIBRARY, clients: 2, seconds: 0.5, methods });
      for (const method of ['keyword40', 'fast40']) {
        expect(figures[`${method}SearchesPerSecond`]).toBeGreaterThan(0);
        expect(figures[`${method}CachedSearchesPerSecond`]).toBeGreaterThan(0);
        expect(figures[`${method}P99Ms`]).toBeGreaterThanOrEqual(figures[`${method}P50Ms`]!);
        expect(figures).toMatchObject({ [`${method}Errors`]: 0 });
        const parts = ['Encode', 'Store', 'Fuse', 'Http', 'Load'].map((part) => figures[`${method}${part}CpuMs`]!);
        expect(figures[`${method}CpuMs`]).toBeCloseTo(parts.reduce((sum, ms) => sum + ms, 0));
      }
      expect(notes.join(' ')).toContain('2 kept connections');
    },
  ],
  [
    'validate measures answers of each shape through the arm, beside what embedding the same takes',
    async () => {
      const grid = { claims: [1], sources: [1, 4] };
      const { figures } = await benchValidate({ claims: 3, sources: 2, rounds: 1, grid });
      for (const shape of SHAPES) {
        expect(figures[`${shape}P95Ms`]).toBeGreaterThanOrEqual(figures[`${shape}P50Ms`]!);
        expect(figures[`${shape}CpuToEmbedder`]).toBeGreaterThan(0);
        expect(figures[`${shape}Claims`]).toBeGreaterThanOrEqual(3);
      }
      expect(figures.grid1Claims4SourcesCpuMs).toBeGreaterThan(0);
    },
  ],
];

describe('a small run of a benchmark', () => {
  it.each(soakSample('small runs of benchmarks', RUNS, 1))('%s', (_, run) => run(), 120_000);
});
