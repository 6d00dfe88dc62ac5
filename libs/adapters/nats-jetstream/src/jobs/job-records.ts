import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ArbiterError, IngestionJob, IngestionSource } from '@arbiter/contracts';
import { hasEnded, jobKey, type NewJob } from '@arbiter/ports';
import { z } from 'zod';
import { decodeJson, encodeJson } from '../call-jetstream.js';
import { keyPart, type KeyValueBucket } from '../key-value-bucket.js';
import type { ObjectBucket } from '../object-bucket.js';

/** 1,000 failures and as many sources, unpacked. */
const MAX_RECORD_BYTES = 64 * 1_024 * 1_024;

/** What a job may hold, unpacked: a request of the platform's limit, and what escapes add to it. */
const MAX_CONTENT_BYTES = 256 * 1_024 * 1_024;

const JobId = z.string();

/**
 * Jobs in a key-value bucket, which every process can read: `job.<id>` is a record, `equal.<hash>` the last job of its
 * kind, `writer.<collection>` the job that writes to a collection, or was the last to.
 */
export class JobRecords {
  constructor(private readonly bucket: KeyValueBucket) {}

  async get(jobId: string, signal: AbortSignal): Promise<JobRecord | null> {
    const entry = await this.bucket.last(`job.${keyPart(jobId)}`, signal);
    return entry && decodeRecord(entry.value);
  }

  /** @throws ArbiterError NOT_FOUND */
  async known(jobId: string, signal: AbortSignal): Promise<JobRecord> {
    const record = /^[\w-]+$/.test(jobId) ? await this.get(jobId, signal) : null;
    if (!record) throw new ArbiterError('NOT_FOUND', `There is no job "${jobId}".`, { details: { jobId } });
    return record;
  }

  /** In order of submission. */
  async all(signal: AbortSignal): Promise<JobRecord[]> {
    const entries = await this.bucket.entries('job.>', signal);
    return entries.flatMap(({ value }) => decodeRecord(value) ?? []).sort((a, b) => a.order - b.order);
  }

  /** @throws ArbiterError CONFLICT when there is a job of that id */
  async create(record: JobRecord, signal: AbortSignal): Promise<void> {
    try {
      await this.bucket.create(`job.${keyPart(record.job.id)}`, encodeRecord(record), signal);
    } catch (error) {
      if (error instanceof ArbiterError && error.code === 'CONFLICT') throw existing(record.job.id);
      throw error;
    }
  }

  /**
   * Changes a record, and repeats that until no other writer came between.
   *
   * @param change may throw, and leaves the record alone by giving back the one that it was given
   * @throws ArbiterError NOT_FOUND
   */
  async change(jobId: string, change: (record: JobRecord) => JobRecord, signal: AbortSignal): Promise<JobRecord> {
    await this.known(jobId, signal);
    const last: { record?: JobRecord } = {};
    await this.bucket.update(
      `job.${keyPart(jobId)}`,
      (entry) => {
        const record = entry && decodeRecord(entry.value);
        if (!record) throw new ArbiterError('NOT_FOUND', `There is no job "${jobId}".`, { details: { jobId } });
        last.record = change(record);
        return last.record === record ? null : encodeRecord(last.record);
      },
      signal,
    );
    if (!last.record) throw new ArbiterError('INTERNAL', 'A change of a job has not run.');
    return last.record;
  }

  async delete(jobId: string, signal: AbortSignal): Promise<void> {
    await this.bucket.delete(`job.${keyPart(jobId)}`, signal);
  }

  /** The job that is queued already and asks for the same. */
  async equalTo(job: NewJob, signal: AbortSignal): Promise<IngestionJob | null> {
    const entry = await this.bucket.last(equalKey(job), signal);
    const id = entry && decodeJson(JobId, entry.value);
    const record = id === null ? null : await this.get(id, signal);
    return record?.job.state === 'queued' ? record.job : null;
  }

  async rememberEqual(job: NewJob, signal: AbortSignal): Promise<void> {
    await this.bucket.update(equalKey(job), () => encodeJson(job.id), signal);
  }

  async forgetEqual(job: NewJob, signal: AbortSignal): Promise<void> {
    await this.bucket.delete(equalKey(job), signal);
  }

  /**
   * Makes a job the only writer of its collection. The right is not given back: it ends with the job.
   *
   * @returns false while another job is running there
   */
  async takeCollection({ id, collection }: IngestionJob, signal: AbortSignal): Promise<boolean> {
    const key = `writer.${Buffer.from(collection).toString('base64url')}`;
    const entry = await this.bucket.last(key, signal);
    const holder = entry && decodeJson(JobId, entry.value);
    if (holder !== null && holder !== id && (await this.get(holder, signal))?.job.state === 'running') return false;
    try {
      await this.bucket.replace(key, encodeJson(id), entry?.revision ?? 0, signal);
      return true;
    } catch (error) {
      if (error instanceof ArbiterError && error.code === 'CONFLICT') return false;
      throw error;
    }
  }

  /** Forgets the jobs that ended first. @returns those that were forgotten */
  async forgetEnded(kept: number, signal: AbortSignal): Promise<readonly IngestionJob[]> {
    const ended = (await this.all(signal)).map(({ job }) => job).filter(hasEnded);
    const forgotten = ended
      .sort((a, b) => ((a.finishedAt ?? '') < (b.finishedAt ?? '') ? -1 : 1))
      .slice(0, Math.max(0, ended.length - kept));
    for (const { id } of forgotten) await this.delete(id, signal);
    return forgotten;
  }
}

export function existing(jobId: string): ArbiterError {
  return new ArbiterError('CONFLICT', `There is a job "${jobId}" already.`, { details: { jobId } });
}

function equalKey(job: NewJob): string {
  return `equal.${createHash('sha256').update(jobKey(job)).digest('hex')}`;
}

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

function encodeRecord(record: JobRecord): Uint8Array {
  return gzipSync(encodeJson(record));
}

/** @returns null for what is no record of ours */
function decodeRecord(value: Uint8Array): JobRecord | null {
  try {
    return decodeJson(JobRecord, gunzipSync(value, { maxOutputLength: MAX_RECORD_BYTES }));
  } catch {
    return null;
  }
}

const Sources = z.array(IngestionSource);

/** The sources of jobs that were given documents as content, as objects: a record is one message, and they are not. */
export class JobContents {
  constructor(private readonly bucket: ObjectBucket) {}

  /** @returns whether there was anything to keep */
  async keep(jobId: string, sources: readonly IngestionSource[], signal: AbortSignal): Promise<boolean> {
    if (!sources.some(({ kind }) => kind === 'inline')) return false;
    await this.bucket.put(keyPart(jobId), gzipSync(encodeJson(sources)), signal);
    return true;
  }

  /** @throws ArbiterError UNAVAILABLE when they are gone */
  async of({ job, hasContent }: JobRecord, signal: AbortSignal): Promise<IngestionSource[]> {
    if (!hasContent) return job.sources;
    const packed = await this.bucket.get(keyPart(job.id), signal);
    const sources = packed && decodeJson(Sources, gunzipSync(packed, { maxOutputLength: MAX_CONTENT_BYTES }));
    if (sources) return sources;
    throw new ArbiterError('UNAVAILABLE', `The documents of job "${job.id}" are gone: cancel it and submit them anew.`);
  }

  async forget({ job, hasContent }: JobRecord, signal: AbortSignal): Promise<void> {
    if (hasContent) await this.bucket.delete(keyPart(job.id), signal);
  }
}
