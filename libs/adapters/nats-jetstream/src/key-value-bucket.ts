import { ArbiterError } from '@arbiter/contracts';
import { type JetStreamClient, type KV, type KvEntry, type NatsConnection, StorageType } from 'nats';
import { callJetStream, isConflict, isMissing, onceReady, REQUEST_MS, tooLarge } from './call-jetstream.js';

export interface BucketOptions {
  /** Keys older than this go by themselves, in milliseconds; absent, they stay. Of a bucket that is there, it stays as it was. */
  readonly ttlMs?: number;
  /** Copies in a cluster of brokers, 1–5. Default 1. */
  readonly replicas?: number;
}

export interface BucketEntry {
  readonly key: string;
  readonly value: Uint8Array;
  /** Rises with each change of the bucket. */
  readonly revision: number;
}

/**
 * An id as one part of a key: letters, digits, "_" and "-".
 *
 * @throws ArbiterError INVALID_REQUEST for any other, which could reach the keys of others: ">", "a.*"
 */
export function keyPart(id: string): string {
  if (/^[\w-]+$/.test(id)) return id;
  throw new ArbiterError('INVALID_REQUEST', 'An id holds only letters, digits, "_" and "-" here.');
}

/** What subject and headers take of a message, in bytes. */
const OVERHEAD_BYTES = 1_024;
/** Tries of a change that others come before. */
const MOST_TRIES = 64;

/**
 * A key-value bucket of JetStream, opened when it is first used. Each value is a message of its own, so that writers at
 * the same time lose nothing to each other; what is deleted leaves the stream, with its key.
 */
export class KeyValueBucket {
  readonly #client: JetStreamClient;
  #opened: Promise<KV> | null = null;

  /** @param connection stays open; who opened it closes it */
  constructor(
    private readonly connection: NatsConnection,
    /** Letters, digits, "-" and "_". */
    private readonly name: string,
    private readonly options: BucketOptions = {},
  ) {
    this.#client = connection.jetstream({ timeout: REQUEST_MS });
  }

  /**
   * Writes a value under a new key.
   *
   * @throws ArbiterError PAYLOAD_TOO_LARGE, CONFLICT when the key is there, UNAVAILABLE when the broker does not answer
   */
  async create(key: string, value: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.replace(key, value, 0, signal);
  }

  /**
   * Writes a value, unless another writer has changed it meanwhile.
   *
   * @param revision that of the value it is to replace; 0 where there is none
   * @throws ArbiterError as `create`
   */
  async replace(key: string, value: Uint8Array, revision: number, signal: AbortSignal): Promise<void> {
    this.#refuseTooLarge(value);
    await this.#call(signal, (bucket, live) => write(bucket, { key, value, revision }, live));
  }

