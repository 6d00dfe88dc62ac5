import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import {
  type AnalysedChunk,
  checkDocumentChunks,
  checkVector,
  type Chunk,
  type ChunkHit,
  type ChunkIndex,
  type ChunkIndexHealth,
  type DocumentChunks,
  type EmbeddedChunk,
  type KeywordIndex,
  type KeywordSearchOptions,
  type SearchOptions,
  type VectorIndex,
  type WeightedTerm,
} from '../../chunk-index.js';
import type { ChunkFilter } from '../../chunk-filter.js';
import { holds } from './filter-condition.js';

/** See {@link KeywordIndex.search}. */
const K1 = 1.2;
const B = 0.75;

/**
 * Collections of chunks in maps, shared by both in-memory indexes. Reads and writes are synchronous, so each call is atomic.
 */
abstract class InMemoryChunkIndex<C extends Chunk> implements ChunkIndex<C> {
  private readonly collections = new Map<string, Map<string, readonly C[]>>();

  constructor(readonly engine = 'memory') {}

  async replaceDocuments(
    collection: string,
    documents: readonly DocumentChunks<C>[],
    signal: AbortSignal,
  ): Promise<void> {
    await started(signal);
    checkDocumentChunks(documents);
    this.check(collection, documents);
    const stored = this.collections.get(collection) ?? new Map<string, readonly C[]>();
    this.collections.set(collection, stored);
    for (const { documentId, chunks } of documents) {
      // A copy, so that later changes to the caller's objects do not change the stored ones.
      if (chunks.length > 0) stored.set(documentId, structuredClone(chunks));
      else stored.delete(documentId);
    }
  }

  async deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number> {
    await started(signal);
    const stored = this.documents(collection);
    let removed = 0;
    for (const documentId of documentIds) {
      removed += stored.get(documentId)?.length ?? 0;
      stored.delete(documentId);
    }
    return removed;
  }

  async chunks(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Chunk>> {
    await started(signal);
    const ids = new Set(chunkIds);
    const chosen = this.stored(collection).filter(({ id }) => ids.has(id));
    return new Map(chosen.map((chunk) => [chunk.id, structuredClone(this.bare(chunk))]));
  }

  async count(collection: string, signal: AbortSignal, filter: ChunkFilter = []): Promise<number> {
    await started(signal);
    return this.stored(collection).filter(admits({ filter })).length;
  }

  async documentIds(collection: string, signal: AbortSignal, filter: ChunkFilter = []): Promise<readonly string[]> {
    await started(signal);
    const admitted = admits({ filter });
    return [...this.documents(collection)].flatMap(([id, chunks]) => (chunks.some(admitted) ? [id] : [])).sort();
  }

  async drop(collection: string, signal: AbortSignal): Promise<void> {
    await started(signal);
    this.collections.delete(collection);
  }

  async optimize(collection: string, signal: AbortSignal): Promise<void> {
    await started(signal);
    this.documents(collection);
  }

  async health(signal: AbortSignal): Promise<ChunkIndexHealth> {
    await started(signal);
    return { ok: true, detail: `In memory: ${this.collections.size} collections.` };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** @throws ArbiterError INVALID_REQUEST when the chunks do not fit the collection */
  protected check(_collection: string, _documents: readonly DocumentChunks<C>[]): void {
    // Any chunk fits.
  }

  /** The chunk without the fields that only serve the search. */
  protected abstract bare(chunk: C): Chunk;

  /** @throws ArbiterError NOT_FOUND */
  protected stored(collection: string): readonly C[] {
    return [...this.documents(collection).values()].flat();
  }

  private documents(collection: string): Map<string, readonly C[]> {
    const stored = this.collections.get(collection);
    if (!stored)
      throw new ArbiterError('NOT_FOUND', `Collection "${collection}" does not exist.`, { details: { collection } });
    return stored;
  }
}

/** Resolves in a later turn, as a call to a real store does, and rejects if the signal was aborted meanwhile. */
async function started(signal: AbortSignal): Promise<void> {
  await Promise.resolve();
  signal.throwIfAborted();
}

/** Sorts best first, ties by id, and cuts. @throws ArbiterError INVALID_REQUEST for a limit below 1 */
function ranked(hits: readonly ChunkHit[], { limit }: SearchOptions): ChunkHit[] {
  if (!Number.isInteger(limit) || limit < 1)
    throw new ArbiterError('INVALID_REQUEST', `The limit must be a whole number from 1, got ${limit}.`, {
      details: { limit },
    });
  return [...hits].sort((a, b) => b.score - a.score || compareCodeUnits(a.chunkId, b.chunkId)).slice(0, limit);
}

/** Whether a search may return a chunk: its metadata passes the filter, and it is one of the given ids. */
function admits({ filter = [], chunkIds }: Pick<SearchOptions, 'filter' | 'chunkIds'>): (chunk: Chunk) => boolean {
  const ids = chunkIds && new Set(chunkIds);
  return ({ id, metadata }) => (ids?.has(id) ?? true) && filter.every((condition) => holds(metadata, condition));
}

/** Exact nearest neighbours over a map. */
export class InMemoryVectorIndex extends InMemoryChunkIndex<EmbeddedChunk> implements VectorIndex {
  /** Dimensions of each collection, fixed by its first vector and kept after deletions. */
  private readonly dimensions = new Map<string, number>();

  async search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ChunkHit[]> {
    await started(options.signal);
    return ranked(this.scored(collection, vector, admits(options)), options);
  }

  async scores(
    collection: string,
    vector: Float32Array,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    await started(signal);
    const ids = new Set(chunkIds);
    const scored = this.scored(collection, vector, ({ id }) => ids.has(id));
    return new Map(scored.map(({ chunkId, score }) => [chunkId, score]));
  }

  async vectors(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    await started(signal);
    return new Map(this.withIds(collection, chunkIds).map(({ id, vector }) => [id, vector.slice()]));
  }

  override async drop(collection: string, signal: AbortSignal): Promise<void> {
    await super.drop(collection, signal);
    this.dimensions.delete(collection);
  }

  protected override check(collection: string, documents: readonly DocumentChunks<EmbeddedChunk>[]): void {
    const vectors = documents.flatMap(({ chunks }) => chunks.map(({ vector }) => vector));
    const dimensions = this.dimensions.get(collection) ?? vectors[0]?.length;
    if (dimensions === undefined) return;
    for (const vector of vectors) checkVector(vector, dimensions);
    this.dimensions.set(collection, dimensions);
  }

  protected override bare({ vector: _vector, ...chunk }: EmbeddedChunk): Chunk {
    return chunk;
  }

  private scored(collection: string, vector: Float32Array, admitted: (chunk: Chunk) => boolean): ChunkHit[] {
    const chunks = this.stored(collection);
    checkVector(vector, this.dimensions.get(collection) ?? vector.length);
    return chunks.filter(admitted).map(({ id, vector: own }) => ({ chunkId: id, score: cosine(own, vector) }));
  }

  private withIds(collection: string, chunkIds: readonly string[]): EmbeddedChunk[] {
    const ids = new Set(chunkIds);
    return this.stored(collection).filter(({ id }) => ids.has(id));
  }
}

/** The dot product, because both have length 1. Clamped, because rounding may exceed the ends. */
function cosine(a: Float32Array, b: Float32Array): number {
  return Math.min(1, Math.max(-1, dot(a, b)));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [i, number] of a.entries()) sum += number * (b[i] ?? 0);
  return sum;
}

/** BM25 over a map, recomputed for each query. */
export class InMemoryKeywordIndex extends InMemoryChunkIndex<AnalysedChunk> implements KeywordIndex {
  async search(
    collection: string,
    query: readonly WeightedTerm[],
    options: KeywordSearchOptions,
  ): Promise<readonly ChunkHit[]> {
    await started(options.signal);
    const admitted = admits(options);
    const hits = this.scored(
      collection,
      query,
      (chunk) => admitted(chunk) && (options.required ?? []).every((term) => chunk.terms.includes(term)),
    );
    return ranked(hits, options);
  }

