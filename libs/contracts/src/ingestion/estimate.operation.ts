import { z } from 'zod';
import { Cost } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { MACHINE_KINDS } from '../passage-origin.js';
import { CollectionName } from '../passage.js';
import { IngestionFailure, LeftOutFile } from './job.js';
import { SubmitRequest } from './submit-job.operations.js';

const count = z.int().min(0);

/** Documents of one format that a job would read. */
export const FormatEstimate = z.strictObject({
  mediaType: z.string().min(1),
  documents: count,
  bytes: count,
  chunks: count,
});
export type FormatEstimate = z.output<typeof FormatEstimate>;

/** Files that are listed of a kind of machine-made text; the counts include the others. */
export const MOST_NAMED_FILES = 5;

/** Machine-made text among the documents that a job would read. */
export const MachineMadeEstimate = z.strictObject({
  kind: z.enum(MACHINE_KINDS),
  documents: count,
  bytes: count,
  /** The largest ones among those that were read, the largest first. */
  largest: z.array(z.strictObject({ source: z.string(), bytes: count })).max(MOST_NAMED_FILES),
});
export type MachineMadeEstimate = z.output<typeof MachineMadeEstimate>;

/** The effects of a job, estimated without writing anything. */
export const IngestionEstimate = z.strictObject({
  collection: CollectionName,
  /** Documents in the sources: to read, unchanged and failed. */
  found: count,
  /** New or changed documents, which a job would read, embed and store. */
  documents: count,
  unchanged: count,
  /** Documents of earlier jobs that are missing from their sources and would be deleted. */
  deleted: count,
  /** Documents that cannot be read. For sampled formats, only failures within the sample count. */
  failed: count,
  /** Files of unknown formats, and files that a loader leaves out. */
  skipped: count,
  /** Size of the documents to read, as their sources state it. */
  bytes: count,
  /** Chunks that would be stored. */
  chunks: count,
  /** Chunks among them that the model would have to embed; the others are cached. */
  embedded: count,
  /** Tokens that the embedding model would read, including titles and headings. */
  tokens: count,
  /** By media type, ascending. */
  formats: z.array(FormatEstimate),
  /** Extra: machine-made text among the documents to read, by kind, most bytes first. Searches weigh it down. */
  machineMade: z.array(MachineMadeEstimate).default([]),
  /**
   * Size of the sample that was read. The totals are extrapolated from it by size, for each format. Null: everything was read.
   */
  sample: z.strictObject({ documents: count, bytes: count }).nullable(),
  /** Duration of the job if it runs alone; null if the pace of the model is unknown. */
  seconds: z.number().min(0).nullable(),
  pace: z
    .strictObject({
      /** Characters that the model reads per second. */
      characters: z.number().gt(0),
      /** Origin of the measurement. `jobs`: recent jobs of this worker; `sample`: a few texts, just now. */
      of: z.enum(['jobs', 'sample']),
    })
    .nullable(),
  /** Cost of the embedding model; null if it has no price. */
  cost: Cost.omit({ unpriced: true }).nullable(),
  /** At most the first 1,000; `failed` counts them all. */
  failures: z.array(IngestionFailure),
  /** Files left out, with reasons; at most the first 1,000. `skipped` counts them all. */
  leftOut: z.array(LeftOutFile),
});
export type IngestionEstimate = z.output<typeof IngestionEstimate>;

/** Reading a sample of a large library takes a minute; fetching sources takes longer. */
export const ESTIMATE_DEADLINE_MS = 600_000;

export const estimateIngestion = defineOperation({
  name: 'ingestion.estimate',
  summary: 'Say what ingesting these sources would do, take and cost, without storing anything.',
  input: SubmitRequest.omit({ tenant: true, maxCost: true }),
  output: IngestionEstimate,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'],
  role: 'editor',
  idempotent: true,
  deadlineMs: ESTIMATE_DEADLINE_MS,
  http: { method: 'POST', path: '/v1/jobs/estimate' },
  examples: {
    'a folder': { collection: 'default', sources: [{ kind: 'path', path: '/notes' }] },
    'an inline document': { collection: 'default', sources: [{ kind: 'inline', name: 'a.md', content: '# A' }] },
  },
});
