import { describe, expect, it } from '@jest/globals';
import { median, percentile } from './benchmark.js';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);

  it.each([
    [0.01, 1],
    [0.5, 50],
    [0.95, 95],
    [1, 100],
  ])('%p of 1 to 100 is %p, whatever their order', (share, value) => {
    expect(percentile(hundred, share)).toBe(value);
  });

  it('of one value is that value', () => {
    expect(percentile([7], 0.95)).toBe(7);
    expect(median([7])).toBe(7);
  });

  it('compares numbers, not their digits', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it.each([0, -0.5, 1.5, Number.NaN])('refuses the share %p', (share) => {
    expect(() => percentile([1], share)).toThrow(RangeError);
  });

  it('refuses no values', () => {
    expect(() => percentile([], 0.5)).toThrow('no percentile of no values');
  });
});
