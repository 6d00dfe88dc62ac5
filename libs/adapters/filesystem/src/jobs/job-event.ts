import { IngestionCounts, IngestionFailure, IngestionJob, IngestionSource, LanguageTag } from '@arbiter/contracts';
import { z } from 'zod';

/** A line of the job log. `at` is an RFC 3339 time. */
export const JobEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('submitted'),
    at: z.string(),
    job: z.object({
      id: z.string().min(1),
      collection: z.string().min(1),
      sources: z.array(IngestionSource).min(1),
      language: LanguageTag.optional(),
    }),
  }),
  z.object({ type: z.literal('claimed'), at: z.string(), id: z.string(), worker: z.string() }),
  z.object({ type: z.literal('cancelRequested'), at: z.string(), id: z.string() }),
  z.object({
    type: z.literal('ended'),
    at: z.string(),
    id: z.string(),
    state: z.enum(['succeeded', 'failed', 'cancelled']),
    error: z.string().nullable(),
    counts: IngestionCounts,
    failures: z.array(IngestionFailure),
  }),
  /** A whole job, as compaction writes it in place of all its earlier events. */
  z.object({ type: z.literal('snapshot'), job: IngestionJob, cancelRequested: z.boolean() }),
]);
export type JobEvent = z.output<typeof JobEvent>;
