import { describe, expect, it } from '@jest/globals';
import { accuracyAfterFitting, decideAt, fitThreshold } from './fit-threshold.js';
import { seededRandom } from './statistics.js';

const labelled = (...rows: [score: number, actual: boolean][]) => rows.map(([score, actual]) => ({ score, actual }));

describe('fitThreshold', () => {
  it('parts what is from what is not, halfway between them', () => {
    expect(fitThreshold(labelled([0.1, false], [0.3, false], [0.5, true], [0.9, true]))).toBeCloseTo(0.4, 12);
  });

  it('weighs both sides the same, however rare one is', () => {
    // At .75 one of six yes is lost; at .15 the only no is.
    const many = labelled([0.9, true], [0.8, true], [0.85, true], [0.95, true], [0.99, true]);
    expect(fitThreshold([...many, ...labelled([0.1, true], [0.7, false])])).toBeCloseTo(0.75, 12);
  });

  it('takes the lower middle one of equally good thresholds', () => {
    // At .2 and at .6 three of four are right, at .4 two.
    expect(fitThreshold(labelled([0.1, false], [0.3, true], [0.5, false], [0.7, true]))).toBeCloseTo(0.2, 12);
  });

  it('fits nothing to one side, or to scores that are all the same', () => {
    expect(fitThreshold(labelled([0.1, true], [0.3, true]))).toBeNull();
    expect(fitThreshold(labelled([0.1, true], [0.1, false]))).toBeNull();
    expect(fitThreshold([])).toBeNull();
  });
});

describe('accuracyAfterFitting', () => {
  /** Scores part both sides at .3, but the system decides at .9. */
  const strict = decideAt(
    Array.from({ length: 200 }, (_, index) => ({ score: index / 200, actual: index >= 60 })),
    0.9,
  );

  it('is judged on pairs that the threshold has not seen', () => {
    const fitted = accuracyAfterFitting(strict, { labels: 50, draws: 20, random: seededRandom(1) });
    expect(fitted).toBeGreaterThan(0.95);
    expect(fitted).toBeLessThan(1);
  });

  it('keeps the decisions as they are when there are no labels', () => {
    // 20 of 140 yes, 60 of 60 no.
    expect(accuracyAfterFitting(strict, { labels: 0, draws: 3, random: seededRandom(1) })).toBeCloseTo(
      (20 / 140 + 1) / 2,
      12,
    );
  });

  it('is nothing when all pairs are looked at', () => {
    expect(accuracyAfterFitting(strict, { labels: 200, draws: 3, random: seededRandom(1) })).toBeNull();
  });
});
