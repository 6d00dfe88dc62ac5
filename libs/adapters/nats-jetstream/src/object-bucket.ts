import { abortable } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import {
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  type ObjectInfo,
  type ObjectStore,
  StorageType,
} from 'nats';
import { callJetStream, isMissing, onceReady, REQUEST_MS } from './call-jetstream.js';
import type { BucketOptions } from './key-value-bucket.js';
import { nextMessage, paddedBase64, readObject, writeObject } from './object-pieces.js';

/** Longest wait for one object, in milliseconds: it is as large as a document. */
const OBJECT_MS = 30_000;
/** Longest wait for a stream of pieces, in milliseconds: it comes as slowly as a client sends it. */
const STREAM_MS = 3_600_000;

export interface ListedObject {
  readonly name: string;
  /** RFC 3339. */
  readonly putAt: string;
  /** Differs from that of every other object and of what was put under the name before. */
  readonly version: string;
  readonly bytes: number;
}

/**
 * An object store of JetStream, opened when it is first used: bytes of any length, cut into messages and hashed by the
 * client, which checks the hash when it reads. A new object replaces the one of the same name, in full or not at all. A
 * deleted object leaves the stream, and its bytes leave the files of the broker.
 */
export class ObjectBucket {
  readonly #client: JetStreamClient;
  #opened: Promise<ObjectStore> | null = null;

  /** @param connection stays open; who opened it closes it */
  constructor(
    private readonly connection: NatsConnection,
    /** Letters, digits, "-" and "_". */
    private readonly name: string,
    private readonly options: Pick<BucketOptions, 'replicas'> = {},
  ) {
    this.#client = connection.jetstream({ timeout: REQUEST_MS });
  }

  /** Resolves once all of it is there; until then none of it is. @param bytes not empty */
  async put(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.#call(signal, (store, live) => onceReady(live, () => store.putBlob({ name }, bytes)));
  }

