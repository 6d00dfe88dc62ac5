import { MULTI_HOP_METRICS } from '@arbiter/evaluation';
import { z } from 'zod';
import { Machine } from './describe-machine.js';
import { Latency, Share, ShareInterval } from './validation-run.js';

/** `single`: one plain hybrid search, and the answer of mode `fast`. `planned`: what the pipeline does of itself. */
export const MULTIHOP_METHODS = ['single', 'planned'] as const;

const Method = z.enum(MULTIHOP_METHODS);
const Shares = z.record(z.enum(MULTI_HOP_METRICS), Share);
const Intervals = z.record(z.enum(MULTI_HOP_METRICS), ShareInterval);

/** What `arbiter eval multihop --json` prints. */
export const MultihopRun = z.object({
  command: z.literal('eval multihop'),
  /** As it was named on the command line. */
  dataset: z.string(),
  n: z.int().min(1),
  metrics: z.record(Method, Shares),
  ci95: z.record(Method, Intervals),
  /** `planned` less `single`, question by question, from –1 to 1. */
  gain: z.object({ metrics: Shares, ci95: Intervals }),
  /** Whole answers of the pipeline; `retrieval` is its part that searches, `single` the one search. */
  latencyMs: Latency.extend({ retrieval: Latency, single: Latency }),
  /** Queries that an index or an arm did not answer in full. */
  degraded: z.int(),
  config: z.object({
    /** Questions at the same time: latency is that of one among so many. */
    concurrency: z.int().min(1),
    search: z.record(z.string(), z.unknown()),
    retriever: z.record(z.string(), z.string().nullable()),
    versions: z.record(z.string(), z.string()),
    machine: Machine,
    /** ISO 8601. */
    measuredAt: z.string(),
  }),
});
export type MultihopRun = z.output<typeof MultihopRun>;
