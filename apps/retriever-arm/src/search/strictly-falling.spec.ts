import { describe, expect, it } from '@jest/globals';
import { strictlyFalling } from './strictly-falling.js';

describe('strictlyFalling', () => {
  it('parts ties by next to nothing, and leaves what falls already', () => {
    const fallen = strictlyFalling([0.9, 0.9, 0.9, 0.4, 0.2, 0.2]);
    for (const [index, score] of fallen.slice(1).entries()) expect(score).toBeLessThan(fallen[index] ?? 0);
    expect(fallen.map((score) => Number(score.toFixed(4)))).toEqual([0.9, 0.9, 0.9, 0.4, 0.2, 0.2]);
    expect(fallen[3]).toBe(0.4);
  });

  it('stays above 0 over 100 results', () => {
    const fallen = strictlyFalling(Array<number>(100).fill(1e-12));
    expect(new Set(fallen).size).toBe(100);
    expect(Math.min(...fallen)).toBeGreaterThan(0);
  });
});
