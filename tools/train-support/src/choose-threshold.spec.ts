import { describe, expect, it } from '@jest/globals';
import { accuracyAt, areaOf, calibrate, chooseThreshold, type ScoredPair } from './choose-threshold.js';

const pairs = (...scores: [number, boolean][]): ScoredPair[] =>
  scores.map(([score, supported]) => ({ score, supported }));
const APART = pairs([-2, false], [-1, false], [1, true], [2, true]);

describe('chooseThreshold', () => {
  it('lies between the classes where they are apart', () => {
    const threshold = chooseThreshold([APART]);
    expect(threshold).toBe(0);
    expect(accuracyAt(APART, threshold)).toBe(1);
    expect(areaOf(APART)).toBe(1);
  });

  it('counts every set alike, whatever its size', () => {
    const large = Array.from({ length: 10 }, () => APART).flat();
    const shifted = APART.map(({ score, supported }) => ({ score: score + 10, supported }));
    expect(chooseThreshold([large, shifted])).toBe(chooseThreshold([APART, shifted]));
  });
});

describe('calibrate', () => {
  it('gives the observed share where scores tell nothing, and rises where they tell', () => {
    const mixed = pairs([0, true], [0, false], [0, false], [0, false]);
    const { intercept } = calibrate([mixed]);
    expect(1 / (1 + Math.exp(-intercept))).toBeCloseTo(0.25, 3);
    expect(
      calibrate([pairs([-1, false], [-1, true], [-1, false], [1, true], [1, true], [1, false])]).slope,
    ).toBeGreaterThan(0);
  });
});
