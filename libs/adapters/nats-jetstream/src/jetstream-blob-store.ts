import { compareCodeUnits } from '@arbiter/contracts';
import {
  assertBlobKey,
  type BlobKey,
  type BlobKind,
  type BlobStore,
  type ByteRange,
  type ListedBlob,
} from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import type { BucketOptions } from './key-value-bucket.js';
import { ObjectBucket } from './object-bucket.js';

const BLOBS_BUCKET = 'arbiter-blobs';
/** Pieces without a name are of a writer that died, not of one at work, when the last is as old, in milliseconds. */
const ABANDONED_MS = 3_600_000;

/** Blobs as objects `<collection>.<kind>.<name>`. */
export class JetStreamBlobStore implements BlobStore {
  readonly #objects: ObjectBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = BLOBS_BUCKET) {
    this.#objects = new ObjectBucket(connection, bucket, options);
  }

  async put(key: BlobKey, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.#objects.put(nameOf(key), bytes, signal);
  }

  async get(key: BlobKey, signal: AbortSignal, range?: ByteRange): Promise<Buffer | null> {
    signal.throwIfAborted();
    return this.#objects.get(nameOf(key), signal, range);
  }

  async delete(key: BlobKey, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.#objects.delete(nameOf(key), signal);
  }

  async list(collection: string, kind: BlobKind, signal: AbortSignal, prefix = ''): Promise<readonly ListedBlob[]> {
    const folder = `${encode(collection)}.${kind}.`;
    return (await this.#objects.list(signal, folder + prefix))
      .map(({ name, putAt }) => ({ name: name.slice(folder.length), putAt: Date.parse(putAt) }))
      .sort((a, b) => compareCodeUnits(a.name, b.name));
  }

  async deleteCollection(collection: string, signal: AbortSignal): Promise<void> {
    for (const { name } of await this.#objects.list(signal, `${encode(collection)}.`))
      await this.#objects.delete(name, signal);
  }

  /**
   * Deletes what writers left that died in the middle of a blob.
   *
   * @param now milliseconds since the Unix epoch
   * @returns how many there were
   */
  sweep(now: number, signal: AbortSignal): Promise<number> {
    return this.#objects.sweepPieces(now - ABANDONED_MS, signal);
  }
}

function nameOf(key: BlobKey): string {
  assertBlobKey(key);
  return `${encode(key.collection)}.${key.kind}.${key.name}`;
}

/** A collection's name may hold what divides a name. */
function encode(collection: string): string {
  return Buffer.from(collection).toString('base64url');
}
