import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { Chunk, ChunkHit } from '@arbiter/ports';
import { z } from 'zod';

/** A chunk as a store of JSON documents keeps it, beside its ids, which each store files in a way of its own. */
export const StoredChunk = z.object({
  ordinal: z.number(),
  text: z.string(),
  start: z.number(),
  end: z.number(),
  title: z.string(),
  source: z.string(),
  section: z.array(z.string()).readonly(),
  /** A store may leave out what is null. */
  page: z.number().nullish(),
  /** JSON: as an object of the store's own it would come back with other numbers, or with keys cut at their dots. */
  metadata: z.string(),
});

export type StoredChunk = z.infer<typeof StoredChunk>;

/** What is stored of a chunk; terms, vectors and whatever else a chunk of an index has are left out. */
export function storedChunkOf(chunk: Chunk): StoredChunk {
  const { ordinal, text, start, end, title, source, section, page, metadata } = chunk;
  return { ordinal, text, start, end, title, source, section, page, metadata: JSON.stringify(metadata) };
}

/** @returns the chunk that was stored, field by field; what else the record holds is left out */
export function chunkOfStored(ids: Pick<Chunk, 'id' | 'documentId'>, stored: StoredChunk): Chunk {
  const { ordinal, text, start, end, title, source, section, page = null, metadata } = stored;
  return {
    id: ids.id,
    documentId: ids.documentId,
    ordinal,
    text,
    start,
    end,
    title,
    source,
    section,
    page,
    metadata: JSON.parse(metadata) as Chunk['metadata'],
  };
}

/** Asked for beyond the limit at first, so that chunks that tie with the last one are usually all seen. */
const TIE_SLACK = 16;

/** Of more hits that tie than this, those that the store returns first are kept. */
const MAX_CANDIDATES = 4_096;

/** The best chunks, ties by their id; see {@link takeBest}. */
export function takeRanked<H extends ChunkHit>(
  limit: number,
  fetch: (count: number) => Promise<readonly H[]>,
): Promise<readonly H[]> {
  return takeBest(limit, fetch, (a, b) => b.score - a.score || compareCodeUnits(a.chunkId, b.chunkId));
}

/**
 * The best hits. A store cuts ties as it likes, so a cut through a tie is fetched again with more.
 *
 * @param limit ≥ 1
 * @param fetch gives the `count` best hits, in any order
 * @param compare best first, and ties by what they are
 * @throws ArbiterError INVALID_REQUEST when the limit is not a whole number from 1
 */
export async function takeBest<H extends { readonly score: number }>(
  limit: number,
  fetch: (count: number) => Promise<readonly H[]>,
  compare: (a: H, b: H) => number,
): Promise<readonly H[]> {
  if (!Number.isInteger(limit) || limit < 1)
    throw new ArbiterError('INVALID_REQUEST', `The limit must be a whole number from 1, got ${limit}.`, {
      details: { limit },
    });
  const most = Math.max(limit + TIE_SLACK, MAX_CANDIDATES);
  for (let count = limit + TIE_SLACK; ; count = Math.min(count * 4, most)) {
    const hits = [...(await fetch(count))].sort(compare);
    const cutThroughTie = hits.length >= count && hits[limit - 1]?.score === hits.at(-1)?.score;
    if (!cutThroughTie || count >= most) return hits.slice(0, limit);
  }
}
