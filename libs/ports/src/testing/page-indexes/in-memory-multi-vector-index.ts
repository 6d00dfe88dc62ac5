import {
  bestPages,
  checkDocumentPages,
  checkVectors,
  type DocumentPages,
  type EmbeddedPage,
  type MultiVectorIndex,
  type PageHit,
  type PageSearchOptions,
} from '../../multi-vector-index.js';
import { checkDimensions } from '../../chunk-index.js';
import { cosineOfUnitVectors } from '../../embedder.js';
import { holds } from '../chunk-indexes/filter-condition.js';

interface StoredPages {
  readonly dimensions: number;
  readonly documents: Map<string, readonly EmbeddedPage[]>;
}

/** Late interaction with every page of a map. Reads and writes are synchronous, so each call is atomic. */
export class InMemoryMultiVectorIndex implements MultiVectorIndex {
  private readonly collections = new Map<string, StoredPages>();

  constructor(readonly engine = 'memory') {}

  async replaceDocuments(
    collection: string,
    dimensions: number,
    documents: readonly DocumentPages[],
    signal: AbortSignal,
  ): Promise<void> {
    await started(signal);
    checkDocumentPages(documents, dimensions);
    const stored = this.collections.get(collection) ?? { dimensions, documents: new Map() };
    checkDimensions(dimensions, stored.dimensions);
    this.collections.set(collection, stored);
    for (const { documentId, pages } of documents) {
      if (pages.length > 0) stored.documents.set(documentId, structuredClone(pages));
      else stored.documents.delete(documentId);
    }
  }

  async deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    await started(signal);
    for (const id of documentIds) this.collections.get(collection)?.documents.delete(id);
  }

  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    await started(signal);
    return [...(this.collections.get(collection)?.documents.keys() ?? [])].sort();
  }

  async search(
    collection: string,
    query: Float32Array,
    dimensions: number,
    { limit, filter = [], signal }: PageSearchOptions,
  ): Promise<readonly PageHit[]> {
    await started(signal);
    const stored = this.collections.get(collection);
    checkDimensions(dimensions, stored?.dimensions ?? dimensions);
    checkVectors(query, dimensions);
    const pages = [...(stored?.documents.values() ?? [])].flat();
    const hits = pages
      .filter(({ metadata }) => filter.every((condition) => holds(metadata, condition)))
      .map(({ documentId, page, vectors }) => ({ documentId, page, score: maxSim(query, vectors, dimensions) }));
    return bestPages(hits, limit);
  }

  async drop(collection: string, signal: AbortSignal): Promise<void> {
    await started(signal);
    this.collections.delete(collection);
  }

  async optimize(_collection: string, signal: AbortSignal): Promise<void> {
    await started(signal);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Resolves in a later turn, as a call to a real store does, and rejects if the signal was aborted meanwhile. */
async function started(signal: AbortSignal): Promise<void> {
  await Promise.resolve();
  signal.throwIfAborted();
}

/** Mean over the query's vectors of each one's best cosine with the page's. */
export function maxSim(query: Float32Array, page: Float32Array, dimensions: number): number {
  const own = rowsOf(page, dimensions);
  const best = rowsOf(query, dimensions).map((vector) =>
    Math.max(...own.map((other) => cosineOfUnitVectors(vector, other))),
  );
  return Math.min(1, Math.max(-1, best.reduce((sum, cosine) => sum + cosine, 0) / best.length));
}

function rowsOf(vectors: Float32Array, dimensions: number): Float32Array[] {
  return Array.from({ length: vectors.length / dimensions }, (_, row) =>
    vectors.subarray(row * dimensions, (row + 1) * dimensions),
  );
}
