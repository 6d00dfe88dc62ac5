import type { ChunkIndex, EmbeddedChunk, ScoredChunk, SearchOptions } from './chunk.js';

/** Nearest chunks by cosine similarity. */
export interface VectorIndex extends ChunkIndex<EmbeddedChunk> {
  /**
   * @param vector unit length, as many numbers as the collection has dimensions
   * @returns best first, ties by chunk id; scores are cosines in −1…1
   * @throws ArbiterError INVALID_REQUEST when the dimensions differ from the collection's
   */
  search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ScoredChunk[]>;
}
