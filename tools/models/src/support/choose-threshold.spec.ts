import { describe, expect, it } from '@jest/globals';
import { accuracyAt, areaOf, calibrate, chooseThreshold, type ScoredPair } from './fit-support.js';

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
  it('gives the observed share where scores tell nothing', () => {
    const { offset } = calibrate([pairs([0, true], [0, false], [0, false], [0, false])]);
    expect(1 / (1 + Math.exp(-offset))).toBeCloseTo(0.25, 3);
  });

  it('rises faster where scores tell more', () => {
    const low = pairs([-4, false], [-4, true], [-3, false], [-3, true], [-2, true], [-2, false]);
    const high = pairs(
      [2, false],
      [2, true],
      [3, true],
      [3, true],
      [3, false],
      [4, true],
      [4, true],
      [4, true],
      [4, false],
    );
    const { slope, bend, knee } = calibrate([[...low, ...high]]);
    expect(slope).toBeLessThan(0.1);
    expect(slope + bend).toBeGreaterThan(0.2);
    expect(knee).toBeGreaterThan(-2);
    expect(knee).toBeLessThan(2);
  });
});
