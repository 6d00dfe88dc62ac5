import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Index, type Table } from '@lancedb/lancedb';

/** Where Lance says which rows of a fragment are deleted: `<fragment>-<version>-<id>.arrow` or `.bin`. */
const DELETIONS_FOLDER = '_deletions';
const DELETION_FILE = /^(\d+)-/;

/** Bits of a row's address that say where it stands in its fragment. */
const OFFSET_BITS = 32n;

const FACTS_INDEX = 'facts_idx';
const ID_INDEX = 'id_idx';

/**
 * Moves what is left of the fragments that hold deleted rows into new ones. A deletion only marks rows, and compaction leaves
 * a fragment alone until a tenth of it is marked; a fragment that holds nothing any more goes with the versions that name it.
 *
 * @param folder of the table
 * @returns whether there was anything to move
 */
export async function rewriteDeletions(table: Table, folder: string, signal: AbortSignal): Promise<boolean> {
  const fragments = await fragmentsWithDeletions(folder);
  for (const fragment of fragments) {
    signal.throwIfAborted();
    const from = fragment << OFFSET_BITS;
    const to = (fragment + 1n) << OFFSET_BITS;
    // An update moves its rows, whatever it sets.
    await table.update({ where: `_rowaddr >= ${from} AND _rowaddr < ${to}`, valuesSql: { ordinal: 'ordinal' } });
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
