import type { DeletionCursor } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { type BucketOptions, KeyValueBucket } from '../key-value-bucket.js';

export const CURSORS_BUCKET = 'arbiter-cursors';

const KEY = 'deletions';

/**
 * How far deletions were followed, for all orchestrators. They redact the same stores, so what one has done counts for all. A
 * slower one may put it back: then deletions are followed twice, which changes nothing.
 */
export class JetStreamDeletionCursor implements DeletionCursor {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = CURSORS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async read(signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted();
    const entry = await this.#bucket.last(KEY, signal);
    return entry && new TextDecoder().decode(entry.value);
  }

  async write(position: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.#bucket.update(KEY, () => new TextEncoder().encode(position), signal);
  }
}
