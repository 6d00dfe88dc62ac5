import { describe, expect, it } from '@jest/globals';
import { averageOf } from './weapon-output.js';

describe('a number of a profile', () => {
  it.each([
    ['3', 3],
    ['D6', 3.5],
    ['2D6', 7],
    ['D3+1', 3],
    ['d6 + 2', 5.5],
    ['N/A', 1],
    ['', 1],
  ])('%j is %d on average', (value, average) => {
    expect(averageOf(value)).toBe(average);
  });
});