  async scores(
    collection: string,
    query: readonly WeightedTerm[],
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    await started(signal);
    const ids = new Set(chunkIds);
    return new Map(
      this.scored(collection, query, ({ id }) => ids.has(id)).map(({ chunkId, score }) => [chunkId, score]),
    );
  }

  async documentFrequencies(
    collection: string,
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    await started(signal);
    const entries = this.stored(collection);
    return terms.map(
      (term) => entries.filter((chunk) => chunk.terms.includes(term)).length / Math.max(1, entries.length),
    );
  }

  async vocabulary(collection: string, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    await started(signal);
    const entries = this.stored(collection);
    const shares = new Map<string, number>();
    for (const { terms } of entries)
      for (const term of new Set(terms)) shares.set(term, (shares.get(term) ?? 0) + 1 / entries.length);
    return shares;
  }

  protected override bare({ terms: _terms, ...chunk }: AnalysedChunk): Chunk {
    return chunk;
  }

  private scored(
    collection: string,
    query: readonly WeightedTerm[],
    admitted: (chunk: AnalysedChunk) => boolean,
  ): ChunkHit[] {
    const entries = this.stored(collection);
    const averageLength = entries.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, entries.length);
    const weights = new Map(
      query.map(({ term, weight }) => {
        const holders = entries.filter(({ terms }) => terms.includes(term)).length;
        return [term, weight * Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))];
      }),
    );
    return entries
      .filter(admitted)
      .map(({ id, terms }) => ({ chunkId: id, score: bm25(terms, weights, averageLength) }))
      .filter(({ score }) => score > 0);
  }
}

/** @param weights idf · weight of each term of the query */
function bm25(terms: readonly string[], weights: ReadonlyMap<string, number>, averageLength: number): number {
  const norm = K1 * (1 - B + (B * terms.length) / averageLength);
  let score = 0;
  for (const [term, weight] of weights) {
    const frequency = terms.filter((own) => own === term).length;
    score += (weight * frequency * (K1 + 1)) / (frequency + norm);
  }
  return score;
}
