import type { Chunk, ChunkHit, ChunkIndex, SearchOptions } from './chunk.js';

/**
 * A chunk with its index terms: what the analyser of its collection makes of title, headings and text, in order, with
 * repeats. A term is any text without white space. Stores take terms as they are, so that all of them rank alike.
 */
export interface AnalysedChunk extends Chunk {
  readonly terms: readonly string[];
}

/** A term of a query and how much it counts, > 0; 1 is a word that was asked for once. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

export interface KeywordSearchOptions extends SearchOptions {
  /** Only chunks that hold every one of these terms. */
  readonly required?: readonly string[];
}

/** Chunks that share terms with a query, by BM25. */
export interface KeywordIndex extends ChunkIndex<AnalysedChunk> {
  /**
   * The score of a chunk is Σ weight · idf · tf·(k1 + 1) / (tf + k1·(1 − b + b·dl/avgdl)) with k1 = 1.2, b = .75 and
   * idf = ln(1 + (N − df + .5) / (df + .5)), up to a constant factor (Robertson and Zaragoza, "The Probabilistic
   * Relevance Framework: BM25 and Beyond", 2009). It is the same whatever filter or ids restrict the search.
   *
   * @param query each term once; none finds nothing
   * @returns best first, ties by chunk id, only chunks that hold at least one of the terms. Scores are > 0.
   */
  search(
    collection: string,
    query: readonly WeightedTerm[],
    options: KeywordSearchOptions,
  ): Promise<readonly ChunkHit[]>;
  /**
   * What the same query gives chunks that it need not have found, on the scale of {@link search}.
   *
   * @param chunkIds ≤ 1,000
   * @returns by chunk id; a chunk that holds none of the terms, or is not there, has no score
   */
  scores(
    collection: string,
    query: readonly WeightedTerm[],
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
  /**
   * Share of the collection's chunks that hold each term, 0–1, in order. May be an estimate from a sample of at least
   * 1,000 chunks: good enough to tell a common term from a rare one.
   */
  documentFrequencies(collection: string, terms: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
}
