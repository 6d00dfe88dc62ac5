import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bestThresholds, type ScoredOutcome } from './choose-threshold.js';

const outcomes = (...rows: [score: number, actual: boolean][]): ScoredOutcome[] =>
  rows.map(([score, actual]) => ({ score, actual }));
const APART = outcomes([-2, false], [-1, false], [1, true], [2, true]);

function balancedAccuracy(rows: readonly ScoredOutcome[], threshold: number): number {
  const rightOf = (side: boolean): number => {
    const ofSide = rows.filter(({ actual }) => actual === side);
    return ofSide.filter(({ score }) => score >= threshold === side).length / ofSide.length;
  };
  return (rightOf(true) + rightOf(false)) / 2;
}

describe('bestThresholds', () => {
  it('parts what is from what is not, halfway between them', () => {
    expect(bestThresholds([APART])).toEqual([0]);
  });

  it('weighs both outcomes the same, however rare one is', () => {
    // At 7.5 one of six is lost; at 1.5 the only negative is.
    const rare = outcomes([9, true], [8, true], [8.5, true], [9.5, true], [9.9, true], [1, true], [7, false]);
    expect(bestThresholds([rare])).toEqual([7.5]);
  });

  it('gives all that are equally good', () => {
    expect(bestThresholds([outcomes([1, false], [3, true], [5, false], [7, true])])).toEqual([2, 6]);
  });

  it('counts every set alike, whatever its size', () => {
    const large = Array.from({ length: 10 }, () => APART).flat();
    const shifted = APART.map(({ score, actual }) => ({ score: score + 10, actual }));
    expect(bestThresholds([large, shifted])).toEqual(bestThresholds([APART, shifted]));
  });

  it('finds none for one outcome, or for scores that are all the same', () => {
    expect(bestThresholds([outcomes([1, true], [3, true])])).toEqual([]);
    expect(bestThresholds([outcomes([1, true], [1, false])])).toEqual([]);
    expect(bestThresholds([])).toEqual([]);
  });

  it('is beaten by no other threshold between the scores', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 30 }), (rows) => {
        const set = outcomes(...rows);
        const [best] = bestThresholds([set]);
        fc.pre(best !== undefined);
        const scores = set.map(({ score }) => score);
        for (let other = Math.min(...scores) + 0.5; other < Math.max(...scores); other++) {
          expect(balancedAccuracy(set, best)).toBeGreaterThanOrEqual(balancedAccuracy(set, other) - 1e-9);
        }
      }),
    );
  });
});
