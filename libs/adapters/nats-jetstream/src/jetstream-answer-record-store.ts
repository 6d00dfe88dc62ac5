import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AnswerRecord, type AnswerSummary } from '@arbiter/contracts';
import {
  type AnswerRecordStore,
  type AnswerRetention,
  type AnswerSelection,
  type DeletedDocuments,
  redactAnswerRecord,
  summaryOf,
} from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { decodeJson, encodeJson } from './call-jetstream.js';
import { type BucketEntry, type BucketOptions, keyPart, KeyValueBucket } from './key-value-bucket.js';

export const ANSWERS_BUCKET = 'arbiter-answers';

/** In the place of the session of an answer that has none; no session can be called so. */
const NONE = '=';

/** A record that is small when packed must not fill the memory when unpacked, in bytes. */
const MAX_RECORD_BYTES = 64 * 1_024 * 1_024;

/**
 * A record that something was taken out of. It is short and not packed, which tells it from the others, and holds the
 * revision of its first writing: to write it anew must not move it to the end.
 */
const RedactedRecord = z.strictObject({ record: AnswerRecord, order: z.int() });
/** First byte of what is not packed. */
const OPENING_BRACE = 0x7b;

/** Answer records as keys `<session>.<answer>`, gzipped: a record holds passages and prompts, and a message is limited. */
export class JetStreamAnswerRecordStore implements AnswerRecordStore {
  readonly #bucket: KeyValueBucket;

  constructor(connection: NatsConnection, options: BucketOptions = {}, bucket = ANSWERS_BUCKET) {
    this.#bucket = new KeyValueBucket(connection, bucket, options);
  }

  async save(record: AnswerRecord, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const packed = await promisify(gzip)(encodeJson(record));
    await this.#bucket.create(
      `${record.sessionId === null ? NONE : keyPart(record.sessionId)}.${keyPart(record.id)}`,
      packed,
      signal,
    );
  }

  async get(id: string, signal: AbortSignal): Promise<AnswerRecord | null> {
    const entry = await this.#bucket.last(`*.${keyPart(id)}`, signal);
    return entry ? recordOf(entry) : null;
  }

  async list(
    { sessionId, domain, askedBy, before, limit }: AnswerSelection,
    signal: AbortSignal,
  ): Promise<readonly AnswerSummary[]> {
    const entries = await this.#newestFirst(sessionId === undefined ? '>' : `${keyPart(sessionId)}.>`, signal);
    const from = before === undefined ? 0 : entries.findIndex(({ key }) => key.endsWith(`.${before}`)) + 1;
    if (before !== undefined && from === 0) return [];
    const summaries: AnswerSummary[] = [];
    for (const entry of entries.slice(from)) {
      if (summaries.length >= limit) break;
      const record = await recordOf(entry);
      if (!record || (domain !== undefined && record.domain !== domain)) continue;
      if (askedBy?.(record.principal) ?? true) summaries.push(summaryOf(record));
    }
    return summaries;
  }

  async deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number> {
    return this.#bucket.eraseAll(`${keyPart(sessionId)}.>`, signal);
  }

  async redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number> {
    let changed = 0;
    for (const entry of await this.#bucket.entries('>', signal)) {
      const record = await recordOf(entry);
      const redacted = record && redactAnswerRecord(record, deleted);
      if (!redacted) continue;
      const value = encodeJson({ record: redacted, order: orderOf(entry) });
      if (await this.#bucket.erase(entry, value, signal)) changed += 1;
    }
    return changed;
  }

  async prune({ before, keep }: AnswerRetention, signal: AbortSignal): Promise<number> {
    let gone = 0;
    for (const [index, entry] of (await this.#newestFirst('>', signal)).entries()) {
      const isSurplus = keep !== null && index >= keep;
      const isOld = async (): Promise<boolean> =>
        before !== null && ((await recordOf(entry))?.createdAt ?? '') < before;
      if ((isSurplus || (await isOld())) && (await this.#bucket.erase(entry, null, signal))) gone += 1;
    }
    return gone;
  }

  async #newestFirst(filter: string, signal: AbortSignal): Promise<BucketEntry[]> {
    return (await this.#bucket.entries(filter, signal)).sort((a, b) => orderOf(b) - orderOf(a));
  }
}

/** @returns null for what is no record of ours */
async function recordOf({ value }: BucketEntry): Promise<AnswerRecord | null> {
  if (value[0] === OPENING_BRACE) return decodeJson(RedactedRecord, value)?.record ?? null;
  try {
    return decodeJson(AnswerRecord, await promisify(gunzip)(value, { maxOutputLength: MAX_RECORD_BYTES }));
  } catch {
    return null;
  }
}

function orderOf({ value, revision }: BucketEntry): number {
  return (value[0] === OPENING_BRACE ? decodeJson(RedactedRecord, value)?.order : null) ?? revision;
}
