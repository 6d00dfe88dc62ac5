import { abortable, abortReason } from '@arbiter/adapter-kit/resilience';
import type { EncodedPairs } from '../worker/thread-protocol.js';

/**
 * Tokens of a batch, padding included, as for the embedder, whose network is of the same size: longer batches are not
 * faster on two cores, and an abort takes effect between batches.
 */
const MAX_PAIR_BATCH_TOKENS = 512;

/** A thread with a network that reads two texts together. */
interface PairThread {
  call(name: 'score', input: EncodedPairs, transfer: ArrayBuffer[]): Promise<Float32Array>;
}

/**
 * Runs encoded pairs through the network of a thread, batch by batch.
 *
 * @param slices the pairs as they were encoded, in order
 * @param onBatch told the number of pairs before each run
 * @returns of each pair, in order; null where the network gives no finite number
 * @throws the signal's reason
 */
export async function scorePairs(
  thread: PairThread,
  slices: readonly EncodedPairs[],
  onBatch: (pairs: number) => void,
  signal: AbortSignal,
): Promise<readonly (number | null)[]> {
  const scores = slices.flatMap(({ lengths }) => Array.from(lengths, (): number | null => null));
  for (const { positions, pairs } of batchPairs(slices, MAX_PAIR_BATCH_TOKENS)) {
    onBatch(positions.length);
    const transfer = [pairs.ids.buffer, pairs.lengths.buffer, pairs.firstLengths.buffer] as ArrayBuffer[];
    const scored = await abortable(signal, () => thread.call('score', pairs, transfer), abortReason);
    positions.forEach((position, pair) => {
      const score = scored[pair];
      if (score !== undefined && Number.isFinite(score)) scores[position] = score;
    });
  }
  return scores;
}

/** Pairs that go through the network together. */
interface PairBatch {
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
