import { takeBest } from '@arbiter/adapter-kit/retrieval';
import {
  checkDimensions,
  checkDocumentPages,
  checkVectors,
  comparePageHits,
  type DocumentPages,
  type MultiVectorIndex,
  type PageHit,
  type PageSearchOptions,
} from '@arbiter/ports';
import { ORIGINAL, PAGES, POOLED } from './collection-layout.js';
import { CollectionVersions } from './collection-versions.js';
import type { CommitRecord } from './commit-record.js';
import { CommitWriter, nullWhenMissing } from './commit-writer.js';
import { PAGE_FIELDS, pageBatchesOf, pageOfPayload, rowsOf } from './page-points.js';
import { matching } from './point-filters.js';
import { QdrantConnection } from './qdrant-connection.js';
import { type QdrantOptions, settingsOf } from './qdrant-options.js';

/** Pages that the pooled vectors find, at least, and all vectors then score. */
const CANDIDATES = 200;

/** Pages by late interaction, in a Qdrant server, beside the chunks of a collection. */
export class QdrantMultiVectorIndex implements MultiVectorIndex {
  readonly engine = 'qdrant';
  private readonly connection: QdrantConnection;
  private readonly versions: CollectionVersions;
  private readonly writer: CommitWriter;

  /** Asks the server nothing yet. @throws ArbiterError INVALID_REQUEST naming the setting that cannot be used */
  constructor(options: QdrantOptions) {
    const settings = settingsOf(options);
    this.connection = new QdrantConnection(settings);
    this.versions = new CollectionVersions(this.connection, settings, PAGES);
    this.writer = new CommitWriter(this.connection, this.versions, settings.clock);
  }

  /** One commit, however many documents: a reader sees all of them new, or none. */
  async replaceDocuments(
    collection: string,
    dimensions: number,
    documents: readonly DocumentPages[],
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    checkDocumentPages(documents, dimensions);
    const shapeNeeded = (known: { readonly dimensions: number | null }) => {
      checkDimensions(dimensions, known.dimensions ?? dimensions);
      return { dimensions };
    };
    await this.writer.writeNew(collection, signal, shapeNeeded, (record) => {
      const documentIds = documents.map(({ documentId }) => documentId);
      const pages = documents.flatMap((document) => document.pages);
      const pointsAt = (commit: number) => pageBatchesOf(pages, dimensions, commit);
      return this.writer.commit(collection, record, { documentIds, pointsAt }, signal);
    });
  }

  async deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    await this.writer
      .write(collection, signal, (record) => this.writer.commit(collection, record, { documentIds }, signal))
      .catch(nullWhenMissing);
  }

  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    const list = (record: CommitRecord) => this.versions.documentIds(collection, record, signal);
    return (await this.versions.read(collection, signal, list).catch(nullWhenMissing)) ?? [];
  }

  async search(
    collection: string,
    query: Float32Array,
    dimensions: number,
    options: PageSearchOptions,
  ): Promise<readonly PageHit[]> {
    const { limit, signal } = options;
    const search = async (record: CommitRecord): Promise<readonly PageHit[]> => {
      checkDimensions(dimensions, record.dimensions ?? dimensions);
      checkVectors(query, dimensions);
      const vectors = rowsOf(query, dimensions);
      return takeBest(limit, (count) => this.best(collection, record, { vectors, count, ...options }), comparePageHits);
    };
    return (await this.versions.read(collection, signal, search).catch(nullWhenMissing)) ?? [];
  }

  async drop(collection: string, signal: AbortSignal): Promise<void> {
    await this.writer.drop(collection, signal);
  }

  /** Removes what was replaced, and waits until the server has built its indexes. */
  async optimize(collection: string, signal: AbortSignal): Promise<void> {
    await this.writer
      .write(collection, signal, async (record) => {
        await this.writer.vacuum(collection, record, signal);
        await this.versions.rebuildIndexes(collection, record, signal);
      })
      .catch(nullWhenMissing);
  }

  /** Finishes the writes that were asked for before, then refuses all calls. */
  async close(): Promise<void> {
    await this.writer.idle();
    await this.connection.close();
  }

  /** In any order; none where no page can pass. */
  private async best(
    collection: string,
    record: CommitRecord,
    { vectors, count, filter = [], signal }: { vectors: number[][]; count: number } & PageSearchOptions,
  ): Promise<readonly PageHit[]> {
    const passing = matching(record.commit, { filter });
    if (passing === null || record.dimensions === null) return [];
    const { points } = await this.connection.request({ signal, collection }, (api, init) =>
      api.queryPoints(
        {
          collection_name: record.name,
          prefetch: { query: vectors, using: POOLED, filter: passing, limit: Math.max(CANDIDATES, count) },
          query: vectors,
          using: ORIGINAL,
          limit: count,
          with_payload: [...PAGE_FIELDS],
          with_vector: false,
        },
        init,
      ),
    );
    // Qdrant sums where the port has the mean; rounding may pass the ends of a cosine.
    return points.map(({ payload, score }) => ({
      ...pageOfPayload(payload),
      score: Math.min(1, Math.max(-1, score / vectors.length)),
    }));
  }
}
