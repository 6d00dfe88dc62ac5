import { Feedback } from '@arbiter/contracts';
import { type DeletedDocuments, type FeedbackStore, isFeedbackOn } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import { decodeJson, encodeJson } from '../call-jetstream.js';
import { type BucketOptions, KeyValueBucket } from '../key-value-bucket.js';

export const FEEDBACK_BUCKET = 'arbiter-feedback';

/** In the place of no domain; none can be called so. */
const NONE = '=';

/** Feedback as keys `<domain>.<nuid>`, in the order of their revisions. */
export class JetStreamFeedbackStore implements FeedbackStore {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = FEEDBACK_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async append(feedback: Feedback, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.#bucket.create(`${partOf(feedback.domain)}.${nuid.next()}`, encodeJson(feedback), signal);
  }

  async ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]> {
    const entries = await this.#bucket.entries(`${partOf(domain)}.*`, signal);
    const last = new Map<string, Feedback>();
    for (const { value } of entries.sort((a, b) => a.revision - b.revision)) {
      const feedback = decodeJson(Feedback, value);
      if (!feedback) continue;
      const key = JSON.stringify([feedback.answerId, feedback.claim]);
      last.delete(key);
      last.set(key, feedback);
    }
    return [...last.values()].slice(-limit);
  }

  async deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    let gone = 0;
    for (const entry of await this.#bucket.entries('>', signal)) {
      const feedback = decodeJson(Feedback, entry.value);
      if (feedback && isFeedbackOn(feedback, deleted) && (await this.#bucket.erase(entry, null, signal))) gone += 1;
    }
    return gone;
  }
}

/** A domain's name may hold what divides a key. */
function partOf(domain: string | null): string {
  return domain === null ? NONE : Buffer.from(domain).toString('base64url');
}
