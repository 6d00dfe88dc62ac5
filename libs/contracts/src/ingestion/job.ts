import { z } from 'zod';
import { Tenant } from '../access/principal.js';
import { LanguageTag } from '../language-tag.js';
import { CollectionName } from '../passage.js';
import { IngestionSource } from './ingestion-source.js';

/**
 * `completed_with_errors`: some documents failed, the others are stored. `failed`: the whole job failed. `dead_lettered`: its
 * workers died repeatedly without storing anything new; it is not started again.
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

/** Of jobs that name none. Tenants that share workers take turns. */
export const DEFAULT_TENANT: Tenant = 'default';

/** Most that one start of a job may spend on models, in the currency of the worker's price table. */
export const MaxCost = z.number().min(0).max(1_000_000);

/** Stages of one document, in order; a failure names its stage. */
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
  /** Extra: documents found at another location with the same bytes; neither added nor deleted. */
  moved: z.int().min(0).default(0),
  failed: z.int().min(0),
  /** Files of unknown formats, and files and folders that a loader leaves out, such as hidden ones. */
  skipped: z.int().min(0),
  /** Chunks indexed by this job. */
  chunks: z.int().min(0),
  /** Extra: chunks that a model embedded, counted as it goes on, before they are indexed; the others were cached. */
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
  /** One sentence with a remedy. */
  reason: z.string(),
});
export type IngestionFailure = z.output<typeof IngestionFailure>;

/** A part of an ingested document or site that could not be read: a scanned page, a broken chapter, pages beyond a limit. */
export const IngestionWarning = z.strictObject({
  source: z.string(),
  /** One sentence. */
  warning: z.string(),
});
export type IngestionWarning = z.output<typeof IngestionWarning>;

/** A file that a job left out, or a folder with all that it holds: its source then ends in `/`. */
export const LeftOutFile = z.strictObject({
  source: z.string(),
  /** One sentence. */
  reason: z.string(),
});
export type LeftOutFile = z.output<typeof LeftOutFile>;

/** A rebuild of a collection's indexes from its stored documents. */
export const Reindexing = z.strictObject({
  /** Embedding model from then on; absent: the worker's own. */
  embeddingModel: z.string().min(1).max(200).optional(),
});
export type Reindexing = z.output<typeof Reindexing>;

export const IngestionJob = z.strictObject({
  id: z.string().min(1),
  collection: CollectionName,
  tenant: Tenant.default(DEFAULT_TENANT),
  /** Empty for a job that reads no source. The `content` of inline documents is "". */
  sources: z.array(IngestionSource),
  /** Extra: present if the job rebuilds indexes instead of reading sources; `changed` counts rebuilt documents. */
  reindex: Reindexing.optional(),
  /** As submitted; absent: the collection's own language. */
  language: LanguageTag.optional(),
  /** Extra: most that it may spend on models, as submitted. */
  maxCost: MaxCost.optional(),
  state: JobState,
  /** Number of starts; above 1 after its worker died or was stopped, and after a retry. */
  attempts: z.int().min(0),
  counts: IngestionCounts,
  /** At most the first 1,000; `counts.failed` counts them all. */
  failures: z.array(IngestionFailure),
  /** Extra: unreadable parts of ingested documents; at most the first 1,000. Absent: none. */
  warnings: z.array(IngestionWarning).optional(),
  /** Extra: files left out, with reasons; at most the first 1,000. `counts.skipped` counts them all. Absent: none. */
  leftOut: z.array(LeftOutFile).optional(),
  /** Extra: counts of entries that a list omits for lack of space; absent: it omits none. */
  omitted: z
    .strictObject({
      sources: z.int().min(0),
      failures: z.int().min(0),
      warnings: z.int().min(0),
      leftOut: z.int().min(0).default(0),
    })
    .optional(),
  /** Why the whole job failed or was given up. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type IngestionJob = z.output<typeof IngestionJob>;
