import { SessionMessage } from '@arbiter/contracts';
import type { SessionStore } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './json-value.js';
import { keyPart, KeyValueBucket, type BucketOptions } from './key-value-bucket.js';

export const SESSIONS_BUCKET = 'arbiter-sessions';

const Messages = z.array(SessionMessage);

/**
 * Sessions as keys `<session>.<append>`: the messages of one append in one value, so that all are there or none, and
 * orchestrators that append at the same time add keys of their own. A session is read whole for its last messages.
 */
export class JetStreamSessionStore implements SessionStore {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = SESSIONS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async append(sessionId: string, messages: readonly SessionMessage[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (messages.length > 0)
      await this.#bucket.create(`${keyPart(sessionId)}.${nuid.next()}`, encodeJson(messages), signal);
  }

  async recent(sessionId: string, limit: number, signal: AbortSignal): Promise<readonly SessionMessage[] | null> {
    const entries = await this.#bucket.entries(`${keyPart(sessionId)}.>`, signal);
    const messages: SessionMessage[][] = [];
    let count = 0;
    // From the end, so that a long session is parsed no further than is asked for.
    for (const { value } of entries.reverse()) {
      const appended = decodeJson(Messages, value) ?? [];
      messages.unshift(appended);
      count += appended.length;
      if (count >= limit) break;
    }
    return count === 0 ? null : messages.flat().slice(-limit);
  }

  async delete(sessionId: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#bucket.delete(`${keyPart(sessionId)}.>`, signal)) > 0;
  }

  async deleteOlderThan(before: string, signal: AbortSignal): Promise<number> {
    const last = new Map<string, { readonly timestamp: string; readonly revision: number }>();
    await this.#bucket.forEach('>', signal, ({ key, value, revision }) => {
      const timestamp = decodeJson(Messages, value)?.at(-1)?.timestamp;
      if (timestamp !== undefined) last.set(key.split('.')[0] ?? '', { timestamp, revision });
    });
    let gone = 0;
    for (const [sessionId, { timestamp, revision }] of last) {
      if (timestamp >= before) continue;
      // Up to what was seen: a message that has come in since then revives the session.
      if ((await this.#bucket.delete(`${sessionId}.>`, signal, revision)) > 0) gone += 1;
    }
    return gone;
  }
}
