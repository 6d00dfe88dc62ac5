import { z } from 'zod';
import { Cost } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { IngestionFailure } from './job.js';
import { SubmitRequest } from './submit-job.operations.js';

const count = z.int().min(0);

/** What there is to read of one format. */
export const FormatEstimate = z.strictObject({
  mediaType: z.string().min(1),
  documents: count,
  bytes: count,
  chunks: count,
});
export type FormatEstimate = z.output<typeof FormatEstimate>;

/** What a job would do, found out without writing anything. */
export const IngestionEstimate = z.strictObject({
  collection: CollectionName,
  /** Documents in the sources: those to read, unchanged and failed. */
  found: count,
  /** New or changed documents, which would be read, embedded and stored. */
  documents: count,
  unchanged: count,
  /** Documents of earlier jobs that have gone from their sources and would go from the collection. */
  deleted: count,
  /** Documents that cannot be read; of formats of which a sample was read, only those in the sample. */
  failed: count,
  /** Files of no known format, and what a loader leaves out. */
  skipped: count,
  /** Of the documents to read, as their sources state them. */
  bytes: count,
  /** Chunks that would be stored. */
  chunks: count,
  /** Chunks among them that the model would have to read; the embeddings of the others are known. */
  embedded: count,
  /** Tokens of the embedding model in what it would have to read, titles and headings included. */
  tokens: count,
  /** By media type, ascending. */
  formats: z.array(FormatEstimate),
  /** What was read for this; the rest is reckoned from it by size, format by format. Null: everything was read. */
  sample: z.strictObject({ documents: count, bytes: count }).nullable(),
  /** How long it would take, for one job at a time; null where nothing says how fast the model is. */
  seconds: z.number().min(0).nullable(),
  pace: z
    .strictObject({
      /** That the model reads in a second. */
      characters: z.number().gt(0),
      /** `jobs`: of the jobs of this worker, of late; `sample`: of a few texts, just now. */
      of: z.enum(['jobs', 'sample']),
    })
    .nullable(),
  /** Of the embedding model; null where it has no price. */
  cost: Cost.omit({ unpriced: true }).nullable(),
  /** At most the first 1,000; `failed` has them all. */
  failures: z.array(IngestionFailure),
  /** What is left out and why, at most the first 1,000; `skipped` has them all. */
  leftOut: z.array(z.strictObject({ source: z.string(), reason: z.string() })),
});
export type IngestionEstimate = z.output<typeof IngestionEstimate>;

/** Reading a sample of a large library takes a minute, fetching one somewhat longer. */
export const ESTIMATE_DEADLINE_MS = 600_000;

export const estimateIngestion = defineOperation({
  name: 'ingestion.estimate',
  revision: 1,
  summary: 'Say what ingesting these sources would do, take and cost, without storing anything.',
  input: SubmitRequest.omit({ tenant: true, maxCost: true }),
  output: IngestionEstimate,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'UNAVAILABLE', 'DEADLINE_EXCEEDED'],
  idempotent: true,
  deadlineMs: ESTIMATE_DEADLINE_MS,
  http: { method: 'POST', path: '/v1/jobs/estimate' },
  examples: {
    accepted: [
      { title: 'a folder', input: { collection: 'default', sources: [{ kind: 'path', path: '/notes' }] } },
      {
        title: 'an inline document',
        input: { collection: 'default', sources: [{ kind: 'inline', name: 'a.md', content: '# A' }] },
      },
    ],
    rejected: [
      { title: 'no source', input: { collection: 'default', sources: [] }, field: 'sources' },
      {
        title: 'a collection that would leave its folder',
        input: { collection: '../x', sources: [{ kind: 'path', path: 'a' }] },
        field: 'collection',
      },
    ],
  },
});
