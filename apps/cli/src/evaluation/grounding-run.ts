import { GROUNDING_METRICS } from '@arbiter/evaluation';
import { z } from 'zod';
import { Latency, Share, ShareInterval, ValidationSurroundings } from './validation-run.js';

const Metric = z.enum(GROUNDING_METRICS);
const Metrics = z.record(Metric, Share);
const Intervals = z.record(Metric, ShareInterval);

/** One set of pairs. */
const GroundingSet = z.object({
  /** As it was named on the command line. */
  dataset: z.string(),
  n: z.int().min(1),
  /** Pairs whose evidence supports the claim. */
  supported: z.int().min(0),
  /** Claims that hold nothing to verify, such as questions: they count as not supported, with score 0. */
  nothingToVerify: z.int().min(0),
  metrics: Metrics,
  ci95: Intervals,
  latencyMs: Latency,
  /** With `--calibrate`: balanced accuracy on the other pairs after calibrating on a few, mean over draws. */
  calibrated: z.object({ labels: z.int(), draws: z.int(), balancedAccuracy: Share }).nullable(),
  reliability: z.array(
    z.object({
      low: z.number(),
      high: z.number(),
      count: z.number(),
      meanProbability: z.number(),
      observed: z.number(),
    }),
  ),
  roc: z.array(z.object({ falsePositiveRate: z.number(), truePositiveRate: z.number() })),
});
export type GroundingSet = z.output<typeof GroundingSet>;

/** What the figures are without one feature. */
const Ablation = z.object({ feature: z.string(), balancedAccuracy: Share, auroc: Share });
export type Ablation = z.output<typeof Ablation>;

/** What `arbiter eval grounding --json` prints. Figures on top are means over sets; with one set they are its own. */
export const GroundingRun = z.object({
  command: z.literal('eval grounding'),
  dataset: z.string(),
  n: z.int().min(1),
  metrics: Metrics,
  ci95: Intervals,
  latencyMs: Latency,
  calibrated: GroundingSet.shape.calibrated,
  sets: z.array(GroundingSet).min(1),
  /** With `--ablate`: the means over sets when a feature counts as on average, whatever it says. */
  ablations: z.array(Ablation).optional(),
  config: ValidationSurroundings.extend({
    /** Pairs taken of each file at the most; null: all. */
    limit: z.int().nullable(),
    seed: z.int(),
  }),
});
export type GroundingRun = z.output<typeof GroundingRun>;
