import type { ChunkHit, ChunkIndex, EmbeddedChunk, SearchOptions } from './chunk.js';

/** Nearest chunks by cosine similarity. */
export interface VectorIndex extends ChunkIndex<EmbeddedChunk> {
  /**
   * @param vector unit length, as many numbers as the collection has dimensions
   * @returns best first, ties by chunk id; scores are cosines in −1…1, exact whenever `chunkIds` are given
   * @throws ArbiterError INVALID_REQUEST when the dimensions differ from the collection's
   */
  search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ChunkHit[]>;
  /**
   * Exact cosines of chunks that a search need not have found.
   *
   * @param chunkIds ≤ 1,000
   * @returns by chunk id; chunks that are not there are absent
   * @throws ArbiterError INVALID_REQUEST when the dimensions differ from the collection's
   */
  scores(
    collection: string,
    vector: Float32Array,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
  /** The stored vectors of chunks, ≤ 1,000, by chunk id; chunks that are not there are absent. */
  vectors(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>>;
}
