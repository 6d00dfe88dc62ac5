import { describe, expect, it } from '@jest/globals';
import { fractionOf, xorshift } from '../write-english.js';
import { simulateSharing } from './sharing.js';

const REQUESTS = 150_000;

describe('simulateSharing', () => {
  it.each([
    ['constant', [1]],
    ['exponential', Array.from({ length: 5_000 }, (_, n) => -Math.log((n + 0.5) / 5_000))],
    ['of two sizes', [0.1, 0.1, 0.1, 3.7]],
  ])('has the mean of Kleinrock’s formula, times %s', (_, alone) => {
    for (const utilisation of [0.3, 0.5, 0.8]) {
      const random = xorshift(7);
      const mean = alone.reduce((sum, one) => sum + one, 0) / alone.length;
      const { meanSeconds } = simulateSharing({ utilisation, alone, random, requests: REQUESTS });
      expect(Math.abs(meanSeconds / (mean / (1 - utilisation)) - 1)).toBeLessThan(0.06);
    }
  });

  it('knows the percentile of a server that nobody shares', () => {
    const random = xorshift(3);
    const alone = Array.from({ length: 1_000 }, () => 1 + fractionOf(random));
    const { p95Seconds } = simulateSharing({ utilisation: 0, alone, random });
    expect(p95Seconds).toBeCloseTo(1.95, 1);
    const almost = simulateSharing({ utilisation: 0.001, alone, random, requests: REQUESTS });
    expect(almost.p95Seconds).toBeCloseTo(p95Seconds, 1);
  });

  it('refuses a server that cannot be', () => {
    const random = xorshift(3);
    expect(() => simulateSharing({ utilisation: 1, alone: [1], random })).toThrow(RangeError);
    expect(() => simulateSharing({ utilisation: 0.5, alone: [], random })).toThrow(RangeError);
  });
});
