import type { EncodedPairs } from './worker/cross-encoder-protocol.js';

/** Pairs that go through the network together. */
export interface PairBatch {
  /** Which of the passages, in the order of the batch. */
  readonly positions: readonly number[];
  readonly pairs: EncodedPairs;
}

/**
 * Puts pairs of like length together, so that little of a batch is padding.
 *
 * @param slices pairs as they were encoded, of all passages in order
 * @param maxTokens pairs × tokens of the longest one of which a batch has no more; a longer pair is a batch of its own
 * @returns batches from the longest pairs to the shortest, every pair in one of them
 */
export function batchPairs(slices: readonly EncodedPairs[], maxTokens: number): PairBatch[] {
  const pairs = slices.flatMap(pairsOf).map((pair, position) => ({ ...pair, position }));
  const batches: (typeof pairs)[] = [];
  let batch: typeof pairs = [];
  // Stable, so that what belongs together does not depend on the engine.
  for (const pair of pairs.toSorted((a, b) => b.ids.length - a.ids.length)) {
    const longest = batch[0]?.ids.length ?? pair.ids.length;
    if (batch.length === 0 || longest * (batch.length + 1) > maxTokens) {
      batch = [];
      batches.push(batch);
    }
    batch.push(pair);
  }
  return batches.map((members) => ({
    positions: members.map(({ position }) => position),
    pairs: {
      ids: Int32Array.from(members.flatMap(({ ids }) => [...ids])),
      lengths: Int32Array.from(members, ({ ids }) => ids.length),
      firstLengths: Int32Array.from(members, ({ firstLength }) => firstLength),
    },
  }));
}

function pairsOf({ ids, lengths, firstLengths }: EncodedPairs): { ids: Int32Array; firstLength: number }[] {
  let start = 0;
  return Array.from(lengths, (length, pair) => ({
    ids: ids.subarray(start, (start += length)),
    firstLength: firstLengths[pair] ?? length,
  }));
}
