import type { ChunkFilter } from './filter/chunk-filter.js';

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
