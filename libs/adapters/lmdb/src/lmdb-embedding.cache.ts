import { SerialQueue } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import { diskFaultOf, type EmbeddingCache } from '@arbiter/ports';
import { type Database, open, type RootDatabase } from 'lmdb';

/** Raised when records look different. Those of a former one are dropped: they could not be read, or forgotten. */
const FORMAT = 2;
const FORMER_FORMATS = [1];
/** Share of the records that goes when the store is full, so that room is not made for each write anew. */
const EVICTED_SHARE = 0.1;
/** Records taken out by one transaction: each waits for the disk, and others wait for it. */
const REMOVED_AT_ONCE = 256;
/**
 * Keys that are looked up through one mapping of the file. Every page that is read makes the system map its sixteen neighbours,
 * too, so that a mapping that is kept comes to hold the whole file: 8 MiB more per thousand keys. A new one takes 4 ms, and so many keys fill 32 MiB.
 */
const KEYS_PER_MAPPING = 512;
/** Steps run one after the other, so that none finds the mapping gone. */
const STEPS = 'steps';

/** Sequence number and dimensions; four bytes each, little-endian, before the numbers. */
const HEADER_BYTES = 8;

export interface LmdbEmbeddingCacheOptions {
  /** Folder of the store; made when it is not there. */
  readonly path: string;
  /** Bytes of records that are kept, > 0. The oldest go first; the file never shrinks, and stays near twice as large at most. */
  readonly maxBytes: number;
}

interface OpenedStore {
  readonly environment: RootDatabase<unknown, string>;
  readonly records: Database<Buffer, Buffer>;
  /** The key of a record by its sequence number, so that the oldest are found. */
  readonly order: Database<Buffer, number>;
}

/**
 * Embeddings in LMDB, a memory-mapped B+ tree: a read is a lookup in the page cache, a write is one transaction, and a process
 * that dies leaves the last whole transaction behind. Several processes may use one folder.
 */
export class LmdbEmbeddingCache implements EmbeddingCache {
  private readonly steps = new SerialQueue();
  /** Null after an opening that failed: the next step tries again. */
  private opened: OpenedStore | null;
  private lookedUp = 0;
  private closed = false;

  private constructor(
    private readonly path: string,
    private readonly maxBytes: number,
  ) {
    this.opened = openStore(path);
    dropFormer(this.opened.environment);
  }

  /** @throws ArbiterError UNAVAILABLE when the folder cannot be made or opened */
  static open({ path, maxBytes }: LmdbEmbeddingCacheOptions): LmdbEmbeddingCache {
    if (!(maxBytes > 0)) throw new RangeError('maxBytes must be above 0');
    try {
      return new LmdbEmbeddingCache(path, maxBytes);
    } catch (error) {
      throw unavailable(error);
    }
  }

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const known = new Map<string, Float32Array>();
    for (const some of slicesOf(keys, KEYS_PER_MAPPING)) {
      await this.step(some.length, (store) => {
        for (const key of some) {
          const record = recordOf(store, bytesOf(key));
          if (record) known.set(key, record.vector);
        }
      });
    }
    return known;
  }

  async write(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    const isFull = await this.change(vectors.size, (store) => {
      let sequence = newestSequence(store);
      for (const [text, vector] of vectors) {
        const key = bytesOf(text);
        remove(store, key);
        sequence += 1;
        store.records.putSync(key, encodeRecord({ sequence, vector }));
        store.order.putSync(sequence, key);
      }
      return usedBytes(store) > this.maxBytes;
    });
    if (isFull) await this.evict();
  }

  async forget(keys: readonly string[]): Promise<void> {
    for (const some of slicesOf(keys, REMOVED_AT_ONCE)) {
      await this.change(some.length, (store) => {
        for (const key of some) remove(store, bytesOf(key));
      });
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.steps.run(STEPS, () => this.unmap());
  }

  /** Takes the oldest records out until there is room again. */
  private async evict(): Promise<void> {
    const goal = this.maxBytes * (1 - EVICTED_SHARE);
    let isDone = false;
    while (!isDone) {
      isDone = await this.change(REMOVED_AT_ONCE, (store) => {
        const { entryCount } = store.records.getStats() as { entryCount: number };
        const limit = Math.min(REMOVED_AT_ONCE, Math.ceil(entryCount * EVICTED_SHARE));
        const oldest = [...store.order.getRange({ limit })];
        for (const { key: sequence, value: key } of oldest) {
          store.records.removeSync(key);
          store.order.removeSync(sequence);
        }
        return oldest.length === 0 || usedBytes(store) <= goal;
      });
    }
  }

  /**
   * Runs one transaction, seen whole or not at all by every reader. It commits on this thread. If a commit elsewhere fails,
   * as on a full disk, the library rejects a promise without a handler; the process then ends.
   */
  private change<T>(keys: number, change: (store: OpenedStore) => T): Promise<T> {
    return this.step(keys, (store) => store.environment.transactionSync(() => change(store)));
  }

  /** @param keys that it looks up */
  private async step<T>(keys: number, use: (store: OpenedStore) => T): Promise<T> {
    try {
      return await this.steps.run(STEPS, () => Promise.resolve(this.use(keys, use)));
    } catch (error) {
      throw unavailable(error);
    }
  }

  private use<T>(keys: number, use: (store: OpenedStore) => T): T {
    if (this.closed) throw new Error('The cache was closed.');
    this.opened ??= openStore(this.path);
    const result = use(this.opened);
    this.lookedUp += keys;
    if (this.lookedUp >= KEYS_PER_MAPPING) this.mapAnewNext();
    return result;
  }

  /** Closing waits until the disk has what was written; only the next step waits for that. */
  private mapAnewNext(): void {
    this.lookedUp = 0;
    void this.steps.run(STEPS, () => this.unmap()).catch(ignore);
  }

  private async unmap(): Promise<void> {
    const { opened } = this;
    this.opened = null;
    await opened?.environment.close();
  }
}

