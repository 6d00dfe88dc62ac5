import { takeRanked } from '@arbiter/adapter-kit/retrieval';
import { ArbiterError } from '@arbiter/contracts';
import {
  checkDocumentChunks,
  checkVector,
  type Chunk,
  type ChunkHit,
  type ChunkIndexHealth,
  type DocumentChunks,
  type EmbeddedChunk,
  type SearchOptions,
  type VectorIndex,
} from '@arbiter/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { CHUNK_FIELDS, chunkIdOf, chunkOfPayload, denseVectorOf, pointBatchesOf } from './chunk-points.js';
import { CHUNKS, DENSE, shapeFor } from './collection-layout.js';
import { CollectionVersions } from './collection-versions.js';
import type { CommitRecord } from './commit-record.js';
import { CommitWriter, slicesOf } from './commit-writer.js';
import { matching, ofDocuments, type PointFilter, searchParams, visibleAt } from './point-filters.js';
import { QdrantConnection } from './qdrant-connection.js';
import { type QdrantOptions, type QdrantSettings, settingsOf } from './qdrant-options.js';

interface NearestQuery {
  readonly vector: Float32Array;
  /** Null when no chunk can pass. */
  readonly filter: PointFilter | null;
  readonly count: number;
  readonly exact: boolean;
}

/** Nearest chunks by cosine similarity, in a Qdrant server. */
export class QdrantVectorIndex implements VectorIndex {
  readonly engine = 'qdrant';
  private readonly settings: QdrantSettings;
  private readonly connection: QdrantConnection;
  private readonly versions: CollectionVersions;
  private readonly writer: CommitWriter;

  /** Asks the server nothing yet. @throws ArbiterError INVALID_REQUEST naming the setting that cannot be used */
  constructor(options: QdrantOptions) {
    this.settings = settingsOf(options);
    this.connection = new QdrantConnection(this.settings);
    this.versions = new CollectionVersions(this.connection, this.settings, CHUNKS);
    this.writer = new CommitWriter(this.connection, this.versions, this.settings.clock);
  }

  /** One commit, however many documents: a reader sees all of them new, or none. */
  async replaceDocuments(
    collection: string,
    documents: readonly DocumentChunks<EmbeddedChunk>[],
    signal: AbortSignal,
  ): Promise<void> {
    signal.throwIfAborted();
    checkDocumentChunks(documents);
    await this.writer.writeNew(
      collection,
      signal,
      (known) => shapeFor(known, documents),
      (record) => {
        const change = {
          documentIds: documents.map(({ documentId }) => documentId),
          pointsAt: (commit: number) =>
            pointBatchesOf(
              documents.flatMap(({ chunks }) => chunks),
              commit,
            ),
        };
        return this.writer.commit(collection, record, change, signal);
      },
    );
  }

  async deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number> {
    return this.writer.write(collection, signal, async (record) => {
      let chunks = 0;
      for (const slice of slicesOf(documentIds))
        chunks += await this.countWhere(collection, record, ofDocuments(record.commit, slice), signal);
      if (chunks > 0) await this.writer.commit(collection, record, { documentIds }, signal);
      return chunks;
    });
  }

  async search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ChunkHit[]> {
    const { signal, limit, chunkIds } = options;
    return this.versions.read(collection, signal, async (record) => {
      checkVector(vector, record.dimensions ?? vector.length);
      const nearest = { vector, filter: matching(record.commit, options), exact: chunkIds !== undefined };
      return takeRanked(limit, (count) => this.nearest(collection, record, { ...nearest, count }, signal));
    });
  }

  async scores(
    collection: string,
    vector: Float32Array,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    return this.versions.read(collection, signal, async (record) => {
      checkVector(vector, record.dimensions ?? vector.length);
      const filter = matching(record.commit, { chunkIds });
      const nearest = { vector, filter, exact: true, count: chunkIds.length };
      const hits = await this.nearest(collection, record, nearest, signal);
      return new Map(hits.map(({ chunkId, score }) => [chunkId, score]));
    });
  }

