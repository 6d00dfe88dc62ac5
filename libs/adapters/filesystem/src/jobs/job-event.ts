import {
  IngestionCounts,
  IngestionFailure,
  IngestionJob,
  IngestionSource,
  IngestionWarning,
  LanguageTag,
  MaxCost,
  Reindexing,
  Tenant,
} from '@arbiter/contracts';
import { z } from 'zod';

/** A line of the job log. `at` is an RFC 3339 time. */
export const JobEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('submitted'),
    at: z.string(),
    job: z.object({
      id: z.string().min(1),
      collection: z.string().min(1),
      sources: z.array(IngestionSource),
      reindex: Reindexing.optional(),
      language: LanguageTag.optional(),
      maxCost: MaxCost.optional(),
      tenant: Tenant.optional(),
    }),
  }),
  z.object({ type: z.literal('claimed'), at: z.string(), id: z.string(), worker: z.string() }),
  z.object({ type: z.literal('cancelRequested'), at: z.string(), id: z.string() }),
  /** The first time that an attempt stores something after workers had died over the job. */
  z.object({ type: z.literal('gotFurther'), at: z.string(), id: z.string() }),
  z.object({ type: z.literal('released'), at: z.string(), id: z.string() }),
  z.object({ type: z.literal('retried'), at: z.string(), id: z.string() }),
  z.object({
    type: z.literal('ended'),
    at: z.string(),
    id: z.string(),
    state: z.enum(['succeeded', 'completed_with_errors', 'failed', 'cancelled', 'dead_lettered']),
    error: z.string().nullable(),
    counts: IngestionCounts,
    failures: z.array(IngestionFailure),
    warnings: z.array(IngestionWarning).optional(),
  }),
  /** A whole job, as compaction writes it in place of all its earlier events. */
  z.object({
    type: z.literal('snapshot'),
    job: IngestionJob,
    cancelRequested: z.boolean(),
    deaths: z.int().min(0).default(0),
  }),
]);
export type JobEvent = z.output<typeof JobEvent>;
