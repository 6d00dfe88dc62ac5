import { ArbiterError } from '@arbiter/contracts';
import type { AnalysedChunk, Chunk, DocumentChunks, VectorIndex } from '@arbiter/ports';
import { ANALYSER_NAMES, analyserNamed, documentTerms } from '@arbiter/text';

/** Chunks requested at once: the most that an index returns. */
const CHUNKS_AT_ONCE = 1_000;

/** The chunks that the index holds, in the order of the ids. */
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

/**
 * The chunks with their index terms.
 *
 * @param analyser name from the collection's manifest
 * @throws ArbiterError CONFLICT for an analyser that this version does not have
 */
export function analyseChunks(documents: readonly DocumentChunks[], analyser: string): DocumentChunks<AnalysedChunk>[] {
  const known = ANALYSER_NAMES.find((name) => name === analyser);
  if (!known) throw new ArbiterError('CONFLICT', `This version has no analyser "${analyser}".`);
  const chosen = analyserNamed(known);
  return documents.map(({ documentId, chunks }) => {
    const terms = documentTerms(chunks, chosen);
    return { documentId, chunks: chunks.map((chunk, index) => ({ ...chunk, terms: terms[index] ?? [] })) };
  });
}

/** Number of chunks in a batch. */
export function chunksIn(batch: readonly { readonly chunks: readonly unknown[] }[]): number {
  return batch.reduce((sum, { chunks }) => sum + chunks.length, 0);
}

/** For `catch`: a collection without chunks is missing from the stores. */
export function ignoringNotFound<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ArbiterError && error.code === 'NOT_FOUND') return instead;
    throw error;
  };
}
