import { RETRIEVAL_METRICS } from '@arbiter/evaluation';
import { z } from 'zod';
import { Machine } from './describe-machine.js';

const Percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() });
const Metric = z.enum(RETRIEVAL_METRICS);
const Counts = z.record(z.string(), z.number());

/**
 * What `arbiter eval retrieval --json` prints, and what reports are made of. By method are `metrics`, `ci95` and
 * `latencyMs.methods`; `default` among them is what a search that names no method gives.
 */
export const RetrievalRun = z.object({
  command: z.literal('eval retrieval'),
  /** As it was named on the command line. */
  dataset: z.string(),
  split: z.string(),
  /** Queries. */
  n: z.int().min(1),
  /** Means over queries, as fractions of 1. */
  metrics: z.record(z.string(), z.record(Metric, z.number())),
  ci95: z.record(z.string(), z.record(Metric, z.tuple([z.number(), z.number()]))),
  /** Around the operation, one search at a time. Flat: those of the default. */
  latencyMs: Percentiles.extend({ methods: z.record(z.string(), Percentiles) }),
  /** Paired randomisation tests, two-sided; `difference` is that of `a` less that of `b`. */
  significance: z.array(
    z.object({ metric: Metric, a: z.string(), b: z.string(), difference: z.number(), pValue: z.number() }),
  ),
  /** What the set holds, and what of it was left out. */
  counts: Counts,
  /**
   * By method: documents that its rankings hold, on average and at least; of the first ten, how many share their score
   * with the next, on average; and queries that an index did not answer.
   */
  depth: z.record(
    z.string(),
    z.object({
      meanDocuments: z.number(),
      leastDocuments: z.number(),
      tiedInFirstTen: z.number(),
      degradedQueries: z.number(),
    }),
  ),
  config: z.object({
    /** What each method's requests hold besides the query. */
    methods: z.record(z.string(), z.record(z.string(), z.unknown())),
    search: z.record(z.string(), z.unknown()),
    /** The settings of the retriever arm. */
    retriever: z.record(z.string(), z.string().nullable()),
    collections: z.array(z.record(z.string(), z.unknown())),
    versions: z.record(z.string(), z.string()),
    machine: Machine,
    /** ISO 8601. */
    measuredAt: z.string(),
  }),
});
export type RetrievalRun = z.output<typeof RetrievalRun>;
