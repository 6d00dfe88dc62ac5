import { CLASSIFICATION_METRICS } from '@arbiter/evaluation';
import { z } from 'zod';
import { Machine } from './describe-machine.js';
import { Latency, Share, ShareInterval } from './validation-run.js';

const Metric = z.enum(CLASSIFICATION_METRICS);

/** What `arbiter eval classify --json` prints. */
export const ClassifyRun = z.object({
  command: z.literal('eval classify'),
  /** As it was named on the command line. */
  dataset: z.string(),
  n: z.int().min(1),
  metrics: z.record(Metric, Share),
  ci95: z.record(Metric, ShareInterval),
  /** Questions by the type they are of, then by the type they were taken for. */
  confusion: z.record(z.string(), z.record(z.string(), z.int())),
  latencyMs: Latency,
  /** By who decided: rules, or a language model. */
  decidedBy: z.record(z.string(), z.int()),
  /** Questions that rules decided because the language model did not. */
  degraded: z.int(),
  config: z.object({
    /** The settings of the planner arm. */
    planner: z.record(z.string(), z.string().nullable()),
    /** Questions at the same time: latency is that of one among so many. */
    concurrency: z.int().min(1),
    versions: z.record(z.string(), z.string()),
    machine: Machine,
    /** ISO 8601. */
    measuredAt: z.string(),
  }),
});
export type ClassifyRun = z.output<typeof ClassifyRun>;
