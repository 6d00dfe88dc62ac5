import { z } from 'zod';
import { LanguageTag } from '../language-tag.js';
import { CollectionName } from '../passage.js';
import { IngestionSource } from './ingestion-source.js';

/**
 * `completed_with_errors`: some documents failed, the rest is stored. `failed`: the job as a whole could not be done.
 * `dead_lettered`: its workers died again and again without storing anything new; it is not started any more.
 */
export const JOB_STATES = [
  'queued',
  'running',
  'succeeded',
  'completed_with_errors',
  'failed',
  'cancelled',
  'dead_lettered',
] as const;
export const JobState = z.enum(JOB_STATES);
export type JobState = z.output<typeof JobState>;

/** Who a job is for, where jobs of several share workers: they take turns. */
export const Tenant = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" and "-"');
export type Tenant = z.output<typeof Tenant>;
export const DEFAULT_TENANT: Tenant = 'default';

/** What one start of a job may spend on models, in the currency of the worker's price table. */
export const MaxCost = z.number().min(0).max(1_000_000);

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
  /** Extra: documents that were found at another place than before, with the same bytes; neither added nor deleted. */
  moved: z.int().min(0).default(0),
  failed: z.int().min(0),
  /** Files of no known format. */
  skipped: z.int().min(0),
  /** Chunks indexed by this job. */
  chunks: z.int().min(0),
  /** Extra: chunks among them that a model embedded; the other ones' embeddings were known. */
  embedded: z.int().min(0).default(0),
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
  moved: 0,
  failed: 0,
  skipped: 0,
  chunks: 0,
  embedded: 0,
  bytes: 0,
});

export const IngestionFailure = z.strictObject({
  source: z.string(),
  stage: IngestionStage,
  /** One sentence that says what to do. */
  reason: z.string(),
});
export type IngestionFailure = z.output<typeof IngestionFailure>;

/** What could not be read of a document or site that was: a scanned page, a broken chapter, pages beyond a limit. */
export const IngestionWarning = z.strictObject({
  source: z.string(),
  /** One sentence. */
  warning: z.string(),
});
export type IngestionWarning = z.output<typeof IngestionWarning>;

/** The rebuilding of a collection's indexes from the documents that are stored. */
export const Reindexing = z.strictObject({
  /** What turns the texts into vectors from then on; absent: the worker's own. */
  embeddingModel: z.string().min(1).max(200).optional(),
});
export type Reindexing = z.output<typeof Reindexing>;

export const IngestionJob = z.strictObject({
  id: z.string().min(1),
  collection: CollectionName,
  tenant: Tenant.default(DEFAULT_TENANT),
  /** Empty for a job that reads no source. What is sent along with a job is not told again: its `content` is "". */
  sources: z.array(IngestionSource),
  /** Extra: present for a job that rebuilds the indexes instead of reading sources; `changed` counts documents rebuilt. */
  reindex: Reindexing.optional(),
  /** As it was submitted; absent when the collection's own language holds. */
  language: LanguageTag.optional(),
  /** Extra: what it may spend on models, as it was submitted. */
  maxCost: MaxCost.optional(),
  state: JobState,
  /** Times the job was started; above 1 after its worker died or was stopped, and after a retry. */
  attempts: z.int().min(0),
  counts: IngestionCounts,
  /** At most the first 1,000; `counts.failed` has them all. */
  failures: z.array(IngestionFailure),
  /** Extra: what could not be read of documents that were; at most the first 1,000. Absent: nothing. */
  warnings: z.array(IngestionWarning).optional(),
  /** Extra: of how many a list leaves out what it has no room for; absent: all of them are there. */
  omitted: z.strictObject({ sources: z.int().min(0), failures: z.int().min(0), warnings: z.int().min(0) }).optional(),
  /** Why the job as a whole failed or was given up. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type IngestionJob = z.output<typeof IngestionJob>;
