import { describe, expect, it } from '@jest/globals';
import { pairLengths } from './pair-encoder.mjs';

describe('pairLengths', () => {
  it.each([
    ['all of a pair that fits', [3, 7], [3, 7]],
    ['all of the shorter, and of the longer what fits', [3, 20], [3, 7]],
    ['so also when the first is the longer', [20, 3], [7, 3]],
    ['half of each when both are long', [20, 30], [5, 5]],
    ['all of a first that is exactly half', [5, 30], [5, 5]],
    ['nothing of an empty second', [20, 0], [10, 0]],
  ])('keeps %s', (_, [first, second], kept) => {
    expect(pairLengths(first!, second!, 10)).toEqual(kept);
  });

  it('gives the odd token to the longer text', () => {
    expect(pairLengths(20, 30, 11)).toEqual([5, 6]);
    expect(pairLengths(30, 20, 11)).toEqual([6, 5]);
  });
});
