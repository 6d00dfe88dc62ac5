import { createHash } from 'node:crypto';
import { abortable } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type { ByteRange } from '@arbiter/ports';
import {
  headers,
  type JetStreamClient,
  type JetStreamManager,
  type NatsConnection,
  nuid,
  type ObjectInfo,
  type ObjectStore,
  type SeqMsgRequest,
  StorageType,
  type StoredMsg,
} from 'nats';
import { callJetStream, isMissing, onceReady, REQUEST_MS } from './call-jetstream.js';
import type { BucketOptions } from './key-value-bucket.js';

/** Longest wait for what is known of objects, in milliseconds. */
const OBJECT_MS = 30_000;
/** Longest wait for the bytes of one object, in milliseconds: it is as large as a document. */
const BYTES_MS = 300_000;
/** Bytes of a piece; the broker takes messages of 1 MiB unless told otherwise. */
const PIECE_BYTES = 256 * 1_024;

export interface ListedObject {
  readonly name: string;
  /** RFC 3339. */
  readonly putAt: string;
  /** Differs from that of every other object and of what was put under the name before. */
  readonly version: string;
}

/**
 * An object store of JetStream (ADR-20), opened when it is first used: bytes of any length, cut into messages and hashed. The
 * client of NATS, which knows these objects, reads no part of one, and leaves what is replaced in the broker's files. A new object replaces the one of the same name, in full or not at all. A
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

  /**
   * Resolves once all of it is there; until then none of it is. Piece by piece: the client of NATS sends all of them before it
   * looks at the answer to the first.
   */
  async put(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const former = await this.#info(name, signal);
    const id = nuid.next();
    const size = Math.min(PIECE_BYTES, this.connection.info?.max_payload ?? PIECE_BYTES);
    const info = {
      ...{ name, bucket: this.name, nuid: id, size: bytes.length, chunks: Math.ceil(bytes.length / size) },
      ...{ description: '', digest: digestOf(bytes), deleted: false, options: { max_chunk_size: size } },
    };
    const rollup = headers();
    rollup.set('Nats-Rollup', 'sub');
    await this.#managed(signal, async (manager, live) => {
      const send = (...message: Parameters<JetStreamClient['publish']>) => {
        live.throwIfAborted();
        return onceReady(live, () => this.#client.publish(...message));
      };
      try {
        for (let from = 0; from < bytes.length; from += size)
          await send(this.#piecesOf(id), bytes.subarray(from, from + size));
        await send(this.#named(name), JSON.stringify({ ...info, mtime: new Date().toISOString() }), {
          headers: rollup,
        });
      } catch (error) {
        // What is left if this fails, too, is swept.
        await manager.streams.purge(this.#stream, { filter: this.#piecesOf(id) }).catch(() => undefined);
        throw error;
      }
      if (former) await this.#overwrite(manager, former.nuid);
    });
  }

  /**
   * @param range some of its bytes; what lies beyond its end is left out. Their hash is checked where all of them are read
   * @returns null when there is no such object
   * @throws ArbiterError UNAVAILABLE when its bytes are not those that were put, or do not come
   */
  async get(name: string, signal: AbortSignal, range?: ByteRange): Promise<Buffer | null> {
    for (let read: string | null = null; ;) {
      const info = await this.#info(name, signal);
      if (!info) return null;
      const bytes = await this.#managed(signal, (manager) => this.#read(manager, info, range));
      if (bytes) return bytes;
      if (info.nuid === read)
        throw new ArbiterError('UNAVAILABLE', 'An object on the broker is damaged.', { details: { damaged: true } });
      // It may have been replaced or deleted meanwhile.
      read = info.nuid;
    }
  }

  /** One that is not there is no error. */
  async delete(name: string, signal: AbortSignal): Promise<void> {
    const info = await this.#call(signal, (store) => store.info(name));
    if (!info) return;
    await this.#managed(signal, async (manager) => {
      // The name first: an object without its bytes would be found, and never read.
      await manager.streams.purge(this.#stream, { filter: this.#named(name) });
      await this.#overwrite(manager, info.nuid);
    });
  }

  /**
   * Deletes pieces of objects whose writer died before it had written them all.
   *
   * @param before only those whose last piece is older, in milliseconds since the Unix epoch
   * @returns the number of objects
   */
  async sweepPieces(before: number, signal: AbortSignal): Promise<number> {
    return this.#managed(signal, async (manager) => {
      // Before the names: an object that is put meanwhile is not considered.
      const { state } = await manager.streams.info(this.#stream, { subjects_filter: this.#piecesOf('>') });
      const named = new Set((await this.list(signal)).map(({ version }) => this.#piecesOf(version)));
      let swept = 0;
      for (const subject of Object.keys(state.subjects ?? {})) {
        const last = named.has(subject) ? null : await this.#lastOf(manager, subject);
        if (last === null || last.time.getTime() >= before) continue;
        await this.#overwrite(manager, subject.slice(this.#piecesOf('').length));
        swept += 1;
      }
      return swept;
    });
  }

  /** Objects whose names begin with a text, in no order. */
  async list(signal: AbortSignal, prefix = ''): Promise<readonly ListedObject[]> {
    const objects = (await this.#call(signal, (store) => store.list())).filter(({ name }) => name.startsWith(prefix));
    return objects.map(({ name, mtime, nuid: version }) => ({ name, putAt: mtime, version }));
  }

  /** Another one after each change. */
  async state(signal: AbortSignal): Promise<string> {
    return this.#call(signal, async (store) => {
      const { streamInfo } = await store.status();
      const { last_seq: last, messages } = streamInfo.state;
      return `${last}:${messages}`;
    });
  }

  /** @returns null where pieces are missing, or are not those that were put */
  async #read(
    manager: JetStreamManager,
    { nuid: id, size, chunks, digest, options }: ObjectInfo,
    range: ByteRange = { start: 0, end: size },
  ): Promise<Buffer | null> {
    const [start, end] = [Math.min(range.start, size), Math.min(range.end, size)];
    let [seq, from] = [1, 0];
    // Pieces of one writer follow each other in the stream, unless others wrote at the same time.
    const skipped = Math.floor(start / (options?.max_chunk_size ?? Infinity));
    if (skipped > 0) {
      const [first, last] = await Promise.all([this.#next(manager, id, 1), this.#lastOf(manager, this.#piecesOf(id))]);
      if (first && last && last.seq - first.seq + 1 === chunks)
        [seq, from] = [first.seq + skipped, skipped * (options?.max_chunk_size ?? 0)];
    }
    const pieces: Uint8Array[] = [];
    for (let at = from; at < end;) {
      const piece = await this.#next(manager, id, seq);
      if (!piece || piece.data.length === 0) return null;
      pieces.push(piece.data);
      [seq, at] = [piece.seq + 1, at + piece.data.length];
    }
    const bytes = Buffer.concat(pieces);
    if (start === 0 && end === size && digestOf(bytes) !== digest) return null;
    return bytes.subarray(start - from, end - from);
  }

  /** The first piece of an object from a sequence number on; null where there is none. */
  #next(manager: JetStreamManager, id: string, seq: number): Promise<StoredMsg | null> {
    // The types of the client leave out what the broker takes here.
    const query: SeqMsgRequest & { readonly next_by_subj: string } = { seq, next_by_subj: this.#piecesOf(id) };
    return manager.streams.getMessage(this.#stream, query).catch(nullWhenMissing);
  }

  #lastOf(manager: JetStreamManager, subject: string): Promise<StoredMsg | null> {
    return manager.streams.getMessage(this.#stream, { last_by_subj: subject }).catch(nullWhenMissing);
  }

  /** Deletes the pieces of an object so that their bytes are overwritten in the broker's files, which a purge leaves there. */
  async #overwrite(manager: JetStreamManager, id: string): Promise<void> {
    // From the first on: of a subject whose last message was deleted, brokers before 2.10 find none of the others by "last".
    for (let from = 1; ;) {
      const found = await this.#next(manager, id, from);
      if (found === null) return;
      await manager.streams.deleteMessage(this.#stream, found.seq, true).catch(nullWhenMissing);
      from = found.seq + 1;
    }
  }

  get #stream(): string {
    return `OBJ_${this.name}`;
  }

  #piecesOf(id: string): string {
    return `$O.${this.name}.C.${id}`;
  }

  #named(name: string): string {
    return `$O.${this.name}.M.${paddedBase64(Buffer.from(name))}`;
  }

  async #info(name: string, signal: AbortSignal): Promise<ObjectInfo | null> {
    const info = await this.#call(signal, (store) => store.info(name));
    return info && !info.deleted ? info : null;
  }

  /** Runs requests on the stream of the bucket, once it is there. */
  async #managed<T>(
    signal: AbortSignal,
    run: (manager: JetStreamManager, live: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const manager = await this.#call(signal, () => this.#client.jetstreamManager(false));
    return callJetStream(signal, (live) => run(manager, live), BYTES_MS);
  }

  #call<T>(signal: AbortSignal, run: (store: ObjectStore) => Promise<T>): Promise<T> {
    // The client waits for messages that do not come for ever.
    const bounded = (live: AbortSignal): Promise<T> =>
      abortable(live, async () => run(await onceReady(live, () => this.#open())));
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

export function nullWhenDamaged(error: unknown): null {
  if (isDamagedObject(error)) return null;
  throw error;
}

function digestOf(bytes: Uint8Array): string {
  return `SHA-256=${paddedBase64(createHash('sha256').update(bytes).digest())}`;
}

/** As names and digests of objects are written. */
function paddedBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

function nullWhenMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
