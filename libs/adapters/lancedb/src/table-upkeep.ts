import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, OptimizeOptions } from '@arbiter/ports';
import { Index, type Table } from '@lancedb/lancedb';
import type { Table as Rows } from 'apache-arrow';
import { ofDocuments } from './sql-conditions.js';

/** A version is removed when it is older: a reader that holds one has its answer long before. */
const KEEP_VERSIONS_MS = 2 * 60_000;

/** Small files from which on compaction is worth its time though nobody waits for it. */
const WORTH_OPTIMIZING = 32;

/** Where Lance says which rows of a fragment are deleted: `<fragment>-<version>-<id>.arrow` or `.bin`. */
const DELETIONS_FOLDER = '_deletions';
const DELETION_FILE = /^(\d+)-/;

/** Bits of a row's address that say where it stands in its fragment. */
const OFFSET_BITS = 32n;

const FACTS_INDEX = 'facts_idx';
const ID_INDEX = 'id_idx';

/** Replaces the rows of documents in one commit. @param rows with ids of their own; null for none */
export async function replaceRows(table: Table, documentIds: readonly string[], rows: Rows | null): Promise<void> {
  const own = ofDocuments(documentIds);
  if (rows === null) {
    await table.delete(own);
    return;
  }
  // New documents are appended in 5 ms; a merge reads the whole table (250 ms for 200,000 vectors).
  if ((await table.countRows(own)) === 0) {
    await table.add(rows);
    return;
  }
  await table
    .mergeInsert('id')
    .whenMatchedUpdateAll()
    .whenNotMatchedInsertAll()
    .whenNotMatchedBySourceDelete({ where: own })
    .execute(rows);
}

/** Ids of the documents that have a row, ascending. */
export async function listDocumentIds(
  table: Table,
  where: string | null,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  const query = table.query().select(['document_id']);
  if (where !== null) query.where(where);
  for await (const batch of query) {
    signal.throwIfAborted();
    for (const id of batch.getChild('document_id') ?? []) ids.add(id as string);
  }
  return [...ids].sort();
}

/** Whether a scan opens more small files than it reads pages. @param smallFiles that may stay */
export async function isScattered(table: Table, smallFiles: number): Promise<boolean> {
  return (await table.stats()).fragmentStats.numSmallFragments > smallFiles;
}

/** @param keepMs versions older than this are removed, but for the last */
export async function compact(table: Table, clock: Clock, keepMs = KEEP_VERSIONS_MS): Promise<void> {
  // Files of commits that are under way, here or elsewhere, are never removed: `deleteUnverified` stays off.
  await table.optimize({ cleanupOlderThan: new Date(clock.now() - keepMs) });
}

/** What `optimize` of an index does to its table. */
export interface TableCare {
  /** Of the table. */
  readonly folder: string;
  /** Any column, which is set to itself. */
  readonly column: string;
  readonly needsMaintenance: (smallFiles: number) => Promise<boolean>;
  readonly maintain: (keepMs?: number) => Promise<void>;
}

/** Compacts, and removes versions older than two minutes; to erase, all but the last, and all rows that are deleted. */
export async function careFor(
  table: Table,
  care: TableCare,
  { erase = false, ifWorthIt = false }: OptimizeOptions,
  signal: AbortSignal,
): Promise<void> {
  if (ifWorthIt && !erase && !(await care.needsMaintenance(WORTH_OPTIMIZING))) return;
  // Without the former versions, only fragments that hold deleted rows now are named as such.
  await care.maintain(erase ? 0 : KEEP_VERSIONS_MS);
  if (erase && (await rewriteDeletions(table, care, signal))) await care.maintain(0);
}

/**
 * Moves what is left of the fragments that hold deleted rows into new ones. A deletion only marks rows, and compaction leaves
 * a fragment alone until a tenth of it is marked; a fragment that holds nothing any more goes with the versions that name it.
 *
 * @returns whether there was anything to move
 */
async function rewriteDeletions(
  table: Table,
  { folder, column }: Pick<TableCare, 'folder' | 'column'>,
  signal: AbortSignal,
): Promise<boolean> {
  const fragments = await fragmentsWithDeletions(folder);
  for (const fragment of fragments) {
    signal.throwIfAborted();
    const from = fragment << OFFSET_BITS;
    const to = (fragment + 1n) << OFFSET_BITS;
    // An update moves its rows, whatever it sets.
    await table.update({ where: `_rowaddr >= ${from} AND _rowaddr < ${to}`, valuesSql: { [column]: column } });
  }
  return fragments.length > 0;
}

/** Fragments of all versions that are still there. */
async function fragmentsWithDeletions(folder: string): Promise<bigint[]> {
  const files = await readdir(join(folder, DELETIONS_FOLDER)).catch((): string[] => []);
  const fragments = files.flatMap((file) => DELETION_FILE.exec(file)?.[1] ?? []);
  return [...new Set(fragments)].map(BigInt);
}

/**
 * Indexes the facts for filters and the ids to which searches are restricted. It does so once a table is so large that
 * reading the columns takes longer (50 ms for 200,000 rows). Later calls do nothing: `optimize` updates the indexes.
 */
export async function buildScalarIndexes(table: Table, minimumRows: number): Promise<void> {
  if ((await table.countRows()) < minimumRows) return;
  if (!(await table.indexStats(FACTS_INDEX))) {
    await table.createIndex('facts', { name: FACTS_INDEX, config: Index.labelList() });
  }
  if (!(await table.indexStats(ID_INDEX))) await table.createIndex('id', { name: ID_INDEX, config: Index.btree() });
}
