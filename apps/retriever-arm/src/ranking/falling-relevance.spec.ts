import { describe, expect, it } from '@jest/globals';
import { fallingRelevance } from './relevance.js';

const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(4)));

describe('fallingRelevance', () => {
  it('parts ties by next to nothing, and leaves what falls already', () => {
    const fallen = fallingRelevance([0.9, 0.9, 0.9, 0.4, 0.2, 0.2], 6);
    for (const [index, score] of fallen.slice(1).entries()) expect(score).toBeLessThan(fallen[index] ?? 0);
    expect(rounded(fallen)).toEqual([0.9, 0.9, 0.9, 0.4, 0.2, 0.2]);
    expect(fallen[3]).toBe(0.4);
  });

  it('lifts what ranks above a sure passage of its page, and nothing on the page before', () => {
    expect(rounded(fallingRelevance([0.5, 0.2, 0.6, 0.1, 0.9, 0.3], 3))).toEqual([0.6, 0.6, 0.6, 0.6, 0.6, 0.3]);
  });

  it('shows the same first, however many are asked for', () => {
    const estimates = Array.from({ length: 100 }, (_, i) => Math.abs(Math.sin(i * 2.3)));
    const all = fallingRelevance(estimates, 10);
    for (const limit of [10, 20, 50])
      expect(fallingRelevance(estimates.slice(0, limit), 10)).toEqual(all.slice(0, limit));
  });

  it('stays above 0 over 100 results', () => {
    const fallen = fallingRelevance(Array<number>(100).fill(1e-12), 10);
    expect(new Set(fallen).size).toBe(100);
    expect(Math.min(...fallen)).toBeGreaterThan(0);
  });
});
