import { seededRandom } from '@arbiter/evaluation';
import { describe, expect, it } from '@jest/globals';
import { accuracyAfterCalibration, decideAt } from './accuracy-after-calibration.js';

describe('accuracyAfterCalibration', () => {
  /** Scores part both sides at .3, but the system decides at .9. */
  const strict = decideAt(
    Array.from({ length: 200 }, (_, index) => ({ score: index / 200, actual: index >= 60 })),
    0.9,
  );

  it('moves a threshold that is far from where the sides part, and is judged on pairs that it has not seen', () => {
    const before = (20 / 140 + 1) / 2;
    const after = accuracyAfterCalibration(strict, { labels: 50, draws: 20, random: seededRandom(1) });
    expect(after).toBeGreaterThan(before + 0.2);
    expect(after).toBeLessThan(1);
  });

  it.each([0, 6])('keeps the decisions as they are with %p labels', (labels) => {
    const kept = accuracyAfterCalibration(strict, { labels, draws: 300, random: seededRandom(1) });
    // 20 of 140 yes, 60 of 60 no.
    expect(kept).toBeCloseTo((20 / 140 + 1) / 2, 2);
  });

  it('is nothing when all pairs are looked at', () => {
    expect(accuracyAfterCalibration(strict, { labels: 200, draws: 3, random: seededRandom(1) })).toBeNull();
  });
});
