import { abortable, SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError, compareCodeUnits } from '@arbiter/contracts';
import {
  type AnalysedChunk,
  checkDocumentChunks,
  type Chunk,
  type ChunkFilter,
  type ChunkHit,
  type ChunkIndexHealth,
  type DocumentChunks,
  type KeywordIndex,
  type KeywordSearchOptions,
  type WeightedTerm,
} from '@arbiter/ports';
import type { estypes } from '@elastic/elasticsearch';
import { BulkDocumentWriter } from './bulk-document-writer.js';
import { checkIds, chunkOfRecord, type ChunkRecord } from './chunk-record.js';
import { CollectionIndices } from './collection-indices.js';
import { ElasticsearchConnection, type ElasticsearchInput } from './elasticsearch.connection.js';
import { migrateCollection } from './migrate-collection.js';
import {
  chunksBody,
  type CollectionTarget,
  countChunks,
  documentFrequencies,
  listDocuments,
  searchBody,
} from './search-body.js';

/** Merging deleted documents away rewrites the index, which takes minutes for a large one. */
const CLEAN_UP_MS = 5_000;

/**
 * BM25 by Elasticsearch, 8.19 or 9.x. Each collection is an alias of an index of its own. Terms come analysed, so the
 * server only counts them; Lucene keeps the length of a chunk in one byte: exactly up to 40 terms, above rounded down by
 * at most an eighth, which is the only difference to the formula of the port.
 *
 * Writes to a collection are done one after the other, by one process: two processes that write the same documents at
 * once may leave chunks of both.
 */
export class ElasticsearchKeywordIndex implements KeywordIndex {
  readonly engine = 'elasticsearch';
  private readonly indices: CollectionIndices;
  private readonly writer: BulkDocumentWriter;
  private readonly writes = new SerialQueue();

  private constructor(private readonly connection: ElasticsearchConnection) {
    this.indices = new CollectionIndices(connection);
    this.writer = new BulkDocumentWriter(connection, this.indices);
  }

  /**
   * Checks the settings and reads the certificate; the server is first asked by the first call.
   *
   * @param random 0…1, for the pauses between attempts
   * @throws ArbiterError INVALID_REQUEST for settings that cannot be used
   */
  static async open(
    options: ElasticsearchInput,
    random: () => number = Math.random,
  ): Promise<ElasticsearchKeywordIndex> {
    return new ElasticsearchKeywordIndex(await ElasticsearchConnection.open(options, random));
  }

  /**
   * Each document is in one bulk request, which the server takes wholly or not at all, and one refresh shows all of
   * them. When the call rejects, a document is as it was or as it was to become; those named in `details.failed` may be
   * neither when the server refused single chunks of them. Repeating the call puts all of it right.
   */
  async replaceDocuments(
    collection: string,
    documents: readonly DocumentChunks<AnalysedChunk>[],
    signal: AbortSignal,
  ): Promise<void> {
    await abortable(signal, async () => {
      checkDocumentChunks(documents);
      checkIds(documents);
      await this.writes.run(collection, async () => {
        const write = async (): Promise<void> => {
          await this.indices.requireOrCreate(collection, signal);
          await this.shown(collection, signal, () => this.writer.replace(collection, documents, signal));
        };
        try {
          await write();
        } catch (thrown) {
          // Another process has dropped the collection since we saw it.
          if (!isNotFound(thrown)) throw thrown;
          await write();
        }
      });
    });
  }

  async deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number> {
    return abortable(signal, () =>
      this.writes.run(collection, async () => {
        await this.indices.require(collection, signal);
        return this.shown(collection, signal, () => this.writer.remove(collection, documentIds, signal));
      }),
    );
  }

  async search(
    collection: string,
    query: readonly WeightedTerm[],
    options: KeywordSearchOptions,
  ): Promise<readonly ChunkHit[]> {
    const { signal } = options;
    signal.throwIfAborted();
    const hits = await this.hits(collection, searchBody(query, options), signal);
    return hits.map(chunkHitOf).sort((a, b) => b.score - a.score || compareCodeUnits(a.chunkId, b.chunkId));
  }

