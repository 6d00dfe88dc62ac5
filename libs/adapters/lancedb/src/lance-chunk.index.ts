import { abortable } from '@arbiter/adapter-kit/resilience';
import {
  checkDocumentChunks,
  type Chunk,
  type ChunkFilter,
  type ChunkHit,
  type ChunkIndex,
  type ChunkIndexHealth,
  type DocumentChunks,
  type OptimizeOptions,
} from '@arbiter/ports';
import type { Connection, Table } from '@lancedb/lancedb';
import type { Table as Rows } from 'apache-arrow';
import type { RowHit } from './arrow-columns.js';
import { ChunkCache } from './chunk-cache.js';
import type { OpenedTable, TableKind } from './lance-tables.js';
import type { LanceStore } from './lance.store.js';
import { conditionOf, ofDocuments } from './sql-conditions.js';
import { careFor, compact, isScattered, listDocumentIds, replaceRows } from './table-upkeep.js';

/** At most so many chunks go into one commit (unless one document has more), to bound memory: about 20 MB of vectors. */
const COMMIT_CHUNKS = 4_000;

/** At most so many documents are named in one condition. */
const COMMIT_DOCUMENTS = 1_000;

/**
 * Each commit leaves a file. Above so many small ones a scan opens more files than it reads pages: a write of some chunks then
 * compacts. One of a few does not, since compaction rewrites a whole table of keywords; it is left to `optimize`, which does it from
 * fewer on.
 */
const MAX_SMALL_FILES = { ofLargeWrites: 64, ofSmallWrites: 256 };
/** Chunks of a call above which it is a large write. */
const SMALL_WRITE_CHUNKS = 32;

/** What both indexes of a store do alike: a table for each collection, and documents replaced in one commit. */
export abstract class LanceChunkIndex<C extends Chunk> implements ChunkIndex<C> {
  readonly engine = 'lancedb';
  protected abstract readonly kind: TableKind;

  private readonly cache = new ChunkCache();

  constructor(protected readonly store: LanceStore) {}

  /**
   * Replaces documents in commits of whole documents, at most a few thousand chunks each. When this process is killed
   * between two commits, the documents of the first are new and the others old.
   */
  async replaceDocuments(
    collection: string,
    documents: readonly DocumentChunks<C>[],
    signal: AbortSignal,
  ): Promise<void> {
    await abortable(signal, async () => {
      checkDocumentChunks(documents);
      this.check(documents);
      await this.store.write(
        collection,
        this.kind,
        async (opened) => {
          const table = await this.prepare(opened, documents);
          for (const batch of batchesOf(documents)) {
            signal.throwIfAborted();
            await this.commit(table, batch);
          }
          const chunks = documents.reduce((sum, document) => sum + document.chunks.length, 0);
          const { ofSmallWrites, ofLargeWrites } = MAX_SMALL_FILES;
          const smallFiles = chunks <= SMALL_WRITE_CHUNKS ? ofSmallWrites : ofLargeWrites;
          if (await this.needsMaintenance(table, smallFiles)) await this.maintain(table);
        },
        { signal, create: (connection, name) => this.create(connection, name, documents) },
      );
    });
  }

  async deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<number> {
    return abortable(signal, () =>
      this.store.write(
        collection,
        this.kind,
        async (table) => {
          let removed = 0;
          for (let from = 0; from < documentIds.length; from += COMMIT_DOCUMENTS) {
            signal.throwIfAborted();
            const ids = documentIds.slice(from, from + COMMIT_DOCUMENTS);
            removed += (await table.delete(ofDocuments(ids))).numDeletedRows;
          }
          return removed;
        },
        { signal },
      ),
    );
  }

