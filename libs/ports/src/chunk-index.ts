import { ArbiterError } from '@arbiter/contracts';
import type { ChunkFilter } from './chunk-filter.js';

/** A piece of a document in an index. `text === document.text.slice(start, end)`; offsets are UTF-16 code units. */
export interface Chunk {
  /** Unique in the library, stable while document, position and text stay the same. */
  readonly id: string;
  readonly documentId: string;
  /** Position in the document, from 0. */
  readonly ordinal: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly title: string;
  /** Origin of the document: a relative path or a URL. */
  readonly source: string;
  /** Headings from the outermost to the innermost. */
  readonly section: readonly string[];
  /** Page it starts on, from 1; null without pages. */
  readonly page: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A chunk with its vector, of unit length and with the collection's number of dimensions. */
export interface EmbeddedChunk extends Chunk {
  readonly vector: Float32Array;
}

/** Largest deviation of a vector's length from 1, from float32 rounding alone. */
const UNIT_TOLERANCE = 1e-3;

/**
 * Checks a vector before a {@link VectorIndex} stores it or searches with it.
 *
 * @param dimensions of the collection
 * @throws ArbiterError INVALID_REQUEST for a wrong number of dimensions, or a length that is not 1
 */
export function checkVector(vector: Float32Array, dimensions: number): void {
  checkDimensions(vector.length, dimensions);
  let squares = 0;
  for (const number of vector) squares += number * number;
  if (!(Math.abs(Math.sqrt(squares) - 1) <= UNIT_TOLERANCE))
    throw new ArbiterError('INVALID_REQUEST', 'A vector must have the length 1.');
}

/** @throws ArbiterError INVALID_REQUEST if the numbers differ */
export function checkDimensions(received: number, expected: number): void {
  if (received === expected) return;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `The collection holds vectors of ${expected} numbers, got one of ${received}.`,
    { details: { expected, received } },
  );
}

/** The id of a chunk that a search found, without its text, because most hits are never shown. */
export interface ChunkHit {
  readonly chunkId: string;
  /** On the scale of the index (cosine, BM25); higher is better. Comparable within one query only. */
  readonly score: number;
}

/** All chunks of one document; the list is empty if the document has no text. */
export interface DocumentChunks<C extends Chunk = Chunk> {
  readonly documentId: string;
  readonly chunks: readonly C[];
}

export interface SearchOptions {
  /** Most hits, ≥ 1. */
  readonly limit: number;
  readonly filter?: ChunkFilter;
  /** Restricts the search to these chunks, ≤ 1,000; unknown ids are ignored. */
  readonly chunkIds?: readonly string[];
  readonly signal: AbortSignal;
}

export interface OptimizeOptions {
  /**
   * Removes all deleted and replaced chunks from the engine's files, which may otherwise keep them for a while. It rewrites
   * these files, and a running search may have to be repeated. Default: false. A server with its own schedule erases later.
   */
  readonly erase?: boolean;
  /**
   * Does nothing unless enough was written since the last time to slow searches down. It does not hold back `erase`. Default:
   * false.
   */
  readonly ifWorthIt?: boolean;
}

export interface ChunkIndexHealth {
  readonly ok: boolean;
  /** For people: what answered, or why nothing did. Never a key. */
  readonly detail: string;
}

/**
 * Operations of every index of chunks. The first write creates a collection; collections are independent of each other.
 *
 * Rejects with ArbiterError: NOT_FOUND for a collection without any writes, UNAVAILABLE when the store does not answer, and the
 * signal's reason once it is aborted. A collection name is safe as a path segment (contracts' CollectionName).
 */
