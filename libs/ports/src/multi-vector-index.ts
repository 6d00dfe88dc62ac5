import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import type { ChunkFilter } from './chunk-filter.js';
import { checkDimensions, checkVector, type OptimizeOptions } from './chunk-index.js';

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
  /** Name of the engine in manifests, such as `lancedb`; never an address. */
  readonly engine: string;
  /** Replaces all pages of the given documents. A reader sees a document's old pages or its new ones, never a mixture. */
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
  /** As that of a `ChunkIndex`. */
  optimize(collection: string, signal: AbortSignal, options?: OptimizeOptions): Promise<void>;
  close(): Promise<void>;
}

/**
 * Checks that every index makes before a write: no document or page occurs twice, each page belongs to its document, ids are
 * well-formed, and vectors are of unit length.
 *
 * @throws ArbiterError INVALID_REQUEST
 */
export function checkDocumentPages(documents: readonly DocumentPages[], dimensions: number): void {
  if (!Number.isInteger(dimensions) || dimensions < 1) refuse(`A vector has 1 number or more, not ${dimensions}.`);
  const documentIds = new Set<string>();
  for (const { documentId, pages } of documents) {
    if (documentIds.has(documentId)) refuse(`Document "${documentId}" is listed twice.`, { documentId });
    if (!documentId.isWellFormed()) refuse('The id of a document holds half of a surrogate pair.', { documentId });
    documentIds.add(documentId);
    const numbers = new Set<number>();
    for (const { documentId: owner, page, vectors } of pages) {
      const details = { documentId, page };
      if (owner !== documentId) refuse(`Page ${page} belongs to "${owner}", not to "${documentId}".`, details);
      if (!Number.isInteger(page) || page < 1) refuse(`Pages are counted from 1, got ${page}.`, details);
      if (numbers.has(page)) refuse(`Page ${page} of "${documentId}" is listed twice.`, details);
      numbers.add(page);
      checkVectors(vectors, dimensions);
    }
  }
}

/**
 * @param vectors concatenated
 * @throws ArbiterError INVALID_REQUEST for none, for half a vector, or for one that has not the length 1
 */
export function checkVectors(vectors: Float32Array, dimensions: number): void {
  if (vectors.length === 0) refuse('A page and a query have at least one vector.');
  checkDimensions(vectors.length % dimensions || dimensions, dimensions);
  for (let from = 0; from < vectors.length; from += dimensions)
    checkVector(vectors.subarray(from, from + dimensions), dimensions);
}

/** Best first, ties by document and page. @throws ArbiterError INVALID_REQUEST when the limit is not a whole number from 1 */
export function bestPages(hits: readonly PageHit[], limit: number): PageHit[] {
  if (!Number.isInteger(limit) || limit < 1)
    refuse(`The limit must be a whole number from 1, got ${limit}.`, { limit });
  return hits.toSorted(comparePageHits).slice(0, limit);
}

/** Best first, ties by document and page. */
export function comparePageHits(a: PageHit, b: PageHit): number {
  return b.score - a.score || compareCodeUnits(a.documentId, b.documentId) || a.page - b.page;
}

function refuse(message: string, details: Readonly<Record<string, unknown>> = {}): never {
  throw new ArbiterError('INVALID_REQUEST', message, { details });
}
