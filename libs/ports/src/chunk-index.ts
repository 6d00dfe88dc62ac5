import { ArbiterError } from '@arbiter/contracts';
import type { ChunkFilter } from './chunk-filter.js';

/**
 * A piece of a document as it is stored in an index. `text === document.text.slice(start, end)`; offsets are UTF-16
 * code units.
 */
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
  /** Where the document came from: a relative path or URL. */
  readonly source: string;
  /** Headings from the outermost to the innermost. */
  readonly section: readonly string[];
  /** Page it starts on, from 1; null without pages. */
  readonly page: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A chunk with its vector: unit length, as many numbers as the collection has dimensions. */
export interface EmbeddedChunk extends Chunk {
  readonly vector: Float32Array;
}

/** How far the length of a vector may be from 1: what float32 rounding can explain, and no more. */
const UNIT_TOLERANCE = 1e-3;

/**
 * Checks a vector before a {@link VectorIndex} stores it or searches with it.
 *
 * @param dimensions of the collection
 * @throws ArbiterError INVALID_REQUEST for another number of dimensions, or a length that is not 1
 */
export function checkVector(vector: Float32Array, dimensions: number): void {
  checkDimensions(vector.length, dimensions);
  let squares = 0;
  for (const number of vector) squares += number * number;
  if (!(Math.abs(Math.sqrt(squares) - 1) <= UNIT_TOLERANCE))
    throw new ArbiterError('INVALID_REQUEST', 'A vector must have the length 1.');
}

/** @throws ArbiterError INVALID_REQUEST for another number of dimensions than the collection has */
export function checkDimensions(received: number, expected: number): void {
  if (received === expected) return;
  throw new ArbiterError(
    'INVALID_REQUEST',
    `The collection holds vectors of ${expected} numbers, got one of ${received}.`,
    { details: { expected, received } },
  );
}

/** A chunk that a search found, by id: most of what is found is never shown, so its text is read by those who need it. */
export interface ChunkHit {
  readonly chunkId: string;
  /** In the scale of the index (cosine, BM25); higher is better. Comparable within one query only. */
  readonly score: number;
}

/** All chunks of one document; an empty list is a document that holds no text. */
export interface DocumentChunks<C extends Chunk = Chunk> {
  readonly documentId: string;
  readonly chunks: readonly C[];
}

export interface SearchOptions {
  /** At most so many hits, ≥ 1. */
  readonly limit: number;
  readonly filter?: ChunkFilter;
  /** Only these chunks, ≤ 1,000; ids that are not there do no harm. */
  readonly chunkIds?: readonly string[];
  readonly signal: AbortSignal;
}

export interface OptimizeOptions {
  /**
   * Leave nothing in the engine's files of chunks that were deleted or replaced, where it would keep them until it is
   * convenient. It rewrites the files that they stood in, and a search that began before may have to be asked again.
   * Default: false. A server that decides by itself when it erases does so in its own time.
   */
  readonly erase?: boolean;
  /** Do nothing while too little was written since the last time to make searches slower. It does not hold back `erase`. Default: false. */
  readonly ifWorthIt?: boolean;
}

export interface ChunkIndexHealth {
  readonly ok: boolean;
  /** For people: what answered, or why not. Never a key. */
  readonly detail: string;
}

/**
 * What every index of chunks can do. Collections are created by the first write and are independent of each other.
 *
 * Rejects with ArbiterError: NOT_FOUND for a collection that was never written to, UNAVAILABLE when the store does not
 * answer, and the signal's reason once it is aborted. A collection name is safe as a path segment (contracts'
 * CollectionName).
 */
export interface ChunkIndex<C extends Chunk> {
  /** What keeps the chunks, as manifests name it: `lancedb`, never an address. Another engine does not have them. */
  readonly engine: string;
  /**
   * Replaces all chunks of the given documents by the given ones. A reader sees a document's old chunks or its new
   * ones, never a mixture, and repeating the call changes nothing.
   */
  replaceDocuments(collection: string, documents: readonly DocumentChunks<C>[], signal: AbortSignal): Promise<void>;
  /** @returns chunks removed; documents that are not there count 0 */
  deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number>;
  /** Chunks as they were written, ≤ 1,000, by id; those that are not there are absent. */
  chunks(collection: string, chunkIds: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, Chunk>>;
  /** Number of chunks. */
  count(collection: string, signal: AbortSignal): Promise<number>;
  /** Ids of the documents that have at least one chunk, ascending. */
  documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Removes the collection and all in it; one that is not there is no error. */
  drop(collection: string, signal: AbortSignal): Promise<void>;
  /** Brings indexes up to date after writes and compacts; searches are correct without it, only slower. */
  optimize(collection: string, signal: AbortSignal, options?: OptimizeOptions): Promise<void>;
  health(signal: AbortSignal): Promise<ChunkIndexHealth>;
  close(): Promise<void>;
}

/**
 * What every index asks of the documents it is given, checked before anything is written: no document and no chunk
 * twice, each chunk under its own document, and well-formed Unicode, since a lone surrogate cannot be stored as UTF-8
 * and would come back as another text.
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
