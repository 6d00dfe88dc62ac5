import { SessionMessage } from '@arbiter/contracts';
import { type DeletedDocuments, redactMessages, type SessionStore } from '@arbiter/ports';
import { type NatsConnection, nuid } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketEntry, type BucketOptions, keyPart, KeyValueBucket } from './key-value-bucket.js';

export const SESSIONS_BUCKET = 'arbiter-sessions';

const Messages = z.array(SessionMessage);
/** Messages that something was taken out of, with the revision of their first writing: they must not move to the end. */
const RedactedMessages = z.strictObject({ messages: Messages, order: z.int() });

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
    for (const entry of entries.sort((a, b) => orderOf(b) - orderOf(a))) {
      const appended = messagesOf(entry);
      messages.unshift(appended);
      count += appended.length;
      if (count >= limit) break;
    }
    return count === 0 ? null : messages.flat().slice(-limit);
  }

  async delete(sessionId: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#bucket.eraseAll(`${keyPart(sessionId)}.>`, signal)) > 0;
  }

  async redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number> {
    const changed = new Set<string>();
    for (const entry of await this.#bucket.entries('>', signal)) {
      const messages = redactMessages(messagesOf(entry), deleted);
      if (!messages) continue;
      const value = encodeJson({ messages, order: orderOf(entry) });
      if (await this.#bucket.erase(entry, value, signal)) changed.add(sessionOf(entry));
    }
    return changed.size;
  }

  async deleteOlderThan(before: string, signal: AbortSignal): Promise<number> {
    const last = new Map<string, { readonly timestamp: string; readonly revision: number }>();
    await this.#bucket.forEach('>', signal, (entry) => {
      const timestamp = messagesOf(entry).at(-1)?.timestamp;
      if (timestamp === undefined) return;
      // Rewritten messages come after younger ones.
      const before = last.get(sessionOf(entry))?.timestamp ?? '';
      const latest = timestamp > before ? timestamp : before;
      last.set(sessionOf(entry), { timestamp: latest, revision: entry.revision });
    });
    let gone = 0;
    for (const [sessionId, { timestamp, revision }] of last) {
      if (timestamp >= before) continue;
      // Up to what was seen: a message that has come in since then revives the session.
      if ((await this.#bucket.eraseAll(`${sessionId}.>`, signal, revision)) > 0) gone += 1;
    }
    return gone;
  }
}

/** None for what is no messages of ours. */
function messagesOf({ value }: BucketEntry): SessionMessage[] {
  return decodeJson(Messages, value) ?? decodeJson(RedactedMessages, value)?.messages ?? [];
}

function orderOf({ value, revision }: BucketEntry): number {
  return decodeJson(RedactedMessages, value)?.order ?? revision;
}

function sessionOf({ key }: BucketEntry): string {
  return key.split('.')[0] ?? '';
}
