import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';

/** Where Lance says which rows of a fragment are deleted: `<fragment>-<version>-<id>.arrow` or `.bin`. */
const DELETIONS_FOLDER = '_deletions';
const DELETION_FILE = /^(\d+)-/;

/** Bits of a row's address that say where it stands in its fragment. */
const OFFSET_BITS = 32n;

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
