import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { IngestionCounts, IngestionFailure, IngestionJob, JobState } from './job.js';

const JobId = z.strictObject({ jobId: z.string().min(1).max(128) });

export const getJob = defineOperation({
  name: 'ingestion.status',
  summary: 'Say how an ingestion job stands.',
  input: JobId,
  output: IngestionJob,
  errors: ['NOT_FOUND'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/jobs/{jobId}' },
  mcp: { tool: 'ingestion-status' },
  examples: { 'an id': { jobId: 'job-1' } },
});

export const listJobs = defineOperation({
  name: 'ingestion.list',
  summary: 'List ingestion jobs, newest first, in pages.',
  input: z.strictObject({
    collection: CollectionName.optional(),
    state: JobState.optional(),
    /** A page may be shorter: see `next`. */
    limit: z.coerce.number().int().min(1).max(1_000).default(100),
    /** Extra: the `next` of the previous page. */
    before: z.string().min(1).max(128).optional(),
  }),
  output: z.strictObject({
    /** Each with its first few sources, failures and warnings; sources lack their metadata. `omitted` counts the others. */
    jobs: z.array(IngestionJob),
    /** Extra: `before` of the next page; null on the last page. */
    next: z.string().nullable(),
  }),
  role: 'editor',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/jobs' },
  examples: { all: {}, 'the page after a job': { limit: 20, before: 'job-1' } },
});

export const cancelJob = defineOperation({
  name: 'ingestion.cancel',
  summary: 'Stop an ingestion job; stored documents stay.',
  input: JobId,
  output: IngestionJob,
  errors: ['NOT_FOUND'],
  role: 'editor',
  idempotent: true,
  http: { method: 'DELETE', path: '/v1/jobs/{jobId}' },
  examples: { 'an id': { jobId: 'job-1' } },
});

export const retryJob = defineOperation({
  name: 'ingestion.retry',
  summary:
    'Queue a job again that failed, was cancelled or given up, or left documents out. Stored documents are not read again.',
  input: JobId,
  output: IngestionJob,
  errors: ['NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  role: 'editor',
  idempotent: true,
  http: { method: 'POST', path: '/v1/jobs/{jobId}/retry', status: 202 },
  examples: { 'an id': { jobId: 'job-1' } },
});

/** Recent rates, per second. */
export const JobPace = z.strictObject({
  documents: z.number().min(0),
  chunks: z.number().min(0),
  /** Bytes read. */
  bytes: z.number().min(0),
});
export type JobPace = z.output<typeof JobPace>;

export const JobEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('progress'),
    state: JobState,
    counts: IngestionCounts,
    /** The document being worked on, null between documents. */
    current: z.string().nullable(),
    /**
     * Settled documents (added, changed, unchanged, failed, skipped) out of those found; total is null until all are listed.
     */
    settled: z.int().min(0),
    total: z.int().min(0).nullable(),
    /** Null after too few observations. */
    pace: JobPace.nullable(),
    /** Null if unknown. */
    secondsLeft: z.number().min(0).nullable(),
  }),
  z.strictObject({ type: z.literal('failure'), failure: IngestionFailure }),
]);
export type JobEvent = z.output<typeof JobEvent>;

export const watchJob = defineOperation({
  name: 'ingestion.watch',
  summary: 'Follow an ingestion job until it ends.',
  input: JobId,
  output: IngestionJob,
  events: JobEvent,
  errors: ['NOT_FOUND'],
  role: 'editor',
  idempotent: true,
  deadlineMs: 24 * 3_600_000,
  http: { method: 'GET', path: '/v1/jobs/{jobId}/events' },
  examples: { 'an id': { jobId: 'job-1' } },
});
