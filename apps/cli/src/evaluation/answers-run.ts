import { z } from 'zod';
import { Machine } from './describe-machine.js';
import { Latency, Share, ShareInterval } from './validation-run.js';

export const ANSWER_METRICS = [
  'correct',
  'wrong',
  'wronglyDeclined',
  'declined',
  'wronglyAnswered',
  'citationPrecision',
  'unsupportedClaims',
  'answersWithUnsupportedClaim',
] as const;
const Metric = z.enum(ANSWER_METRICS);

/** What reports read of what `arbiter eval answers --json` prints. */
export const AnswersRun = z.object({
  command: z.literal('eval answers'),
  dataset: z.string(),
  n: z.int().min(1),
  metrics: z.record(Metric, Share),
  ci95: z.record(Metric, ShareInterval),
  latencyMs: Latency,
  config: z.looseObject({
    part: z.string(),
    types: z.array(z.string()).nullable(),
    without: z.array(z.string()),
    versions: z.record(z.string(), z.string()),
    machine: Machine.omit({ platform: true }),
    measuredAt: z.string(),
  }),
});
export type AnswersRun = z.output<typeof AnswersRun>;
