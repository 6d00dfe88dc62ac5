import { assertExtractionPart, type ExtractionStore, isExtractionPart } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import type { BucketOptions } from './key-value-bucket.js';
import { nullWhenDamaged, ObjectBucket } from './object-bucket.js';

export const EXTRACTIONS_BUCKET = 'arbiter-extractions';

/** Parts as objects `<collection>.<part>`, hashed by client and broker. */
export class JetStreamExtractionStore implements ExtractionStore {
  readonly #parts: ObjectBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = EXTRACTIONS_BUCKET) {
    this.#parts = new ObjectBucket(connection, bucket, options);
  }

  async read(collection: string, part: string, signal: AbortSignal): Promise<Uint8Array | null> {
    if (!isExtractionPart(part)) return null;
    return this.#parts.get(nameOf(collection, part), signal).catch(nullWhenDamaged);
  }

  async put(collection: string, part: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    assertExtractionPart(part, bytes);
    await this.#parts.put(nameOf(collection, part), bytes, signal);
  }

  async prune(collection: string, kept: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const names = new Set([...kept].map((part) => nameOf(collection, part)));
    for (const { name } of await this.#parts.list(signal, nameOf(collection, '')))
      if (!names.has(name)) await this.#parts.delete(name, signal);
  }

  delete(collection: string, signal: AbortSignal): Promise<void> {
    return this.prune(collection, new Set(), signal);
  }
}

/** A collection's name may hold what divides a key. */
function nameOf(collection: string, part: string): string {
  return `${Buffer.from(collection).toString('base64url')}.${part}`;
}
