import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { type ChunkIndexHealth, type Clock, SYSTEM_CLOCK } from '@arbiter/ports';
import { connect, type Connection, Session, type Table } from '@lancedb/lancedb';
import { isMissingTable, isUnfinishedTable, translateLanceError } from './lance-errors.js';
import {
  collectionOf,
  folderIdentity,
  type OpenedTable,
  SharedTables,
  type TableKind,
  tableNameOf,
} from './lance-tables.js';
import { ensureTemporaryFolder } from './temporary-folder.js';

/**
 * Up to so many candidates all are compared, and none is missed: 25,000 vectors of 384 numbers in memory take 2 ms of
 * processor time, read from the disk some 40.
 */
const EXACT_SCAN_ROWS = 25_000;

/** Vectors of a collection are kept in memory up to this size: 256 MiB, 170,000 vectors of 384 numbers. */
const MAX_RESIDENT_BYTES = 256 * 2 ** 20;

/** A version of a collection that has answered so many searches will answer more: reading all its vectors pays. */
const RESIDENT_AFTER_SEARCHES = 8;

/**
 * Limits, in bytes, of Lance's caches of indexes (postings, codes of vectors) and of files' metadata. Its own limits are 6
 * and 1 GB. A reader asks the same version again and again. Each commit of a writer makes another version, and the caches
 * of earlier ones become useless. So a writer keeps little: with 64 and 32 MiB its memory grew until 100,000 chunks, when
 * the caches were full.
 */
const CACHE_BYTES = {
  'read-only': { index: 1n << 30n, metadata: 128n << 20n },
  'read-write': { index: 8n << 20n, metadata: 8n << 20n },
} as const;

export interface LanceStoreOptions {
  /** Absolute path. Made when it is missing, in mode `read-write` only. */
  readonly directory: string;
  /** One process at a time may be the writer; any number may read beside it. */
  readonly mode: 'read-write' | 'read-only';
  /** Collections of fewer chunks get no vector index, and filters that leave fewer chunks do not use it. */
  readonly exactScanRows?: number;
  /** Collections whose vectors are larger are read from the disk by every search; 0 keeps none in memory. */
  readonly maxResidentBytes?: number;
  /** After so many searches of one version of a collection its vectors are kept; 0: before it answers the first. */
  readonly residentAfterSearches?: number;
  readonly clock?: Clock;
}

/** A folder of Lance tables: one table for each collection and kind of index, over one connection. */
export class LanceStore {
  readonly directory: string;
  readonly exactScanRows: number;
  readonly maxResidentBytes: number;
  readonly residentAfterSearches: number;
  readonly clock: Clock;
  private readonly background = new Set<Promise<void>>();
  private readonly writes = new SerialQueue();
  private readonly shared: SharedTables;
  /** Made once there is a folder for what it cannot keep in memory. */
  private session: Session | null = null;
  private connection: Connection | null = null;
  private closed = false;

  private constructor(private readonly options: LanceStoreOptions) {
    this.directory = options.directory;
    this.exactScanRows = options.exactScanRows ?? EXACT_SCAN_ROWS;
    this.maxResidentBytes = options.maxResidentBytes ?? MAX_RESIDENT_BYTES;
    this.residentAfterSearches = options.residentAfterSearches ?? RESIDENT_AFTER_SEARCHES;
    this.clock = options.clock ?? SYSTEM_CLOCK;
    this.shared = new SharedTables(this.clock);
  }

  /**
   * Opens the store. A folder that is missing is an empty store: a reader waits for the writer to make it.
   *
   * @throws ArbiterError INVALID_REQUEST for a relative path, UNAVAILABLE when the folder cannot be used
   */
  static async open(options: LanceStoreOptions): Promise<LanceStore> {
    if (!isAbsolute(options.directory))
      throw new ArbiterError('INVALID_REQUEST', `The store's path must be absolute, got "${options.directory}".`);
    const store = new LanceStore(options);
    await store.connected();
    return store;
  }

  /** Refuses new calls, waits for the writes that were asked for before, then lets go of the folder. */
  async close(): Promise<void> {
    this.closed = true;
    await this.writes.idle();
    await Promise.all(this.background);
    this.connection?.close();
    this.connection = null;
  }

  /**
   * Reads with the newest version of a table, or with one that reads under way have opened just now.
   *
   * @throws ArbiterError NOT_FOUND or UNAVAILABLE
   */
  async read<T>(collection: string, kind: TableKind, use: (opened: OpenedTable) => Promise<T>): Promise<T> {
    this.refuseClosed();
    const name = tableNameOf(collection, kind);
    return this.translated(collection, () => this.shared.read(name, () => this.open(collection, name), use));
  }

  /**
   * Finds the commits of others. The handle then stays at that version, so that a search reads the rows that it has found.
   * It does not outlive a table that is dropped and made again.
   */
  private async open(collection: string, name: string): Promise<OpenedTable> {
    const connection = await this.connected();
    if (!connection) throw missing(collection);
    const identity = await folderIdentity(join(this.directory, `${name}.lance`));
    const table = await connection.openTable(name);
    return { collection, table, version: `${identity}:${await table.version()}` };
  }

