import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import { checkDocumentChunks } from '../../check-document-chunks.js';
import type { Chunk, ChunkHit, ChunkIndex, ChunkIndexHealth, DocumentChunks, SearchOptions } from '../../chunk.js';
import { holds } from './filter-condition.js';

/** Collections of chunks in maps: what both in-memory indexes share. Written and read synchronously, so each call is atomic. */
export abstract class InMemoryChunkIndex<C extends Chunk> implements ChunkIndex<C> {
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
      // A copy: what the caller does to its objects afterwards must not change what is stored.
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

  async count(collection: string, signal: AbortSignal): Promise<number> {
    await started(signal);
    return this.stored(collection).length;
  }

  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    await started(signal);
    return [...this.documents(collection).keys()].sort();
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
  protected abstract check(collection: string, documents: readonly DocumentChunks<C>[]): void;

  /** The chunk without what only serves to find it. */
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

/** Resolves in a later turn, as a call to a real store does, and rejects when the signal was aborted meanwhile. */
export async function started(signal: AbortSignal): Promise<void> {
  await Promise.resolve();
  signal.throwIfAborted();
}

/** Sorts best first, ties by id, and cuts. @throws ArbiterError INVALID_REQUEST for a limit below 1 */
export function ranked(hits: readonly ChunkHit[], { limit }: SearchOptions): ChunkHit[] {
  if (!Number.isInteger(limit) || limit < 1)
    throw new ArbiterError('INVALID_REQUEST', `The limit must be a whole number from 1, got ${limit}.`, {
      details: { limit },
    });
  return [...hits].sort((a, b) => b.score - a.score || compareCodeUnits(a.chunkId, b.chunkId)).slice(0, limit);
}

/** Whether a search may show a chunk: its metadata pass the filter, and it is one of the asked ids. */
export function admits({ filter = [], chunkIds }: SearchOptions): (chunk: Chunk) => boolean {
  const ids = chunkIds && new Set(chunkIds);
  return ({ id, metadata }) => (ids?.has(id) ?? true) && filter.every((condition) => holds(metadata, condition));
}
