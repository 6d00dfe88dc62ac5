import type { ChunkFilter } from './chunk-filter.js';

/** A page with the vectors of its picture. */
export interface EmbeddedPage {
  readonly documentId: string;
  /** From 1. */
  readonly page: number;
  /** Concatenated, n × dimensions, each of unit length; n ≥ 1. */
  readonly vectors: Float32Array;
  /** Of its document: what filters look at. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** All pages of one document that have vectors; none takes it out of the index. */
export interface DocumentPages {
  readonly documentId: string;
  readonly pages: readonly EmbeddedPage[];
}

export interface PageHit {
  readonly documentId: string;
  readonly page: number;
  /** Mean over the query's vectors of each one's best cosine with the page's, −1…1: MaxSim over their number. */
  readonly score: number;
}

export interface PageSearchOptions {
  /** Most hits, ≥ 1. */
  readonly limit: number;
  readonly filter?: ChunkFilter;
  readonly signal: AbortSignal;
}

/**
 * Pages by late interaction, see `PageEmbedder`. The first write creates a collection and sets its number of dimensions; collections are
 * independent of each other.
 *
 * Rejects with ArbiterError: INVALID_REQUEST when dimensions differ from the collection's, UNAVAILABLE when the store does not answer, and
 * the signal's reason. A collection that was never written to is an empty one.
 */
export interface MultiVectorIndex {
  /** Replaces all pages of the given documents. Repeating the call changes nothing. */
  replaceDocuments(
    collection: string,
    dimensions: number,
    documents: readonly DocumentPages[],
    signal: AbortSignal,
  ): Promise<void>;
  deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<void>;
  /** Ids of the documents that have a page, ascending. */
  documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]>;
  /**
   * @param query concatenated vectors, n × dimensions, each of unit length; n ≥ 1
   * @returns best first, ties by document and page. An engine may look for candidates by means of vectors first, 200 pages at least;
   *   their scores are exact.
   */
  search(
    collection: string,
    query: Float32Array,
    dimensions: number,
    options: PageSearchOptions,
  ): Promise<readonly PageHit[]>;
  /** Removes the collection; an unknown one is no error. */
  drop(collection: string, signal: AbortSignal): Promise<void>;
}
