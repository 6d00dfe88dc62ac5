import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
import { CollectionName, Metadata } from '../passage.js';

export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export const JobState = z.enum(JOB_STATES);
export type JobState = z.output<typeof JobState>;

export const IngestionSource = z.discriminatedUnion('kind', [
  /** A file or folder on the worker's disk. A document of the folder that has gone since the last time is deleted. */
  z.strictObject({ kind: z.literal('path'), path: z.string().min(1).max(4_096) }),
  /** A document sent along; `name` is its source and, by its ending, its format. */
  z.strictObject({
    kind: z.literal('inline'),
    name: z.string().min(1).max(1_024),
    content: z.string().max(8_000_000),
    /** Extra: what the document is called, "" for nothing at all. Absent: what its text says, else its name. */
    title: z.string().trim().max(1_024).optional(),
    /** Kept with every passage, for filters; before what the document says of itself. */
    metadata: Metadata.default({}),
  }),
]);
export type IngestionSource = z.output<typeof IngestionSource>;

/** Stages of one document, in order; a failure names the one it happened in. */
export const INGESTION_STAGES = ['load', 'parse', 'chunk', 'embed', 'index', 'store'] as const;
export const IngestionStage = z.enum(INGESTION_STAGES);
export type IngestionStage = z.output<typeof IngestionStage>;

export const IngestionCounts = z.strictObject({
  /** Documents found so far. */
  found: z.int().min(0),
  added: z.int().min(0),
  changed: z.int().min(0),
  unchanged: z.int().min(0),
  deleted: z.int().min(0),
  failed: z.int().min(0),
  /** Files of no known format. */
  skipped: z.int().min(0),
  /** Chunks embedded and indexed by this job. */
  chunks: z.int().min(0),
  /** Bytes read. */
  bytes: z.int().min(0),
});
export type IngestionCounts = z.output<typeof IngestionCounts>;

export const NO_COUNTS: IngestionCounts = Object.freeze({
  found: 0,
  added: 0,
  changed: 0,
  unchanged: 0,
  deleted: 0,
  failed: 0,
  skipped: 0,
  chunks: 0,
  bytes: 0,
});

export const IngestionFailure = z.strictObject({
  source: z.string(),
  stage: IngestionStage,
  /** One sentence that says what to do. */
  reason: z.string(),
});
export type IngestionFailure = z.output<typeof IngestionFailure>;

export const IngestionJob = z.strictObject({
  id: z.string().min(1),
  collection: CollectionName,
  sources: z.array(IngestionSource).min(1),
  /** As it was submitted; absent when the collection's own language holds. */
  language: LanguageTag.optional(),
  state: JobState,
  /** Times the job was started; above 1 after a worker died. */
  attempts: z.int().min(0),
  counts: IngestionCounts,
  /** At most the first 1,000; `counts.failed` has them all. */
  failures: z.array(IngestionFailure),
  /** Why the job as a whole failed. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type IngestionJob = z.output<typeof IngestionJob>;
