import { compareCodeUnits } from '@arbiter/contracts';
import {
  assertBlobKey,
  type BlobKey,
  type BlobKind,
  type BlobStore,
  type ByteRange,
  isBlobKey,
  type ListedBlob,
  MeasuredBytes,
  type OpenBlob,
  type StoredBlob,
} from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import type { BucketOptions } from './key-value-bucket.js';
import { ObjectBucket } from './object-bucket.js';

const BLOBS_BUCKET = 'arbiter-blobs';
/** Pieces without a name are of a writer that died, not of one at work, when the last is as old, in milliseconds. */
const ABANDONED_MS = 3_600_000;

/** Blobs as objects `<collection>.<kind>.<name>`, hashed by client and broker. */
export class JetStreamBlobStore implements BlobStore {
  readonly #objects: ObjectBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = BLOBS_BUCKET) {
    this.#objects = new ObjectBucket(connection, bucket, options);
  }

  async put(key: BlobKey, content: Uint8Array | AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<StoredBlob> {
    signal.throwIfAborted();
    assertBlobKey(key);
    const measure = new MeasuredBytes();
    try {
      await this.#objects.putPieces(nameOf(key), measure.of(content, signal), signal);
    } catch (error) {
      throw measure.faultOr(error);
    }
    return measure.measured();
  }

  async open(key: BlobKey, signal: AbortSignal, range?: ByteRange): Promise<OpenBlob | null> {
    signal.throwIfAborted();
    const object = isBlobKey(key) ? await this.#objects.open(nameOf(key), signal) : null;
    return object && { bytes: object.bytes, content: object.read(range?.start ?? 0, range?.end ?? object.bytes) };
  }

  async size(key: BlobKey, signal: AbortSignal): Promise<number | null> {
    signal.throwIfAborted();
    return isBlobKey(key) ? ((await this.#objects.info(nameOf(key), signal))?.size ?? null) : null;
  }

  async delete(key: BlobKey, signal: AbortSignal): Promise<boolean> {
    if ((await this.size(key, signal)) === null) return false;
    await this.#objects.delete(nameOf(key), signal);
    return true;
  }

  async list(collection: string, kind: BlobKind, signal: AbortSignal): Promise<readonly ListedBlob[]> {
    const prefix = nameOf({ collection, kind, name: '' });
    return (await this.#objects.list(signal))
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, bytes, putAt }) => ({ name: name.slice(prefix.length), bytes, putAt: Date.parse(putAt) }))
      .sort((a, b) => compareCodeUnits(a.name, b.name));
  }

  async deleteCollection(collection: string, signal: AbortSignal): Promise<void> {
    for (const { name } of await this.#objects.list(signal))
      if (name.startsWith(`${encode(collection)}.`)) await this.#objects.delete(name, signal);
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

/** A collection's name may hold what divides a name. */
function nameOf({ collection, kind, name }: BlobKey): string {
  return `${encode(collection)}.${kind}.${name}`;
}

function encode(collection: string): string {
  return Buffer.from(collection).toString('base64url');
}