  /**
   * Changes a value, and repeats that until no other writer came between.
   *
   * @param change given null where there is no such key; returns null to leave it
   */
  async update(
    key: string,
    change: (entry: BucketEntry | null) => Uint8Array | null,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#call(signal, async (bucket, live) => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        live.throwIfAborted();
        const entry = await bucket.get(key);
        const present = entry?.operation === 'PUT' ? entryOf(entry) : null;
        const value = change(present);
        if (value === null) return;
        this.#refuseTooLarge(value);
        try {
          await write(bucket, { key, value, revision: entry?.revision ?? 0 }, live);
          return;
        } catch (error) {
          if (!isConflict(error)) throw error;
        }
      }
      throw new ArbiterError('UNAVAILABLE', 'Too many writers change the same value; try again.');
    });
  }

  /** The keys that a filter holds, in no order. */
  async keys(filter: string, signal: AbortSignal): Promise<string[]> {
    return this.#call(signal, async () => {
      const manager = await this.connection.jetstreamManager({ timeout: REQUEST_MS });
      const prefix = `$KV.${this.name}.`;
      const { state } = await manager.streams.info(`KV_${this.name}`, { subjects_filter: `${prefix}${filter}` });
      return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
    });
  }

  /** @param filter keys; `*` stands for one part between dots, `>` for all that follow */
  async entries(filter: string, signal: AbortSignal): Promise<BucketEntry[]> {
    const entries: BucketEntry[] = [];
    await this.forEach(filter, signal, (entry) => entries.push(entry));
    return entries;
  }

  /**
   * The value that was written last of those that a filter holds, as the broker sees it at one moment.
   *
   * @returns null where there is none
   */
  async last(filter: string, signal: AbortSignal): Promise<BucketEntry | null> {
    return this.#call(signal, async () => {
      const manager = await this.connection.jetstreamManager({ timeout: REQUEST_MS });
      const prefix = `$KV.${this.name}.`;
      try {
        const message = await manager.streams.getMessage(`KV_${this.name}`, { last_by_subj: `${prefix}${filter}` });
        return { key: message.subject.slice(prefix.length), value: message.data, revision: message.seq };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    });
  }

  /**
   * Visits the values present at the call, in the order of their writing. A value that is changed meanwhile may be
   * missed: neither its old nor its new form is visited then.
   */
  async forEach(filter: string, signal: AbortSignal, visit: (entry: BucketEntry) => void): Promise<void> {
    await this.#call(signal, async (bucket, live) => {
      const found = await bucket.history({ key: filter });
      const stop = (): void => found.stop();
      live.addEventListener('abort', stop, { once: true });
      try {
        for await (const entry of found as AsyncIterable<KvEntry | undefined>) {
          // The client hands out nothing for a value that was changed while it was on its way.
          if (entry?.operation === 'PUT') visit(entryOf(entry));
        }
      } finally {
        live.removeEventListener('abort', stop);
      }
      live.throwIfAborted();
    });
  }

  /**
   * Deletes what a filter holds: it is found no more, and the broker gives back the space when it compacts its files.
   *
   * @param through the last revision that goes; absent, all do
   * @returns how many values are gone
   */
  async delete(filter: string, signal: AbortSignal, through?: number): Promise<number> {
    return this.#call(signal, async () => {
      const manager = await this.connection.jetstreamManager({ timeout: REQUEST_MS });
      const subject = `$KV.${this.name}.${filter}`;
      const limit = through === undefined ? {} : { seq: through + 1 };
      return (await manager.streams.purge(`KV_${this.name}`, { filter: subject, ...limit })).purged;
    });
  }

  /**
   * Overwrites a value in the broker's files, where an update or a purge would only mark it as gone, and writes another
   * one in its place.
   *
   * @param value null for none
   * @returns false where the value was changed or deleted meanwhile; then nothing has happened
   */
  async erase(entry: BucketEntry, value: Uint8Array | null, signal: AbortSignal): Promise<boolean> {
    if (value) this.#refuseTooLarge(value);
    return this.#call(signal, async (bucket, live) => {
      const manager = await this.connection.jetstreamManager({ timeout: REQUEST_MS });
      try {
        await manager.streams.deleteMessage(`KV_${this.name}`, entry.revision, true);
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
      // A process that dies here has deleted too much rather than too little.
      if (value) await write(bucket, { key: entry.key, value, revision: 0 }, live);
      return true;
    });
  }

  /** As `delete`, one value after the other, so that nothing of them is left in the broker's files either. */
  async eraseAll(filter: string, signal: AbortSignal, through = Infinity): Promise<number> {
    let gone = 0;
    for (const entry of await this.entries(filter, signal)) {
      if (entry.revision <= through && (await this.erase(entry, null, signal))) gone += 1;
    }
    return gone;
  }

  #refuseTooLarge({ byteLength }: Uint8Array): void {
    const limit = (this.connection.info?.max_payload ?? Infinity) - OVERHEAD_BYTES;
    if (byteLength > limit) throw tooLarge(undefined, byteLength, limit);
  }

  #call<T>(signal: AbortSignal, run: (bucket: KV, live: AbortSignal) => Promise<T>): Promise<T> {
    return callJetStream(signal, async (live) => run(await onceReady(live, () => this.#open()), live));
  }

  #open(): Promise<KV> {
    const { ttlMs, replicas = 1 } = this.options;
    const options = { history: 1, storage: StorageType.File, replicas, ...(ttlMs !== undefined && { ttl: ttlMs }) };
    this.#opened ??= this.#client.views.kv(this.name, options).catch((error: unknown) => {
      // The broker may be there the next time.
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }
}

/** @param entry its revision is that of the value which it replaces; 0 where there is none */
function write(bucket: KV, { key, value, revision }: BucketEntry, live: AbortSignal): Promise<number> {
  return onceReady(live, () => (revision === 0 ? bucket.create(key, value) : bucket.update(key, value, revision)));
}

function entryOf({ key, value, revision }: KvEntry): BucketEntry {
  return { key, value, revision };
}
