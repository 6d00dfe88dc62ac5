import { abortable } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import {
  bestPages,
  checkDimensions,
  checkDocumentPages,
  checkVectors,
  type DocumentPages,
  type MultiVectorIndex,
  type OptimizeOptions,
  type PageHit,
  type PageSearchOptions,
} from '@arbiter/ports';
import type { Table } from '@lancedb/lancedb';
import type { OpenedTable } from './lance-tables.js';
import type { LanceStore } from './lance.store.js';
import { pageDimensionsOf, pageRows, pageSchema } from './page-rows.js';
import { pagesWhere, type PageRow, PooledTables, scorePages } from './page-scores.js';
import { conditionOf, ofDocuments } from './sql-conditions.js';
import { careFor, compact, isScattered, listDocumentIds, replaceRows } from './table-upkeep.js';

const KIND = 'pages';

/** Up to so many pages all are scored: 130 vectors of 128 numbers each are 26 MB. Of more, candidates are found first. */
const EXACT_PAGES = 400;

/** Pages that the pooled vectors find, at least, and all vectors then score. */
const CANDIDATES = 200;

/** Vectors of whole documents that go into one commit, in bytes (unless one document has more), to bound memory. */
const COMMIT_BYTES = 32 * 1_048_576;

/** Files that writes may leave before they are compacted. */
const MAX_SMALL_FILES = 64;

/** Pages by late interaction, in the embedded store. All scores are exact. */
export class LanceMultiVectorIndex implements MultiVectorIndex {
  readonly engine = 'lancedb';
  private readonly pooled: PooledTables;

  constructor(private readonly store: LanceStore) {
    this.pooled = new PooledTables(store.maxResidentBytes);
  }

  /**
   * Replaces documents in commits of whole documents. When this process is killed between two, the documents of the first are
   * new and the others old.
   */
  async replaceDocuments(
    collection: string,
    dimensions: number,
    documents: readonly DocumentPages[],
    signal: AbortSignal,
  ): Promise<void> {
    await abortable(signal, async () => {
      checkDocumentPages(documents, dimensions);
      await this.store.write(
        collection,
        KIND,
        async (table) => {
          checkDimensions(dimensions, await pageDimensionsOf(table));
          for (const batch of batchesOf(documents)) {
            signal.throwIfAborted();
            const pages = batch.flatMap((document) => document.pages);
            const ids = batch.map(({ documentId }) => documentId);
            await replaceRows(table, ids, pages.length === 0 ? null : pageRows(pages, dimensions));
          }
          if (await isScattered(table, MAX_SMALL_FILES)) await compact(table, this.store.clock);
        },
        { signal, create: (connection, name) => connection.createEmptyTable(name, pageSchema(dimensions)) },
      );
    });
  }

  async deleteDocuments(collection: string, documentIds: readonly string[], signal: AbortSignal): Promise<void> {
    const remove = (table: Table) => table.delete(ofDocuments(documentIds));
    await abortable(signal, () => this.store.write(collection, KIND, remove, { signal }).catch(undefinedWhenMissing));
  }

  async documentIds(collection: string, signal: AbortSignal): Promise<readonly string[]> {
    const list = ({ table }: OpenedTable) => listDocumentIds(table, null, signal);
    const ids = await abortable(signal, () => this.store.read(collection, KIND, list).catch(undefinedWhenMissing));
    return ids ?? [];
  }

  async search(
    collection: string,
    query: Float32Array,
    dimensions: number,
    { limit, filter, signal }: PageSearchOptions,
  ): Promise<readonly PageHit[]> {
    const where = conditionOf({ filter });
    const search = async (opened: OpenedTable): Promise<readonly PageHit[]> => {
      checkDimensions(dimensions, await pageDimensionsOf(opened.table));
      checkVectors(query, dimensions);
      // Refuses a limit before anything is read.
      bestPages([], limit);
      const vectors = Array.from({ length: query.length / dimensions }, (_, i) =>
        query.subarray(i * dimensions, (i + 1) * dimensions),
      );
      const candidates = await this.candidates(opened, vectors, { where, limit, signal });
      return bestPages(await scorePages(opened.table, vectors, candidates, signal), limit);
    };
    const hits = await abortable(signal, () => this.store.read(collection, KIND, search).catch(undefinedWhenMissing));
    return hits ?? [];
  }

  async drop(collection: string, signal: AbortSignal): Promise<void> {
    await abortable(signal, () => this.store.drop(collection, KIND, signal));
  }

  async optimize(collection: string, signal: AbortSignal, options: OptimizeOptions = {}): Promise<void> {
    const tend = (table: Table) => {
      const needsMaintenance = (smallFiles: number) => isScattered(table, smallFiles);
      const maintain = (keepMs?: number) => compact(table, this.store.clock, keepMs);
      const folder = this.store.folderOf(collection, KIND);
      return careFor(table, { folder, column: 'page', needsMaintenance, maintain }, options, signal);
    };
    await abortable(signal, () => this.store.write(collection, KIND, tend, { signal }).catch(undefinedWhenMissing));
  }

  /** The store belongs to whoever opened it, and is closed there. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  /** The pages that are scored: all that pass, or of many those whose pooled vectors fit best. */
  private async candidates(
    opened: OpenedTable,
    query: readonly Float32Array[],
    { where, limit, signal }: { readonly where: string | null; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<PageRow[]> {
    const isSmall = where === null && (await opened.table.countRows()) <= EXACT_PAGES;
    const passing = where !== null || isSmall ? await pagesWhere(opened.table, where) : null;
    if (passing && passing.length <= EXACT_PAGES) return passing;
    const pooled = await this.pooled.of(opened, query[0]?.length ?? 0);
    const among = passing && new Set(passing.map(({ rowId }) => rowId));
    return pooled.nearest(query, Math.max(CANDIDATES, limit), among, signal);
  }
}

/** Splits by document, in order: documents are never divided. */
function* batchesOf(documents: readonly DocumentPages[]): Generator<readonly DocumentPages[]> {
  let batch: DocumentPages[] = [];
  let bytes = 0;
  for (const document of documents) {
    const own = document.pages.reduce((sum, { vectors }) => sum + vectors.byteLength, 0);
    if (batch.length > 0 && bytes + own > COMMIT_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(document);
    bytes += own;
  }
  if (batch.length > 0) yield batch;
}

function undefinedWhenMissing(thrown: unknown): undefined {
  if (!(thrown instanceof ArbiterError && thrown.code === 'NOT_FOUND')) throw thrown;
}
