import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { averagePrecision, ndcgAt, precisionAt, recallAt, reciprocalRankAt } from './ranking-metrics.js';
import { bootstrapInterval, mean, percentile, seededRandom } from './statistics.js';

const judgements = new Map([
  ['a', 2],
  ['b', 1],
  ['c', 1],
  ['x', 0],
]);
const ranking = ['x', 'a', 'n', 'b'];

describe('metrics of a ranking', () => {
  it('ndcg takes linear gain, log2(rank + 1), and the ideal from all judgements', () => {
    const ideal = 2 / Math.log2(2) + 1 / Math.log2(3) + 1 / Math.log2(4);
    expect(ndcgAt(ranking, judgements, 10)).toBeCloseTo((2 / Math.log2(3) + 1 / Math.log2(5)) / ideal, 12);
    expect(ndcgAt(ranking, judgements, 2)).toBeCloseTo(2 / Math.log2(3) / (2 + 1 / Math.log2(3)), 12);
  });

  it('the reciprocal rank is that of the first relevant passage within k', () => {
    expect(reciprocalRankAt(ranking, judgements, 10)).toBe(1 / 2);
    expect(reciprocalRankAt(ranking, judgements, 1)).toBe(0);
  });

  it('recall counts against all that is relevant, precision against k', () => {
    expect(recallAt(ranking, judgements, 4)).toBeCloseTo(2 / 3, 12);
    expect(precisionAt(ranking, judgements, 4)).toBe(0.5);
    expect(precisionAt(ranking, judgements, 10)).toBe(0.2);
  });

  it('average precision adds 0 for what was not found', () => {
    expect(averagePrecision(ranking, judgements)).toBeCloseTo((1 / 2 + 2 / 4) / 3, 12);
  });

  it('all are 0 when nothing is relevant, and 1 for the ideal order', () => {
    for (const metric of [ndcgAt, reciprocalRankAt, recallAt, precisionAt]) {
      expect(metric(ranking, new Map([['a', 0]]), 5)).toBe(0);
      expect(metric(['a', 'b', 'c'], judgements, 3)).toBe(1);
    }
    expect(averagePrecision(ranking, new Map())).toBe(0);
    expect(averagePrecision(['a', 'b', 'c'], judgements)).toBe(1);
  });

  it('none falls when a relevant passage moves up past one that is not', () => {
    const ids = fc.shuffledSubarray(['a', 'b', 'c', 'x', 'n', 'm'], { minLength: 2 });
    fc.assert(
      fc.property(ids, fc.nat(), fc.integer({ min: 1, max: 7 }), (order, position, k) => {
        const at = position % (order.length - 1);
        const better = order.with(at, order[at + 1]!).with(at + 1, order[at]!);
        fc.pre((judgements.get(order[at + 1]!) ?? 0) > 0 && (judgements.get(order[at]!) ?? 0) === 0);
        for (const metric of [ndcgAt, reciprocalRankAt, recallAt, precisionAt]) {
          expect(metric(better, judgements, k)).toBeGreaterThanOrEqual(metric(order, judgements, k));
        }
        expect(averagePrecision(better, judgements)).toBeGreaterThan(averagePrecision(order, judgements));
      }),
    );
  });

  it.each([0, 1.5, Number.NaN])('refuses k = %p', (k) => {
    expect(() => ndcgAt(ranking, judgements, k)).toThrow(RangeError);
  });
});

describe('percentile', () => {
  it.each([
    [50, 2.5],
    [0, 1],
    [100, 4],
    [95, 3.85],
  ])('%p of 1 to 4 is %p, in whatever order', (p, expected) => {
    expect(percentile([3, 1, 4, 2], p)).toBeCloseTo(expected, 12);
  });

  it('sorts numbers as numbers', () => {
    expect(percentile([10, 9, 100], 50)).toBe(10);
  });

  it('refuses nothing, and p out of range', () => {
    expect(() => percentile([], 50)).toThrow('no values');
    expect(() => percentile([1], 101)).toThrow('0 to 100');
  });
});

describe('seededRandom', () => {
  it('gives the same numbers for the same seed, others for another', () => {
    const take = (seed: number): number[] => Array.from({ length: 5 }, seededRandom(seed));
    expect(take(1)).toEqual(take(1));
    expect(take(1)).not.toEqual(take(2));
  });

  it('is spread evenly over [0, 1)', () => {
    const random = seededRandom(7);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) counts[Math.floor(random() * 10)]!++;
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });
});

describe('bootstrapInterval', () => {
  const options = (seed: number) => ({ random: seededRandom(seed) });

  it('holds the mean, and is about as wide as theory says', () => {
    const values = Array.from({ length: 400 }, (_, i) => i % 2);
    const [low, high] = bootstrapInterval(values, mean, options(1))!;
    expect(low).toBeCloseTo(0.5 - 1.96 * 0.025, 1);
    expect(high).toBeCloseTo(0.5 + 1.96 * 0.025, 1);
    expect(high - low).toBeGreaterThan(0.09);
    expect(high - low).toBeLessThan(0.11);
  });

  it('is the same for the same seed', () => {
    expect(bootstrapInterval([1, 2, 3, 9], mean, options(3))).toEqual(
      bootstrapInterval([1, 2, 3, 9], mean, options(3)),
    );
  });

  it('of equal values is that value, of nothing null', () => {
    expect(bootstrapInterval([2, 2], mean, options(1))).toEqual([2, 2]);
    expect(bootstrapInterval([], mean, options(1))).toBeNull();
  });

  it('leaves out resamples that do not define the statistic', () => {
    const whereSeen = (sample: readonly number[]): number | null => (sample.includes(1) ? 1 : null);
    expect(bootstrapInterval([0, 1], whereSeen, options(1))).toEqual([1, 1]);
    expect(bootstrapInterval([0, 0], whereSeen, options(1))).toBeNull();
  });
});