  async chunks(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Chunk>> {
    return this.versions.read(collection, signal, async (record) => {
      const fields = { with_payload: [...CHUNK_FIELDS], with_vector: false };
      const points = await this.stored(collection, record, chunkIds, fields, signal);
      const chunks = points.map(({ payload }) => chunkOfPayload(payload));
      return new Map(chunks.map((chunk) => [chunk.id, chunk]));
    });
  }

  async vectors(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    return this.versions.read(collection, signal, async (record) => {
      if (record.dimensions === null) return new Map();
      const fields = { with_payload: ['chunk_id'], with_vector: [DENSE] };
      const points = await this.stored(collection, record, chunkIds, fields, signal);
      return new Map(points.map(({ payload, vector }) => [chunkIdOf(payload), denseVectorOf(vector)]));
    });
  }

  async count(collection: string, signal: AbortSignal): Promise<number> {
    return this.versions.read(collection, signal, (record) =>
      this.countWhere(collection, record, visibleAt(record.commit), signal),
    );
  }

  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    return this.versions.read(collection, signal, (record) => this.versions.documentIds(collection, record, signal));
  }

  async drop(collection: string, signal: AbortSignal): Promise<void> {
    await this.writer.drop(collection, signal);
  }

  /**
   * Removes what was replaced, brings the collection in line with the options of this index, and waits until the server
   * has built its indexes.
   */
  async optimize(collection: string, signal: AbortSignal): Promise<void> {
    await this.writer.write(collection, signal, async (record) => {
      await this.writer.vacuum(collection, record, signal);
      await this.versions.rebuildIndexes(collection, record, signal);
    });
  }

  async health(signal: AbortSignal): Promise<ChunkIndexHealth> {
    try {
      const collections = await this.versions.size(signal);
      return { ok: true, detail: `Qdrant at ${this.connection.server}: vectors of ${collections} collections.` };
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof ArbiterError)) throw thrown;
      return { ok: false, detail: thrown.message };
    }
  }

  /** Finishes the writes that were asked for before, then refuses all calls. */
  async close(): Promise<void> {
    await this.writer.idle();
    await this.connection.close();
  }

  /** What is stored of these chunks, in any order. */
  private async stored(
    collection: string,
    record: CommitRecord,
    chunkIds: readonly string[],
    fields: Pick<Schemas['ScrollRequest'], 'with_payload' | 'with_vector'>,
    signal: AbortSignal,
  ): Promise<readonly Schemas['Record'][]> {
    const filter = matching(record.commit, { chunkIds });
    if (filter === null) return [];
    const { points } = await this.connection.request({ signal, collection }, (api, init) =>
      api.scrollPoints({ collection_name: record.name, filter, limit: chunkIds.length, ...fields }, init),
    );
    return points;
  }

  /** In any order; none where no chunk can pass. */
  private async nearest(
    collection: string,
    record: CommitRecord,
    { vector, filter, count, exact }: NearestQuery,
    signal: AbortSignal,
  ): Promise<readonly ChunkHit[]> {
    if (filter === null || record.dimensions === null) return [];
    const { points } = await this.connection.request({ signal, collection }, (api, init) =>
      api.queryPoints(
        {
          collection_name: record.name,
          query: Array.from(vector),
          using: DENSE,
          filter,
          limit: count,
          params: searchParams(this.settings, { count, exact }),
          with_payload: ['chunk_id'],
          with_vector: false,
        },
        init,
      ),
    );
    return points.map(({ payload, score }) => ({ chunkId: chunkIdOf(payload), score: clamped(score) }));
  }

  private async countWhere(
    collection: string,
    record: CommitRecord,
    filter: PointFilter,
    signal: AbortSignal,
  ): Promise<number> {
    const { count } = await this.connection.request({ signal, collection }, (api, init) =>
      api.countPoints({ collection_name: record.name, filter, exact: true }, init),
    );
    return count;
  }
}

/** Rounding may pass the ends of a cosine. */
function clamped(score: number): number {
  return Math.min(1, Math.max(-1, score));
}