  async scores(
    collection: string,
    query: readonly WeightedTerm[],
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, number>> {
    signal.throwIfAborted();
    const body = searchBody(query, { limit: Math.max(1, chunkIds.length), chunkIds });
    const hits = await this.hits(collection, body, signal);
    return new Map(hits.map(chunkHitOf).map(({ chunkId, score }) => [chunkId, score]));
  }

  async chunks(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Chunk>> {
    signal.throwIfAborted();
    const hits = await this.hits(collection, chunksBody(chunkIds), signal);
    const chunks = hits.flatMap(({ _source }) => (_source ? [chunkOfRecord(_source)] : []));
    return new Map(chunks.map((chunk) => [chunk.id, chunk]));
  }

  async documentFrequencies(
    collection: string,
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    return this.reading(collection, signal, () =>
      documentFrequencies(this.connection, this.target(collection), terms, signal),
    );
  }

  async count(collection: string, signal: AbortSignal, filter?: ChunkFilter): Promise<number> {
    const read = { signal, filter };
    return this.reading(collection, signal, () => countChunks(this.connection, this.target(collection), read));
  }

  async documentIds(collection: string, signal: AbortSignal, filter?: ChunkFilter): Promise<readonly string[]> {
    const read = { signal, filter };
    return this.reading(collection, signal, () => listDocuments(this.connection, this.target(collection), read));
  }

  async drop(collection: string, signal: AbortSignal): Promise<void> {
    await abortable(signal, () => this.writes.run(collection, () => this.indices.drop(collection, signal)));
  }

  /**
   * Makes the writes of an interrupted call visible, and merges deleted documents away: until then they count in the
   * statistics of BM25. The server keeps documents deleted in the last half minute for copies that may be behind (its
   * retention leases). A call soon after a write leaves those.
   */
  async optimize(collection: string, signal: AbortSignal): Promise<void> {
    await abortable(signal, () =>
      this.writes.run(collection, async () => {
        const index = await this.indices.require(collection, signal);
        await this.indices.refresh(collection, index, signal);
        // Deletions that are not on the disk yet are not merged away.
        await this.connection.call(collection, signal, (client, transport) =>
          client.indices.flush({ index, force: true }, transport),
        );
        await this.connection.call(collection, signal, (client, transport) =>
          client.indices.forcemerge({ index, only_expunge_deletes: true }, transport),
        );
        await this.indices.refresh(collection, index, signal);
      }),
    );
  }

  /**
   * Copies a collection into a new index with the current mapping and the configured number of shards, and swaps the
   * alias at once: readers see the old index until then. Writes of other processes are refused meanwhile.
   *
   * @returns chunks copied
   */
  async migrate(collection: string, signal: AbortSignal): Promise<number> {
    return abortable(signal, () =>
      this.writes.run(collection, () => migrateCollection(this.connection, this.indices, collection, signal)),
    );
  }

  async health(signal: AbortSignal): Promise<ChunkIndexHealth> {
    try {
      const [{ version }, { status }] = await this.connection.call(null, signal, (client, transport) =>
        Promise.all([
          client.info({}, transport),
          client.cluster.health({ index: `${this.connection.options.prefix}*` }, transport),
        ]),
      );
      return {
        ok: status !== 'red',
        detail: `Elasticsearch ${version.number} at ${this.connection.url}: status ${status}.`,
      };
    } catch (thrown) {
      signal.throwIfAborted();
      return { ok: false, detail: ArbiterError.from(thrown).message };
    }
  }

  /** Waits for writes that are under way. */
  async close(): Promise<void> {
    await this.writes.idle();
    await this.connection.close();
  }

  /** Runs a read of a collection that exists; that one is gone is found out anew each time. */
  private async reading<T>(collection: string, signal: AbortSignal, read: (alias: string) => Promise<T>): Promise<T> {
    try {
      return await read(await this.indices.require(collection, signal));
    } catch (thrown) {
      if (isNotFound(thrown)) this.indices.forget(collection);
      throw thrown;
    }
  }

  /** Makes visible what a write did, also when it failed half way: each document is then in one of its versions. */
  private async shown<T>(collection: string, signal: AbortSignal, write: () => Promise<T>): Promise<T> {
    const alias = this.indices.alias(collection);
    try {
      // What an earlier write of a process that died left unseen must be seen before it can be replaced.
      await this.indices.refresh(collection, alias, signal);
      const result = await write();
      await this.indices.refresh(collection, alias, signal);
      return result;
    } catch (thrown) {
      this.indices.forget(collection);
      await this.indices.refresh(collection, alias, AbortSignal.timeout(CLEAN_UP_MS)).catch(() => undefined);
      throw thrown;
    }
  }

  private hits(
    collection: string,
    body: estypes.SearchRequest,
    signal: AbortSignal,
  ): Promise<readonly estypes.SearchHit<ChunkRecord>[]> {
    return this.reading(collection, signal, async (alias) => {
      const { hits } = await this.connection.call(collection, signal, (client, transport) =>
        // The same copy of the index for every search: copies may differ in what they have merged away, hence in scores.
        client.search<ChunkRecord>({ index: alias, preference: alias, ...body }, transport),
      );
      return hits.hits;
    });
  }

  private target(collection: string): CollectionTarget {
    return { collection, index: this.indices.alias(collection) };
  }
}

/** A hit names its chunk by the value that it was sorted by. */
function chunkHitOf({ sort, _score }: estypes.SearchHit<ChunkRecord>): ChunkHit {
  const chunkId: unknown = sort?.[1];
  if (typeof chunkId !== 'string' || typeof _score !== 'number')
    throw new ArbiterError('INTERNAL', 'Elasticsearch gave a hit without its id or score.');
  return { chunkId, score: _score };
}

function isNotFound(thrown: unknown): boolean {
  return thrown instanceof ArbiterError && thrown.code === 'NOT_FOUND';
}
