import { abortable } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import {
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  type ObjectStore,
  StorageType,
} from 'nats';
import { callJetStream, isMissing, onceReady, REQUEST_MS } from './call-jetstream.js';
import type { BucketOptions } from './key-value-bucket.js';

/** Longest wait for one object, in milliseconds: it is as large as a document. */
const OBJECT_MS = 30_000;

export interface ListedObject {
  readonly name: string;
  /** RFC 3339. */
  readonly putAt: string;
  /** Differs from that of every other object and of what was put under the name before. */
  readonly version: string;
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
      const encoded = Buffer.from(name).toString('base64url');
      const padded = encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
      await manager.streams.purge(`OBJ_${this.name}`, { filter: `${subject}.M.${padded}` });
      await overwrite(manager, `OBJ_${this.name}`, `${subject}.C.${info.nuid}`);
    });
  }

  /** All objects, in no order. */
  async list(signal: AbortSignal): Promise<readonly ListedObject[]> {
    const objects = await this.#call(signal, (store) => store.list());
    return objects.map(({ name, mtime, nuid }) => ({ name, putAt: mtime, version: nuid }));
  }

  /** Another one after each change. */
  async state(signal: AbortSignal): Promise<string> {
    return this.#call(signal, async (store) => {
      const { streamInfo } = await store.status();
      const { last_seq: last, messages } = streamInfo.state;
      return `${last}:${messages}`;
    });
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

/** Deletes the messages of a subject so that their bytes are overwritten in the broker's files, which a purge leaves there. */
async function overwrite(manager: JetStreamManager, stream: string, subject: string): Promise<void> {
  for (;;) {
    try {
      const { seq } = await manager.streams.getMessage(stream, { last_by_subj: subject });
      await manager.streams.deleteMessage(stream, seq, true);
    } catch (error) {
      if (isMissing(error)) return;
      throw error;
    }
  }
}
