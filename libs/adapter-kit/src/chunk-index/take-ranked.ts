import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { ChunkHit } from '@arbiter/ports';

/** Asked for beyond the limit at first, so that chunks that tie with the last one are usually all seen. */
const TIE_SLACK = 16;

/** Of more chunks that tie than this, those that the store returns first are kept. */
const MAX_CANDIDATES = 4_096;

/**
 * The best hits, ties by chunk id. A store cuts ties as it likes, so a cut through a tie is fetched again with more.
 *
 * @param limit ≥ 1
 * @param fetch gives the `count` best hits, in any order
 * @throws ArbiterError INVALID_REQUEST when the limit is not a whole number from 1
 */
export async function takeRanked<H extends ChunkHit>(
  limit: number,
  fetch: (count: number) => Promise<readonly H[]>,
): Promise<readonly H[]> {
  if (!Number.isInteger(limit) || limit < 1)
    throw new ArbiterError('INVALID_REQUEST', `The limit must be a whole number from 1, got ${limit}.`, {
      details: { limit },
    });
  const most = Math.max(limit + TIE_SLACK, MAX_CANDIDATES);
  for (let count = limit + TIE_SLACK; ; count = Math.min(count * 4, most)) {
    const hits = [...(await fetch(count))].sort((a, b) => b.score - a.score || compareCodeUnits(a.chunkId, b.chunkId));
    const cutThroughTie = hits.length >= count && hits[limit - 1]?.score === hits.at(-1)?.score;
    if (!cutThroughTie || count >= most) return hits.slice(0, limit);
  }
}