  /**
   * @returns null when there is no such object
   * @throws ArbiterError UNAVAILABLE when its bytes are not those that were put, or do not come
   */
  async get(name: string, signal: AbortSignal): Promise<Uint8Array | null> {
    return this.#call(signal, async (store) => {
      try {
        return await store.getBlob(name);
      } catch (error) {
        if (error instanceof NatsError) throw error;
        // The client has no error of its own for bytes that do not have their hash.
        const details = { damaged: true };
        throw new ArbiterError('UNAVAILABLE', 'An object on the broker is damaged.', { details, cause: error });
      }
    });
  }

  /** One that is not there is no error. */
  async delete(name: string, signal: AbortSignal): Promise<void> {
    await this.#call(signal, async (store) => {
      const info = await store.info(name);
      if (!info) return;
      const manager = await this.connection.jetstreamManager({ timeout: REQUEST_MS });
      const subject = `$O.${this.name}`;
      // The name first: an object without its bytes would be found, and never read.
      const named = `${subject}.M.${paddedBase64(Buffer.from(name))}`;
      await manager.streams.purge(`OBJ_${this.name}`, { filter: named });
      await overwrite(manager, `OBJ_${this.name}`, `${subject}.C.${info.nuid}`);
    });
  }

  /**
   * As `put`, of any length, without holding more than some pieces of it.
   *
   * @param pieces empty ones are left out; what they reject with is passed on
   */
  async putPieces(name: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const former = await this.#call(signal, (store) => store.info(name));
    const manager = await this.#manager(signal);
    const writing = { connection: this.connection, client: this.#client, bucket: this.name, name };
    await callJetStream(signal, (live) => writeObject(writing, pieces, live), STREAM_MS);
    if (former) await overwrite(manager, `OBJ_${this.name}`, `$O.${this.name}.C.${former.nuid}`);
  }

  /**
   * Some bytes of an object, in pieces that are read as they are asked for; see `readObject`.
   *
   * @returns null when there is no such object
   */
  async open(
    name: string,
    signal: AbortSignal,
  ): Promise<{ readonly bytes: number; read(start: number, end: number): AsyncGenerator<Uint8Array, void> } | null> {
    const info = await this.info(name, signal);
    if (!info) return null;
    const manager = await this.#manager(signal);
    return { bytes: info.size, read: (start, end) => readObject({ manager, info, start, end }, signal) };
  }

  /** @returns null when there is no such object */
  async info(name: string, signal: AbortSignal): Promise<ObjectInfo | null> {
    const info = await this.#call(signal, (store) => store.info(name));
    return info && !info.deleted ? info : null;
  }

  /**
   * Deletes pieces of objects whose writer died before it had written them all.
   *
   * @param before only those whose last piece is older, in milliseconds since the Unix epoch
   * @returns the number of objects
   */
  async sweepPieces(before: number, signal: AbortSignal): Promise<number> {
    const manager = await this.#manager(signal);
    const subject = `$O.${this.name}.C.`;
    const stream = `OBJ_${this.name}`;
    // Before the names: an object that is put meanwhile is not considered.
    const { state } = await callJetStream(signal, () =>
      manager.streams.info(stream, { subjects_filter: `${subject}>` }),
    );
    const named = new Set((await this.list(signal)).map(({ version }) => `${subject}${version}`));
    const nameless = Object.keys(state.subjects ?? {}).filter((one) => !named.has(one));
    let swept = 0;
    for (const one of nameless) {
      const last = await callJetStream(signal, () => lastPieceOf(manager, stream, one));
      if (last === null || last >= before) continue;
      await callJetStream(signal, () => overwrite(manager, stream, one), OBJECT_MS);
      swept += 1;
    }
    return swept;
  }

  /** All objects, in no order. */
  async list(signal: AbortSignal): Promise<readonly ListedObject[]> {
    const objects = await this.#call(signal, (store) => store.list());
    return objects.map(({ name, mtime, nuid, size }) => ({ name, putAt: mtime, version: nuid, bytes: size }));
  }

  /** Another one after each change. */
  async state(signal: AbortSignal): Promise<string> {
    return this.#call(signal, async (store) => {
      const { streamInfo } = await store.status();
      const { last_seq: last, messages } = streamInfo.state;
      return `${last}:${messages}`;
    });
  }

  /** Once the bucket is there. */
  async #manager(signal: AbortSignal): Promise<JetStreamManager> {
    return this.#call(signal, () => this.connection.jetstreamManager({ timeout: REQUEST_MS }));
  }

  #call<T>(signal: AbortSignal, run: (store: ObjectStore, live: AbortSignal) => Promise<T>): Promise<T> {
    // The client waits for messages that do not come for ever.
    const bounded = (live: AbortSignal): Promise<T> =>
      abortable(live, async () => run(await onceReady(live, () => this.#open()), live));
    return callJetStream(signal, bounded, OBJECT_MS);
  }

  #open(): Promise<ObjectStore> {
    const options = { storage: StorageType.File, replicas: this.options.replicas ?? 1 };
    this.#opened ??= this.#client.views.os(this.name, options).catch((error: unknown) => {
      // The broker may be there the next time.
      this.#opened = null;
      throw error;
    });
    return this.#opened;
  }
}

/** Whether `get` rejected because the bytes are not those that were put. */
export function isDamagedObject(error: unknown): error is ArbiterError {
  return error instanceof ArbiterError && error.details.damaged === true;
}

/** @returns when the last message of a subject was written, in milliseconds since the Unix epoch; null where there is none */
async function lastPieceOf(manager: JetStreamManager, stream: string, subject: string): Promise<number | null> {
  const last = await manager.streams.getMessage(stream, { last_by_subj: subject }).catch(nullWhenMissing);
  return last?.time.getTime() ?? null;
}

/** Deletes the messages of a subject so that their bytes are overwritten in the broker's files, which a purge leaves there. */
async function overwrite(manager: JetStreamManager, stream: string, subject: string): Promise<void> {
  // From the first on: of a subject whose last message was deleted, brokers before 2.10 find none of the others by "last".
  for (let from = 1; ;) {
    const found = await nextMessage(manager, stream, { subject, from }).catch(nullWhenMissing);
    if (found === null) return;
    await manager.streams.deleteMessage(stream, found.seq, true).catch(nullWhenMissing);
    from = found.seq + 1;
  }
}

function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
