import { VALIDATION_METRICS } from '@arbiter/evaluation';
import { z } from 'zod';
import { Latency, Share, ShareInterval, ValidationSurroundings } from './validation-run.js';

const Metric = z.enum(VALIDATION_METRICS);

/** What `arbiter eval validation --json` prints. */
export const LabelledRun = z.object({
  command: z.literal('eval validation'),
  /** As it was named on the command line. */
  dataset: z.string(),
  n: z.int().min(1),
  metrics: z.record(Metric, Share),
  ci95: z.record(Metric, ShareInterval),
  confusion: z.object({
    shown: z.int(),
    wronglyRejected: z.int(),
    wronglyAccepted: z.int(),
    rejected: z.int(),
  }),
  /** By kind of answer: how many, and how many were decided as their label says. */
  kinds: z.record(z.string(), z.object({ n: z.int(), right: z.int() })),
  latencyMs: Latency,
  config: ValidationSurroundings,
});
export type LabelledRun = z.output<typeof LabelledRun>;
