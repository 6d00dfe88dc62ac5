import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@arbiter/ports';
import type { Table } from '@lancedb/lancedb';

/** A table that is not there: opening it says so better. */
const NOWHERE = { ino: 0n, birthtimeNs: 0n };

/**
 * How old a table may be for a read that begins while others use it, in milliseconds: what another process commits is
 * seen that much later at most, and only under load.
 */
const MAX_AGE_MS = 20;

export type TableKind = 'vectors' | 'keywords' | 'pages';

/**
 * Name of the table that holds a collection: the kind, the letters that are upper case as a hexadecimal bit set, and
 * the collection in lower case. `Notes` and `notes` are two collections, and must not be one folder on the file systems
 * of macOS and Windows. Lance takes letters, digits, "_", "-" and "." in the name of a table; a collection's name
 * (contracts' CollectionName) holds no others.
 *
 * @example tableNameOf('notes', 'vectors') === 'vectors.notes'; tableNameOf('noteS', 'vectors') === 'vectors-10.notes'
 */
export function tableNameOf(collection: string, kind: TableKind): string {
  let upperCase = 0n;
  for (let i = 0; i < collection.length; i++)
    if (collection.charAt(i) !== collection.charAt(i).toLowerCase()) upperCase |= 1n << BigInt(i);
  const marked = upperCase === 0n ? kind : `${kind}-${upperCase.toString(16)}`;
  return `${marked}.${collection.toLowerCase()}`;
}

/** @returns the collection that a table of this kind holds; null for a table of another kind or origin */
export function collectionOf(tableName: string, kind: TableKind): string | null {
  const match = /^([a-z]+)(?:-([0-9a-f]+))?\.(.+)$/.exec(tableName);
  if (match?.[1] !== kind) return null;
  const upperCase = BigInt(`0x${match[2] ?? '0'}`);
  return (match[3] ?? '').replaceAll(/./g, (letter, i: number) =>
    (upperCase >> BigInt(i)) & 1n ? letter.toUpperCase() : letter,
  );
}

/** A table as it was opened, and which state of it that is. */
export interface OpenedTable {
  readonly collection: string;
  readonly table: Table;
  /** Differs from that of every other state of the table, also of one of the same name that was there before. */
  readonly version: string;
}

/**
 * Tells a table from one that was dropped and made again under the same name. Versions count from 1 in both; the folder
 * of its versions identifies a table. Read it before the table is opened, so that data kept under it is never older.
 *
 * @param path of the table's folder
 */
export async function folderIdentity(path: string): Promise<string> {
  const { ino, birthtimeNs } = await stat(join(path, '_versions'), { bigint: true }).catch(() => NOWHERE);
  return `${ino}:${birthtimeNs}`;
}

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

interface SharedTable {
  readonly opening: Promise<OpenedTable>;
  readonly since: number;
  readers: number;
}

/**
 * Tables that reads at the same time share: a search makes six, and opening a table for each costs a tenth of the time
 * that the thread of a busy server has.
 */
export class SharedTables {
  private readonly current = new Map<string, SharedTable>();

  constructor(private readonly clock: Clock) {}

  /** @param open finds the newest state of the table */
  async read<T>(name: string, open: () => Promise<OpenedTable>, use: (opened: OpenedTable) => Promise<T>): Promise<T> {
    const shared = this.young(name) ?? { opening: open(), since: this.clock.monotonic(), readers: 0 };
    this.current.set(name, shared);
    shared.readers += 1;
    try {
      return await use(await shared.opening);
    } finally {
      shared.readers -= 1;
      if (shared.readers === 0) {
        if (this.current.get(name) === shared) this.current.delete(name);
        await shared.opening.then(
          ({ table }) => {
            table.close();
          },
          () => undefined,
        );
      }
    }
  }

  /** A read that begins now sees what was written before. */
  forget(name: string): void {
    this.current.delete(name);
  }

  private young(name: string): SharedTable | undefined {
    const shared = this.current.get(name);
    return shared && this.clock.monotonic() - shared.since <= MAX_AGE_MS ? shared : undefined;
  }
}
