import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import type { AnalysedChunk, DocumentChunks } from '@arbiter/ports';
import {
  bulkBatches,
  bulkError,
  type BulkFailure,
  type DocumentOperations,
  sendBulk,
  type StoredChunkKey,
  withRemovals,
  writeOperations,
} from './bulk-writer.js';
import type { CollectionIndices } from './collection-indices.js';
import type { ElasticsearchConnection } from './elasticsearch.connection.js';

/** Documents named in one query for what is stored of them. */
const BATCH_DOCUMENTS = 500;

/** Keys of one page (`index.max_result_window`). */
const KEY_PAGE = 10_000;

/** Writes and removes whole documents in bulk requests. What it does becomes visible by the caller's refresh. */
export class BulkDocumentWriter {
  constructor(
    private readonly connection: ElasticsearchConnection,
    private readonly indices: CollectionIndices,
  ) {}

  /** @throws ArbiterError naming the documents that were refused */
  async replace(
    collection: string,
    documents: readonly DocumentChunks<AnalysedChunk>[],
    signal: AbortSignal,
  ): Promise<void> {
    const kept = new Set<string>();
    for (const { documentId, chunks } of documents)
      for (const { id } of chunks) kept.add(JSON.stringify([documentId, id]));
    await this.send(
      collection,
      lazily(documents, writeOperations),
      signal,
      (key) => !kept.has(JSON.stringify([key.documentId, key.chunkId])),
    );
  }

  /** @returns chunks removed */
  async remove(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number> {
    const documents = [...new Set(documentIds)].map((documentId) => writeOperations({ documentId, chunks: [] }));
    return this.send(collection, documents, signal, () => true);
  }

  /**
   * Sends batches, a few at once. After a failure of the server itself no further one is begun.
   *
   * @param removes which of the chunks that are stored of these documents are to go
   * @returns how many of those there were
   */
  private async send(
    collection: string,
    documents: Iterable<DocumentOperations>,
    signal: AbortSignal,
    removes: (key: StoredChunkKey) => boolean,
  ): Promise<number> {
    const { bulkBytes: maxBytes, bulkConcurrency } = this.connection.options;
    const alias = this.indices.alias(collection);
    const failures: BulkFailure[] = [];
    let [removed, written, skipped] = [0, 0, 0];
    const batches = bulkBatches(documents, { maxBytes, maxDocuments: BATCH_DOCUMENTS });
    await mapConcurrently(batches, bulkConcurrency, async (batch) => {
      if (failures.some(({ code }) => code !== 'INVALID_REQUEST')) {
        skipped += batch.length;
        return;
      }
      const stored = await this.storedKeys(collection, batch, signal);
      const gone = stored.filter(removes);
      removed += gone.length;
      const complete = batch.map((document) =>
        withRemovals(
          document,
          gone.filter(({ documentId }) => documentId === document.documentId),
        ),
      );
      const refused = await sendBulk(this.connection, { index: alias, isAlias: true, collection }, complete, signal);
      failures.push(...refused);
      written += batch.length - refused.length;
    });
    if (failures.length > 0) throw bulkError(collection, { failures, skipped, written });
    return removed;
  }

  private async storedKeys(
    collection: string,
    documents: readonly DocumentOperations[],
    signal: AbortSignal,
  ): Promise<StoredChunkKey[]> {
    const keys: StoredChunkKey[] = [];
    for (let after: readonly string[] | null = null; ;) {
      const { hits } = await this.connection.call(collection, signal, (client, transport) =>
        client.search(
          {
            index: this.indices.alias(collection),
            size: KEY_PAGE,
            query: { terms: { document_id: documents.map(({ documentId }) => documentId) } },
            sort: [{ document_id: 'asc' }, { id: 'asc' }],
            _source: false,
            track_total_hits: false,
            allow_partial_search_results: false,
            ...(after && { search_after: [...after] }),
          },
          transport,
        ),
      );
      const page: StoredChunkKey[] = hits.hits.map(({ sort }) => ({
        documentId: String(sort?.[0]),
        chunkId: String(sort?.[1]),
      }));
      keys.push(...page);
      const last = page.at(-1);
      if (page.length < KEY_PAGE || !last) return keys;
      after = [last.documentId, last.chunkId];
    }
  }
}

/** Makes each one when it is wanted, so that no more of them are in memory than are under way. */
function* lazily<A, B>(values: Iterable<A>, make: (value: A) => B): Generator<B> {
  for (const value of values) yield make(value);
}
