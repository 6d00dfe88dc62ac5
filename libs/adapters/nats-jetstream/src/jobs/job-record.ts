import { IngestionJob } from '@arbiter/contracts';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { decodeJson, encodeJson } from '../json-value.js';

/** A job as it is kept; inline content is kept apart from it. */
const JobRecord = z.strictObject({
  job: IngestionJob,
  cancelRequested: z.boolean(),
  /** Workers that died over the job since it last stored something. */
  deaths: z.int().min(0),
  /** Of the message that brings the job to a worker: an older one is not for this state of it. */
  sequence: z.int().min(1),
  /** Of the first such message: the order of submission. */
  order: z.int().min(1),
  /** Whose attempt it is, and no other's; null while it is not running. */
  token: z.string().nullable(),
  /** Whether content of the job is kept apart. */
  hasContent: z.boolean(),
});
export type JobRecord = z.output<typeof JobRecord>;

/** 1,000 failures and as many sources, unpacked. */
const MAX_RECORD_BYTES = 64 * 1_024 * 1_024;

export function encodeRecord(record: JobRecord): Uint8Array {
  return gzipSync(encodeJson(record));
}

/** @returns null for what is no record of ours */
export function decodeRecord(value: Uint8Array): JobRecord | null {
  try {
    return decodeJson(JobRecord, gunzipSync(value, { maxOutputLength: MAX_RECORD_BYTES }));
  } catch {
    return null;
  }
}