export interface ChunkIndex<C extends Chunk> {
  /** Name of the engine in manifests, such as `lancedb`; never an address. Other engines do not have its chunks. */
  readonly engine: string;
  /**
   * Replaces all chunks of the given documents. A reader sees either the old or the new chunks of a document, never a mixture.
   * Repeating the call changes nothing.
   */
  replaceDocuments(collection: string, documents: readonly DocumentChunks<C>[], signal: AbortSignal): Promise<void>;
  /** @returns the number of removed chunks; unknown documents count 0 */
  deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number>;
  /** Chunks as written, ≤ 1,000, by id; unknown ids are absent. */
  chunks(collection: string, chunkIds: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Chunk>>;
  /** Number of chunks. */
  count(collection: string, signal: AbortSignal): Promise<number>;
  /** Ids of the documents that have at least one chunk, ascending. */
  documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Removes the collection with its contents; an unknown collection is no error. */
  drop(collection: string, signal: AbortSignal): Promise<void>;
  /** Updates indexes after writes and compacts them. Searches are correct without it, only slower. */
  optimize(collection: string, signal: AbortSignal, options?: OptimizeOptions): Promise<void>;
  health(signal: AbortSignal): Promise<ChunkIndexHealth>;
  close(): Promise<void>;
}

/**
 * Checks that every index makes before a write. No document or chunk occurs twice, each chunk belongs to its document, and
 * Unicode is well-formed. A lone surrogate cannot be stored as UTF-8 and would return as another text.
 *
 * @throws ArbiterError INVALID_REQUEST with the document (and the chunk) that breaks the rule
 */
export function checkDocumentChunks(documents: readonly DocumentChunks[]): void {
  const documentIds = new Set<string>();
  const chunkIds = new Set<string>();
  for (const { documentId, chunks } of documents) {
    if (documentIds.has(documentId)) refuse(`Document "${documentId}" is listed twice.`, { documentId });
    documentIds.add(documentId);
    for (const chunk of chunks) {
      const details = { documentId, chunkId: chunk.id };
      if (chunk.documentId !== documentId)
        refuse(`Chunk "${chunk.id}" belongs to document "${chunk.documentId}", not to "${documentId}".`, details);
      if (chunkIds.has(chunk.id)) refuse(`Chunk "${chunk.id}" is listed twice.`, details);
      chunkIds.add(chunk.id);
      if (!isWellFormed(chunk))
        refuse(`Chunk "${chunk.id}" holds half of a surrogate pair, so its text cannot be stored exactly.`, details);
    }
  }
}

function isWellFormed({ id, documentId, text, title, source, section }: Chunk): boolean {
  return [id, documentId, text, title, source, ...section].every((value) => value.isWellFormed());
}

function refuse(message: string, details: Readonly<Record<string, unknown>>): never {
  throw new ArbiterError('INVALID_REQUEST', message, { details });
}

/** Nearest chunks by cosine similarity. */
export interface VectorIndex extends ChunkIndex<EmbeddedChunk> {
  /**
   * @param vector of unit length, with the collection's number of dimensions
   * @returns best first, ties by chunk id; scores are cosines in −1…1, exact if `chunkIds` are given
   * @throws ArbiterError INVALID_REQUEST when the dimensions differ from the collection's
   */
  search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ChunkHit[]>;
  /**
   * Exact cosines of given chunks, whether or not a search would find them.
   *
   * @param chunkIds ≤ 1,000
   * @returns by chunk id; unknown chunks are absent
   * @throws ArbiterError INVALID_REQUEST when the dimensions differ from the collection's
   */
  scores(
    collection: string,
    vector: Float32Array,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
  /** The stored vectors of chunks, ≤ 1,000, by chunk id; unknown chunks are absent. */
  vectors(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>>;
}

/**
 * A chunk with its index terms: the analyser's output for title, headings and text, in order, with repeats. A term is any text
 * without white space. Stores use terms unchanged, so that all of them rank alike.
 */
export interface AnalysedChunk extends Chunk {
  readonly terms: readonly string[];
}

/** A term of a query with its weight, > 0; 1 is a word that occurs once in the query. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

export interface KeywordSearchOptions extends SearchOptions {
  /** Only chunks with all these terms. */
  readonly required?: readonly string[];
}

/** Chunks that share terms with a query, by BM25. */
export interface KeywordIndex extends ChunkIndex<AnalysedChunk> {
  /**
   * The score of a chunk is Σ weight · idf · tf·(k1 + 1) / (tf + k1·(1 − b + b·dl/avgdl)), up to a constant factor. Here k1 =
   * 1.2, b = .75 and idf = ln(1 + (N − df + .5) / (df + .5)) (Robertson and Zaragoza, "The Probabilistic Relevance Framework:
   * BM25 and Beyond", 2009). Filters and ids do not change the score.
   *
   * @param query distinct terms; an empty query finds nothing
   * @returns best first, ties by chunk id, only chunks with at least one of the terms. Scores are > 0.
   */
  search(
    collection: string,
    query: readonly WeightedTerm[],
    options: KeywordSearchOptions,
  ): Promise<readonly ChunkHit[]>;
  /**
   * Scores of given chunks for the query, on the scale of {@link search}, whether or not the search would find them.
   *
   * @param chunkIds ≤ 1,000
   * @returns by chunk id; a chunk without any of the terms, or an unknown chunk, has no score
   */
  scores(
    collection: string,
    query: readonly WeightedTerm[],
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>>;
  /**
   * Share of the collection's chunks that contain each term, 0–1, in order. It may be estimated from a sample of at least 1,000
   * chunks, which is enough to distinguish common terms from rare ones.
   */
  documentFrequencies(collection: string, terms: readonly string[], signal: AbortSignal): Promise<readonly number[]>;
  /**
   * The terms of a collection, each with the share of the chunks that contain it, above 0 to 1; the same map until it changes.
   * Of a collection of more than 2,000 chunks it may be an earlier state or a sample. Absent where a store cannot list its terms.
   */
  vocabulary?(collection: string, signal: AbortSignal): Promise<ReadonlyMap<string, number>>;
  /** Number of chunks that pass a filter. Default: all. */
  count(collection: string, signal: AbortSignal, filter?: ChunkFilter): Promise<number>;
  /** Ids of the documents that have at least one chunk which passes a filter, ascending. Default: all. */
  documentIds(collection: string, signal: AbortSignal, filter?: ChunkFilter): Promise<readonly string[]>;
}
