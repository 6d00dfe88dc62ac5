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
import { CHUNK_FIELDS, chunkIdOf, chunkOfPayload, denseVectorOf, documentIdOf } from './chunk-points.js';
import { collectionUpdate, DENSE, shapeFor } from './collection-layout.js';
import { CollectionVersions } from './collection-versions.js';
import type { CommitRecord } from './commit-record.js';
import { CommitWriter, slicesOf } from './commit-writer.js';
import { matching, ofDocuments, type PointFilter, searchParams, visibleAt } from './point-filters.js';
import { QdrantConnection, untilOptimized } from './qdrant-connection.js';
import { type QdrantOptions, type QdrantSettings, settingsOf } from './qdrant-options.js';

/** Points that are listed at once: some 400 kB, a few milliseconds of JSON. */
const LISTED_POINTS = 5_000;

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
    this.versions = new CollectionVersions(this.connection, this.settings);
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
          chunks: documents.flatMap(({ chunks }) => chunks),
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
      if (chunks > 0) await this.writer.commit(collection, record, { documentIds, chunks: [] }, signal);
      return chunks;
    });
  }

  async search(collection: string, vector: Float32Array, options: SearchOptions): Promise<readonly ChunkHit[]> {
    const { signal, limit, chunkIds } = options;
    return this.read(collection, signal, async (record) => {
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
    return this.read(collection, signal, async (record) => {
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
    return this.read(collection, signal, async (record) => {
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
    return this.read(collection, signal, async (record) => {
      if (record.dimensions === null) return new Map();
      const fields = { with_payload: ['chunk_id'], with_vector: [DENSE] };
      const points = await this.stored(collection, record, chunkIds, fields, signal);
      return new Map(points.map(({ payload, vector }) => [chunkIdOf(payload), denseVectorOf(vector)]));
    });
  }

  async count(collection: string, signal: AbortSignal): Promise<number> {
    return this.read(collection, signal, (record) =>
      this.countWhere(collection, record, visibleAt(record.commit), signal),
    );
  }

  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    return this.read(collection, signal, async (record) => {
      const ids = new Set<string>();
      let offset: Schemas['ExtendedPointId'] | undefined;
      do {
        const page = await this.connection.request({ signal, collection }, (api, init) =>
          api.scrollPoints(
            {
              collection_name: record.name,
              filter: visibleAt(record.commit),
              limit: LISTED_POINTS,
              with_payload: ['document_id'],
              with_vector: false,
              ...(offset !== undefined && { offset }),
            },
            init,
          ),
        );
        for (const { payload } of page.points) ids.add(documentIdOf(payload));
        offset = (page.next_page_offset ?? undefined) as typeof offset;
      } while (offset !== undefined);
      return [...ids].sort();
    });
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
      await this.connection.request({ signal, collection, write: true }, (api, init) =>
        api.updateCollection({ collection_name: record.name, ...collectionUpdate(record, this.settings) }, init),
      );
      await untilOptimized(this.connection, collection, record.name, signal);
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

  /** Reads with the state as of now. A version that is replaced meanwhile leads to the next one. */
  private async read<T>(
    collection: string,
    signal: AbortSignal,
    use: (record: CommitRecord) => Promise<T>,
  ): Promise<T> {
    const record = await this.versions.record(collection, signal);
    try {
      return await use(record);
    } catch (thrown) {
      if (!(thrown instanceof ArbiterError && thrown.code === 'NOT_FOUND')) throw thrown;
      const next = await this.versions.record(collection, signal);
      if (next.name === record.name) throw thrown;
      return use(next);
    }
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