  /** What Lance keeps in memory of indexes and files' metadata, in bytes. */
  get cachedBytes(): number {
    return Number(this.session?.sizeBytes() ?? 0);
  }

  /** Where the files of a table lie. */
  folderOf(collection: string, kind: TableKind): string {
    return join(this.directory, `${tableNameOf(collection, kind)}.lance`);
  }

  /** Work that no caller waits for, but {@link close} does. Its failures are ignored here. */
  inBackground(work: Promise<unknown>): void {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.background.add(settled);
    void settled.then(() => this.background.delete(settled));
  }

  /**
   * Writes to a table after all writes to it that came before.
   *
   * @param create makes the table when there is none; without it that is NOT_FOUND
   */
  async write<T>(
    collection: string,
    kind: TableKind,
    use: (table: Table) => Promise<T>,
    { signal, create }: { signal: AbortSignal; create?: (connection: Connection, name: string) => Promise<Table> },
  ): Promise<T> {
    this.refuseReadOnly();
    const name = tableNameOf(collection, kind);
    return this.writes.run(name, () =>
      this.translated(
        collection,
        async () => {
          signal.throwIfAborted();
          const connection = await this.connected();
          if (!connection) throw missing(collection);
          const table = await openOrCreate(connection, name, create);
          try {
            return await use(table);
          } finally {
            table.close();
            this.shared.forget(name);
          }
        },
        signal,
      ),
    );
  }

  /** Removes a table, also one that cannot be read. */
  async drop(collection: string, kind: TableKind, signal: AbortSignal): Promise<void> {
    this.refuseReadOnly();
    const name = tableNameOf(collection, kind);
    await this.writes.run(name, () =>
      this.translated(
        collection,
        async () => {
          signal.throwIfAborted();
          await (await this.connected())?.dropTable(name).catch((thrown: unknown) => {
            if (!/was not found/i.test(String(thrown))) throw thrown;
          });
          this.shared.forget(name);
        },
        signal,
      ),
    );
  }

  async health(kind: TableKind): Promise<ChunkIndexHealth> {
    try {
      this.refuseClosed();
      await access(this.directory, constants.R_OK | (this.options.mode === 'read-write' ? constants.W_OK : 0));
      const names = (await (await this.connected())?.tableNames()) ?? [];
      const collections = names.filter((name) => collectionOf(name, kind) !== null).length;
      return { ok: true, detail: `LanceDB in ${this.directory}: ${kind} of ${collections} collections.` };
    } catch (thrown) {
      if (this.options.mode === 'read-only' && isMissingFile(thrown))
        return { ok: true, detail: `LanceDB in ${this.directory}: nothing was written yet.` };
      return { ok: false, detail: translateLanceError(thrown, { directory: this.directory }).message };
    }
  }

  /** @returns null for a reader whose folder does not exist yet */
  private async connected(): Promise<Connection | null> {
    if (this.connection) return this.connection;
    try {
      const writable = this.options.mode === 'read-write';
      if (writable) await mkdir(this.directory, { recursive: true, mode: 0o700 });
      else await access(this.directory, constants.R_OK);
      await ensureTemporaryFolder(this.directory, writable);
      const { index, metadata } = CACHE_BYTES[this.options.mode];
      this.session ??= new Session(index, metadata);
      // As an option: the library takes a session as its third argument as well, and drops it there (0.37.1).
      this.connection = await connect(this.directory, { session: this.session });
      return this.connection;
    } catch (thrown) {
      if (this.options.mode === 'read-only' && isMissingFile(thrown)) return null;
      throw translateLanceError(thrown, { directory: this.directory });
    }
  }

  private refuseClosed(): void {
    if (this.closed) throw new ArbiterError('UNAVAILABLE', `The store in "${this.directory}" was closed.`);
  }

  private refuseReadOnly(): void {
    this.refuseClosed();
    if (this.options.mode === 'read-only')
      throw new ArbiterError(
        'FORBIDDEN',
        `The store in "${this.directory}" is open for reading only; another process is its writer.`,
      );
  }

  private async translated<T>(collection: string, use: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await use();
    } catch (thrown) {
      if (signal?.aborted && thrown === signal.reason) throw thrown;
      throw translateLanceError(thrown, { directory: this.directory, collection });
    }
  }
}

async function openOrCreate(
  connection: Connection,
  name: string,
  create: ((connection: Connection, name: string) => Promise<Table>) | undefined,
): Promise<Table> {
  try {
    return await connection.openTable(name);
  } catch (thrown) {
    if (create && (isMissingTable(thrown) || isUnfinishedTable(thrown))) return create(connection, name);
    throw thrown;
  }
}

function missing(collection: string): ArbiterError {
  return new ArbiterError('NOT_FOUND', `Collection "${collection}" does not exist.`, { details: { collection } });
}

function isMissingFile(thrown: unknown): boolean {
  // By what it holds: under jest, the errors of Node's own modules are of another realm's class.
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ENOENT';
}
