import { type DeletionLog, DELETIONS_KEPT_MS, type DocumentDeletion, type LoggedDeletion } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketOptions, KeyValueBucket } from './key-value-bucket.js';

export const DELETIONS_BUCKET = 'arbiter-deletions';

/** Documents in one value, which is one message: some 24 bytes each. */
const MOST_DOCUMENTS = 10_000;

const StoredDeletion = z.strictObject({
  collection: z.string(),
  documents: z.array(z.string()),
  at: z.iso.datetime(),
  jobId: z.string().nullable(),
});

/** Deletions as keys `deletion.<nuid>`, which go by themselves after a year. The position is the revision. */
export class JetStreamDeletionLog implements DeletionLog {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = DELETIONS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, { ttlMs: DELETIONS_KEPT_MS, ...options });
  }

  async append({ collection, documents, at, jobId }: DocumentDeletion, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    for (let from = 0; from < documents.length; from += MOST_DOCUMENTS) {
      const some = documents.slice(from, from + MOST_DOCUMENTS);
      const value = encodeJson({ collection, documents: some, at, jobId });
      await this.#bucket.create(`deletion.${nuid.next()}`, value, signal);
    }
  }

  async after(position: string | null, limit: number, signal: AbortSignal): Promise<readonly LoggedDeletion[]> {
    const from = position === null ? 0 : Number(position);
    if (((await this.#bucket.last('deletion.*', signal))?.revision ?? 0) <= from) return [];
    const entries = await this.#bucket.entries('deletion.*', signal);
    return entries
      .filter(({ revision }) => revision > from)
      .slice(0, limit)
      .flatMap(({ value, revision }) => {
        const deletion = decodeJson(StoredDeletion, value);
        return deletion ? [{ ...deletion, position: String(revision) }] : [];
      });
  }
}
