import { gunzipSync, gzipSync } from 'node:zlib';
import { ArbiterError, IngestionSource } from '@arbiter/contracts';
import { z } from 'zod';
import { decodeJson, encodeJson } from '../json-value.js';
import { keyPart } from '../key-value-bucket.js';
import type { ObjectBucket } from '../object-bucket.js';
import type { JobRecord } from './job-record.js';

const Sources = z.array(IngestionSource);
/** What a job may hold, unpacked: a request of the platform's limit, and what escapes add to it. */
const MAX_CONTENT_BYTES = 256 * 1_024 * 1_024;

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
