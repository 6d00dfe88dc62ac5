import type { Chunk, ChunkIndex, ScoredChunk, SearchOptions } from './chunk.js';

/** Chunks that share words with a query, by BM25 over text, title and section. */
export interface KeywordIndex extends ChunkIndex<Chunk> {
  /**
   * @param query free text; operators of any query language are plain words here
   * @returns best first, ties by chunk id, only chunks that share at least one term; empty when the query holds only
   *   stop words or punctuation. Scores are > 0.
   */
  search(collection: string, query: string, options: SearchOptions): Promise<readonly ScoredChunk[]>;
}
