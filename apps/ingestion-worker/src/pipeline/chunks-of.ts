import type { Chunk, VectorIndex } from '@arbiter/ports';

/** Chunks asked for at once, which is as many as an index gives. */
const CHUNKS_AT_ONCE = 1_000;

/** Those of the ids that the index holds, in the order of the ids. */
export async function chunksOf(
  collection: string,
  chunkIds: readonly string[],
  index: Pick<VectorIndex, 'chunks'>,
  signal: AbortSignal,
): Promise<Chunk[]> {
  const held: Chunk[] = [];
  for (let from = 0; from < chunkIds.length; from += CHUNKS_AT_ONCE) {
    const some = chunkIds.slice(from, from + CHUNKS_AT_ONCE);
    const found = await index.chunks(collection, some, signal);
    held.push(...some.flatMap((chunkId) => found.get(chunkId) ?? []));
  }
  return held;
}
