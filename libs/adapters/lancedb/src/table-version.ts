import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Table } from '@lancedb/lancedb';

/** A table as it was opened, and which state of it that is. */
export interface OpenedTable {
  readonly collection: string;
  readonly table: Table;
  /** Differs from that of every other state of the table, also of one of the same name that was there before. */
  readonly version: string;
}

/**
 * What tells a table from one that was dropped and made again under the same name, whose versions count from 1 too: the
 * folder of its versions. Looked at before the table is opened, so that what is kept under it is never older.
 *
 * @param path of the table's folder
 */
export async function folderIdentity(path: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(join(path, '_versions'), { bigint: true }).catch(() => NOWHERE);
  return `${ino}:${birthtimeNs}`;
}

/** A table that is not there: opening it says so better. */
const NOWHERE = { ino: 0n, birthtimeNs: 0n };

/** Keeps one value for each collection, and makes it anew when the table has changed. */
export class PerTableVersion<T> {
  private readonly kept = new Map<string, { readonly version: string; readonly value: Promise<T> }>();

  constructor(private readonly make: (table: Table) => Promise<T>) {}

  of({ collection, table, version }: OpenedTable): Promise<T> {
    const known = this.kept.get(collection);
    if (known?.version === version) return known.value;
    const value = this.make(table);
    this.kept.set(collection, { version, value });
    // What failed is tried again by the next search; this one's caller learns of it.
    value.catch(() => this.kept.delete(collection));
    return value;
  }
}
