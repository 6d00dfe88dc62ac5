import { ArbiterError } from '@arbiter/contracts';
import type { CachedEmbedding, EmbeddingCache } from '@arbiter/ports';
import { open, type Database, type RootDatabase } from 'lmdb';
import { decodeRecord, encodeRecord } from './embedding-record.js';

export interface LmdbEmbeddingCacheOptions {
  /** Folder of the store; made when it is not there. */
  readonly path: string;
  /** Bytes of records that are kept, > 0. The oldest go first; the file never shrinks, and stays near twice as large at most. */
  readonly maxBytes: number;
}

/** Raised when records look different: those of another version are in a table that nobody opens. */
const FORMAT = 1;
/** Share of the records that goes when the store is full, so that room is not made for each write anew. */
const EVICTED_SHARE = 0.1;
/** Records taken out by one transaction: others wait for it. */
const EVICTED_AT_ONCE = 32;

/**
 * Embeddings in LMDB, a memory-mapped B+ tree: a read is a lookup in the page cache, a write is one transaction, and a process
 * that dies leaves the last whole transaction behind. Several processes may use one folder.
 */
export class LmdbEmbeddingCache implements EmbeddingCache {
  private constructor(
    private readonly environment: RootDatabase<unknown, string>,
    private readonly records: Database<Buffer, Buffer>,
    /** The key of a record by its sequence number, so that the oldest are found. */
    private readonly order: Database<Buffer, number>,
    private readonly maxBytes: number,
  ) {}

  /** @throws ArbiterError UNAVAILABLE when the folder cannot be made or opened */
  static open({ path, maxBytes }: LmdbEmbeddingCacheOptions): LmdbEmbeddingCache {
    if (!(maxBytes > 0)) throw new RangeError('maxBytes must be above 0');
    try {
      const environment = open<unknown, string>({ path, noSubdir: false, maxDbs: 8 });
      const records = environment.openDB<Buffer, Buffer>({
        name: `records-${FORMAT}`,
        encoding: 'binary',
        keyEncoding: 'binary',
      });
      const order = environment.openDB<Buffer, number>({
        name: `order-${FORMAT}`,
        encoding: 'binary',
        keyEncoding: 'uint32',
      });
      return new LmdbEmbeddingCache(environment, records, order, maxBytes);
    } catch (error) {
      throw unavailable(error);
    }
  }

  read(keys: readonly string[]): Promise<ReadonlyMap<string, CachedEmbedding>> {
    return attempt(() => {
      const known = new Map<string, CachedEmbedding>();
      for (const key of keys) {
        const record = this.recordOf(bytesOf(key));
        if (record) known.set(key, record.embedding);
      }
      return known;
    });
  }

  async write(embeddings: ReadonlyMap<string, CachedEmbedding>): Promise<void> {
    await this.change(() => {
      let sequence = this.newestSequence();
      for (const [text, embedding] of embeddings) {
        const key = bytesOf(text);
        this.remove(key);
        sequence += 1;
        this.records.putSync(key, encodeRecord({ sequence, embedding }));
        this.order.putSync(sequence, key);
      }
    });
    if (this.usedBytes() > this.maxBytes) await this.evict();
  }

  async forget(keys: readonly string[]): Promise<void> {
    await this.change(() => {
      for (const key of keys) this.remove(bytesOf(key));
    });
  }

  async close(): Promise<void> {
    await this.environment.close();
  }

  /** Takes the oldest records out until there is room again. */
  private async evict(): Promise<void> {
    const { entryCount } = this.records.getStats() as { entryCount: number };
    const goal = this.maxBytes * (1 - EVICTED_SHARE);
    // Bounded by what is there, whatever the statistics say.
    for (let left = entryCount; left > 0 && this.usedBytes() > goal; left -= EVICTED_AT_ONCE) {
      await this.change(() => {
        const oldest = [...this.order.getRange({ limit: EVICTED_AT_ONCE })];
        for (const { key: sequence, value: key } of oldest) {
          this.records.removeSync(key);
          this.order.removeSync(sequence);
        }
      });
    }
  }

  private remove(key: Buffer): void {
    const record = this.recordOf(key);
    if (!record) return;
    this.order.removeSync(record.sequence);
    this.records.removeSync(key);
  }

  private recordOf(key: Buffer): ReturnType<typeof decodeRecord> {
    const bytes = this.records.getBinary(key);
    return bytes === undefined ? null : decodeRecord(bytes);
  }

  private newestSequence(): number {
    for (const sequence of this.order.getKeys({ reverse: true, limit: 1 })) return sequence;
    return 0;
  }

  /** Pages that hold records; what has been given back to the file for new ones does not count. */
  private usedBytes(): number {
    const stats = this.records.getStats() as Record<
      'pageSize' | 'treeBranchPageCount' | 'treeLeafPageCount' | 'overflowPages',
      number
    >;
    return stats.pageSize * (stats.treeBranchPageCount + stats.treeLeafPageCount + stats.overflowPages);
  }

  /**
   * One transaction, seen whole or not at all by every reader. On this thread: where one that is committed elsewhere fails,
   * as it does on a full disk, the library rejects a promise that nobody holds, and the process ends.
   */
  private change(step: () => void): Promise<void> {
    return attempt(() => this.environment.transactionSync(step));
  }
}

async function attempt<T>(step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw unavailable(error);
  }
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'hex');
}

function unavailable(cause: unknown): ArbiterError {
  return new ArbiterError('UNAVAILABLE', 'The embedding cache cannot be used: is its disk full or read-only?', {
    cause,
  });
}
