import { gunzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { AnswerRecord, type AnswerSummary } from '@arbiter/contracts';
import { summaryOf, type AnswerRecordStore, type AnswerSelection } from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { decodeJson, encodeJson } from './json-value.js';
import { type BucketEntry, keyPart, KeyValueBucket, type BucketOptions } from './key-value-bucket.js';

export const ANSWERS_BUCKET = 'arbiter-answers';

/** In the place of the session of an answer that has none; no session can be called so. */
const NONE = '=';

/** A record that is small when packed must not fill the memory when unpacked, in bytes. */
const MAX_RECORD_BYTES = 64 * 1_024 * 1_024;

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
    { sessionId, domain, before, limit }: AnswerSelection,
    signal: AbortSignal,
  ): Promise<readonly AnswerSummary[]> {
    const entries = (
      await this.#bucket.entries(sessionId === undefined ? '>' : `${keyPart(sessionId)}.>`, signal)
    ).reverse();
    const from = before === undefined ? 0 : entries.findIndex(({ key }) => key.endsWith(`.${before}`)) + 1;
    if (before !== undefined && from === 0) return [];
    const summaries: AnswerSummary[] = [];
    for (const entry of entries.slice(from)) {
      if (summaries.length >= limit) break;
      const record = await recordOf(entry);
      if (record && (domain === undefined || record.domain === domain)) summaries.push(summaryOf(record));
    }
    return summaries;
  }

  async deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number> {
    return this.#bucket.delete(`${keyPart(sessionId)}.>`, signal);
  }
}

/** @returns null for what is no record of ours */
async function recordOf({ value }: BucketEntry): Promise<AnswerRecord | null> {
  try {
    return decodeJson(AnswerRecord, await promisify(gunzip)(value, { maxOutputLength: MAX_RECORD_BYTES }));
  } catch {
    return null;
  }
}
