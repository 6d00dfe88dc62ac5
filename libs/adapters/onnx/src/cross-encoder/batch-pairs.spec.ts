import { describe, expect, it } from '@jest/globals';
import type { EncodedPairs } from '../worker/thread-protocol.js';
import { batchPairs } from './score-pairs.js';

/** Pairs of the given lengths; all tokens of a pair have its number as their id. */
function pairs(from: number, ...lengths: number[]): EncodedPairs {
  return {
    ids: Int32Array.from(lengths.flatMap((length, i) => Array.from({ length }, () => from + i))),
    lengths: Int32Array.from(lengths),
    firstLengths: Int32Array.from(lengths, (length) => Math.floor(length / 2)),
  };
}

describe('batchPairs', () => {
  it('puts pairs of like length together, across slices, and no more than fit with their padding', () => {
    const batches = batchPairs([pairs(0, 4, 10, 5), pairs(3, 9)], 20);
    expect(batches.map(({ positions }) => positions)).toEqual([
      [1, 3],
      [2, 0],
    ]);
    expect(batches[1]!.pairs).toEqual({
      ids: Int32Array.of(2, 2, 2, 2, 2, 0, 0, 0, 0),
      lengths: Int32Array.of(5, 4),
      firstLengths: Int32Array.of(2, 2),
    });
  });

  it('makes a batch of its own for a pair that is longer than a batch', () => {
    expect(batchPairs([pairs(0, 30, 31, 1)], 20).map(({ positions }) => positions)).toEqual([[1], [0], [2]]);
  });

  it('makes no batch of nothing', () => {
    expect(batchPairs([], 20)).toEqual([]);
  });
});