function ignore(): void {
  // What could not be closed is not used again.
}

function openStore(path: string): OpenedStore {
  const environment = open<unknown, string>({ path, noSubdir: false, maxDbs: 8 });
  return { environment, ...openTables(environment, FORMAT) };
}

function openTables(environment: OpenedStore['environment'], format: number): Pick<OpenedStore, 'records' | 'order'> {
  return {
    records: environment.openDB<Buffer, Buffer>({
      name: `records-${format}`,
      encoding: 'binary',
      keyEncoding: 'binary',
    }),
    order: environment.openDB<Buffer, number>({
      name: `order-${format}`,
      encoding: 'binary',
      keyEncoding: 'uint32',
    }),
  };
}

/** The file keeps its length; new records take the room. */
function dropFormer(environment: OpenedStore['environment']): void {
  for (const format of FORMER_FORMATS) {
    const { records, order } = openTables(environment, format);
    records.dropSync();
    order.dropSync();
  }
}

function remove(store: OpenedStore, key: Buffer): void {
  const record = recordOf(store, key);
  if (!record) return;
  store.order.removeSync(record.sequence);
  store.records.removeSync(key);
}

function recordOf({ records }: OpenedStore, key: Buffer): ReturnType<typeof decodeRecord> {
  const bytes = records.getBinary(key);
  return bytes === undefined ? null : decodeRecord(bytes);
}

function newestSequence({ order }: OpenedStore): number {
  for (const sequence of order.getKeys({ reverse: true, limit: 1 })) return sequence;
  return 0;
}

/** Pages that hold records; what has been given back to the file for new ones does not count. */
function usedBytes({ records }: OpenedStore): number {
  const stats = records.getStats() as Record<
    'pageSize' | 'treeBranchPageCount' | 'treeLeafPageCount' | 'overflowPages',
    number
  >;
  return stats.pageSize * (stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages);
}

function* slicesOf(keys: readonly string[], size: number): Generator<readonly string[]> {
  for (let from = 0; from < keys.length; from += size) yield keys.slice(from, from + size);
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'hex');
}

function unavailable(cause: unknown): ArbiterError {
  const disk = diskFaultOf(cause);
  const reason = disk ? `${disk.cause}. ${disk.remedy}` : 'its file in the data directory could not be read or written';
  return new ArbiterError('UNAVAILABLE', `The embedding cache cannot be used: ${reason}.`, { cause });
}

/** A vector as it lies in the store, and when it came. */
interface EmbeddingRecord {
  readonly sequence: number;
  readonly vector: Float32Array;
}

/** @returns header and vector as float32, in the byte order of this machine */
function encodeRecord({ sequence, vector }: EmbeddingRecord): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + vector.byteLength);
  bytes.writeUInt32LE(sequence, 0);
  bytes.writeUInt32LE(vector.length, Uint32Array.BYTES_PER_ELEMENT);
  bytes.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), HEADER_BYTES);
  return bytes;
}

/** @returns null for what is no record: a store that another version wrote is empty, not broken */
function decodeRecord(bytes: Uint8Array): EmbeddingRecord | null {
  if (bytes.byteLength < HEADER_BYTES) return null;
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const dimensions = header.getUint32(Uint32Array.BYTES_PER_ELEMENT, true);
  if (bytes.byteLength !== HEADER_BYTES + dimensions * Float32Array.BYTES_PER_ELEMENT) return null;
  // A copy: the bytes belong to the store's next read, and may begin where no float32 can.
  return {
    sequence: header.getUint32(0, true),
    vector: new Float32Array(Uint8Array.from(bytes.subarray(HEADER_BYTES)).buffer),
  };
}