  async chunks(
    collection: string,
    chunkIds: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Chunk>> {
    return abortable(signal, () =>
      this.store.read(collection, this.kind, (opened) =>
        this.cache.of(opened, chunkIds, (chunkId) => this.rowIdOf(opened, chunkId)),
      ),
    );
  }

  async count(collection: string, signal: AbortSignal, filter?: ChunkFilter): Promise<number> {
    const where = conditionOf({ filter }) ?? undefined;
    return abortable(signal, () => this.store.read(collection, this.kind, ({ table }) => table.countRows(where)));
  }

  async documentIds(collection: string, signal: AbortSignal, filter?: ChunkFilter): Promise<readonly string[]> {
    const where = conditionOf({ filter });
    return abortable(signal, () =>
      this.store.read(collection, this.kind, ({ table }) => listDocumentIds(table, where, signal)),
    );
  }

  async drop(collection: string, signal: AbortSignal): Promise<void> {
    await abortable(signal, () => this.store.drop(collection, this.kind, signal));
  }

  /** Compacts, indexes what is not indexed yet, and removes versions older than two minutes; to erase, all but the last. */
  async optimize(collection: string, signal: AbortSignal, options: OptimizeOptions = {}): Promise<void> {
    const [folder, column] = [this.store.folderOf(collection, this.kind), 'ordinal'];
    await abortable(signal, () =>
      this.store.write(
        collection,
        this.kind,
        (table) => {
          const needsMaintenance = (smallFiles: number) => this.needsMaintenance(table, smallFiles);
          const maintain = (keepMs?: number) => this.maintain(table, keepMs);
          return careFor(table, { folder, column, needsMaintenance, maintain }, options, signal);
        },
        { signal },
      ),
    );
  }

  async health(signal: AbortSignal): Promise<ChunkIndexHealth> {
    return abortable(signal, () => this.store.health(this.kind));
  }

  /** The store belongs to whoever opened it, and is closed there. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** @throws ArbiterError INVALID_REQUEST when the chunks cannot be stored, whatever the collection */
  protected abstract check(documents: readonly DocumentChunks<C>[]): void;

  protected abstract create(
    connection: Connection,
    name: string,
    documents: readonly DocumentChunks<C>[],
  ): Promise<Table>;

  /**
   * Makes a table fit for the documents, before any of them is written.
   *
   * @throws ArbiterError INVALID_REQUEST when they do not fit the collection
   */
  protected abstract prepare(table: Table, documents: readonly DocumentChunks<C>[]): Promise<Table>;

  protected abstract rows(chunks: readonly C[]): Rows;

  /** Whether searches would be slow, or their scores uneven, if nothing was done. @param smallFiles that may stay */
  protected async needsMaintenance(table: Table, smallFiles: number): Promise<boolean> {
    return isScattered(table, smallFiles);
  }

  /** Hits as they leave the store, which remembers where they stand. */
  protected placed(opened: OpenedTable, hits: readonly RowHit[]): ChunkHit[] {
    this.cache.place(opened, hits);
    return hits.map(({ chunkId, score }) => ({ chunkId, score }));
  }

  /** The row of a chunk, where an index in memory knows it. */
  protected rowIdOf(_opened: OpenedTable, _chunkId: string): number | undefined {
    return undefined;
  }

  /** @param keepMs versions older than this are removed, but for the last */
  protected async maintain(table: Table, keepMs?: number): Promise<void> {
    await compact(table, this.store.clock, keepMs);
  }

  private async commit(table: Table, documents: readonly DocumentChunks<C>[]): Promise<void> {
    const chunks = documents.flatMap((document) => document.chunks);
    const documentIds = documents.map(({ documentId }) => documentId);
    await replaceRows(table, documentIds, chunks.length === 0 ? null : this.rows(chunks));
  }
}

/** Splits by document, in order: documents are never divided. */
function* batchesOf<C extends Chunk>(documents: readonly DocumentChunks<C>[]): Generator<readonly DocumentChunks<C>[]> {
  let batch: DocumentChunks<C>[] = [];
  let chunks = 0;
  for (const document of documents) {
    const full = chunks + document.chunks.length > COMMIT_CHUNKS || batch.length >= COMMIT_DOCUMENTS;
    if (full && batch.length > 0) {
      yield batch;
      batch = [];
      chunks = 0;
    }
    batch.push(document);
    chunks += document.chunks.length;
  }
  if (batch.length > 0) yield batch;
}
