import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { latencyPercentiles, seededRandom } from './metrics/statistics.js';
import { measureRanking, rankDocuments, summariseRetrieval } from './retrieval.js';

describe('rankDocuments', () => {
  it('gives each document the score of its best chunk, equal scores in the order of ids', () => {
    const chunks = [
      { id: 'b', score: 0.9 },
      { id: 'c', score: 0.8 },
      { id: 'c', score: 0.9 },
      { id: 'a', score: 0.1 },
      { id: 'b', score: 0.2 },
    ];
    expect(rankDocuments(chunks)).toEqual([
      { id: 'b', score: 0.9 },
      { id: 'c', score: 0.9 },
      { id: 'a', score: 0.1 },
    ]);
    expect(rankDocuments(chunks, 'b').map(({ id }) => id)).toEqual(['c', 'a']);
  });

  it('does not depend on the order in which chunks come', () => {
    const chunk = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), score: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.array(chunk), (chunks) => {
        expect(rankDocuments(chunks.toReversed())).toEqual(rankDocuments(chunks));
      }),
    );
  });
});

describe('summariseRetrieval', () => {
  const judgements = new Map(Object.entries({ a: 2, b: 1 }));
  const found = measureRanking(['x', 'a', 'y', 'z', 'w', 'b'], judgements);
  const missed = measureRanking([], judgements);

  it('takes the mean of every metric over queries', () => {
    const ideal = 2 + 1 / Math.log2(3);
    expect(found).toEqual({
      'ndcg@10': expect.closeTo((2 / Math.log2(3) + 1 / Math.log2(7)) / ideal, 12),
      'mrr@10': 0.5,
      'recall@10': 1,
      'recall@100': 1,
      map: expect.closeTo((1 / 2 + 2 / 6) / 2, 12),
      'precision@5': 0.2,
      'precision@10': 0.2,
    });
    const { metrics, ci95 } = summariseRetrieval([found, missed], seededRandom(1));
    expect(metrics).toMatchObject({ 'mrr@10': 0.25, 'recall@10': 0.5, 'precision@5': 0.1 });
    expect(ci95['mrr@10']).toEqual([0, 0.5]);
  });

  it('refuses to take a mean of nothing', () => {
    expect(() => summariseRetrieval([], seededRandom(1))).toThrow(RangeError);
  });
});

describe('latencyPercentiles', () => {
  it('interpolates between neighbours', () => {
    expect(latencyPercentiles(Array.from({ length: 101 }, (_, ms) => ms))).toEqual({ p50: 50, p95: 95, p99: 99 });
  });
});
