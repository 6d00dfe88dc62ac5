import { describe, expect, it } from '@jest/globals';
import { fitLine } from './fit-line.js';

describe('fitLine', () => {
  it('finds the slope of an exact line, and is sure of it', () => {
    const { slope, margin, mean } = fitLine([0, 1, 2, 3].map((x) => [x, 5 + 2 * x] as const));
    expect([slope, mean]).toEqual([2, 8]);
    expect(margin).toBeCloseTo(0);
  });

  it('agrees with a worked example', () => {
    // y = 1, 3, 2, 5: slope 1.1, residuals 2.7 in all, standard error √(2.7 / 2 / 5).
    const { slope, margin } = fitLine([
      [0, 1],
      [1, 3],
      [2, 2],
      [3, 5],
    ]);
    expect(slope).toBeCloseTo(1.1);
    expect(margin).toBeCloseTo(1.96 * Math.sqrt(2.7 / 2 / 5));
  });

  it('is unsure of two points, and refuses one', () => {
    expect(
      fitLine([
        [0, 1],
        [1, 2],
      ]).margin,
    ).toBe(Number.POSITIVE_INFINITY);
    expect(() => fitLine([[0, 1]])).toThrow(RangeError);
  });
});
