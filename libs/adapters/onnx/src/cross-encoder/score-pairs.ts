import { abortable, abortReason } from '@arbiter/adapter-kit/resilience';
import { batchPairs } from './batch-pairs.js';
import type { EncodedPairs } from './worker/cross-encoder-protocol.js';

/**
 * Tokens of a batch, padding included, as for the embedder, whose network is of the same size: longer batches are not
 * faster on two cores, and an abort takes effect between batches.
 */
export const MAX_PAIR_BATCH_TOKENS = 512;

/** A thread with a network that reads two texts together. */
export interface PairThread {
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
