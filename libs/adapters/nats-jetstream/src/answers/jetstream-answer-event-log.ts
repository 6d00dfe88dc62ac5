import { AnswerEvent } from '@arbiter/contracts';
import type { AnswerEventLog } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from '../call-jetstream.js';
import { type BucketEntry, type BucketOptions, KeyValueBucket } from '../key-value-bucket.js';

export const ANSWER_EVENTS_BUCKET = 'arbiter-answer-events';

const StoredEvents = z.strictObject({
  events: z.array(AnswerEvent),
  /** Revision of its first writing; absent in that one. To write it anew must not move it to the end. */
  order: z.int().optional(),
});

interface Append {
  readonly events: readonly AnswerEvent[];
  readonly order: number;
  readonly entry: BucketEntry;
}

/** Events as keys `events.<nuid>`, those of one append in one value: all are there or none. */
export class JetStreamAnswerEventLog implements AnswerEventLog {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = ANSWER_EVENTS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async append(events: readonly AnswerEvent[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (events.length > 0) await this.#bucket.create(`events.${nuid.next()}`, encodeJson({ events }), signal);
  }

  async *read(signal: AbortSignal): AsyncIterable<AnswerEvent> {
    signal.throwIfAborted();
    for (const { events } of await this.#appends(signal)) yield* events;
  }

  async deleteWhere(isGone: (event: AnswerEvent) => boolean, signal: AbortSignal): Promise<number> {
    signal.throwIfAborted();
    let gone = 0;
    for (const { events, order, entry } of await this.#appends(signal)) {
      const left = events.filter((event) => !isGone(event));
      if (left.length === events.length) continue;
      const value = left.length === 0 ? null : encodeJson({ events: left, order });
      if (await this.#bucket.erase(entry, value, signal)) gone += events.length - left.length;
    }
    return gone;
  }

  async #appends(signal: AbortSignal): Promise<Append[]> {
    const found: Append[] = [];
    await this.#bucket.forEach('events.*', signal, (entry) => {
      const stored = decodeJson(StoredEvents, entry.value);
      if (stored) found.push({ events: stored.events, order: stored.order ?? entry.revision, entry });
    });
    return found.sort((a, b) => a.order - b.order);
  }
}
