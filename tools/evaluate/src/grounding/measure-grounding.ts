import { basename } from 'node:path';
import {
  EVALUATION_SEED,
  Latency,
  mapBounded,
  Share,
  ShareInterval,
  ValidationSurroundings,
  type SupportChecker,
  type NonEmpty,
  naming,
  mutableIntervals,
  latencyOf,
} from '@arbiter/cli';
import { seededRandom, type Decision } from '@arbiter/evaluation';
import { z } from 'zod';
import { accuracyAfterCalibration } from './accuracy-after-calibration.js';
import type { GroundingPair } from './summarise-grounding.js';
import { GROUNDING_METRICS, summariseGrounding } from './summarise-grounding.js';

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

/** Figures without one feature. */
const Ablation = z.object({ feature: z.string(), balancedAccuracy: Share, auroc: Share });
export type Ablation = z.output<typeof Ablation>;

/** Output of `arbiter eval grounding --json`. Figures on top are means over sets; with one set they are its own. */
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

/** Draws of the few labels that are calibrated on. */
const CALIBRATION_DRAWS = 20;

/** A file of labelled pairs. */
export interface PairFile {
  /** As it was named. */
  readonly name: string;
  readonly pairs: NonEmpty<GroundingPair>;
}

export interface GroundingPlan {
  readonly concurrency: number;
  /** Labelled pairs to calibrate on; null: nothing is calibrated. */
  readonly calibrate: number | null;
  /** Told after each pair. */
  readonly onPair: (settled: number) => void;
}

/** One pair, decided. */
export interface PairDecision extends Decision {
  readonly id: string;
  readonly claims: number;
  readonly latencyMs: number;
}

export interface MeasuredPairs {
  readonly set: GroundingSet;
  readonly decisions: readonly PairDecision[];
}

/**
 * Asks about every pair of a file whether its evidence supports its claim, and compares the decisions with the labels.
 *
 * @throws ArbiterError of the operation, naming file and pair
 */
export async function measurePairs(
  { name, pairs }: PairFile,
  check: SupportChecker,
  { concurrency, calibrate, onPair }: GroundingPlan,
): Promise<MeasuredPairs> {
  const decide = async ({ id, claim, evidence, supported }: GroundingPair): Promise<PairDecision> => {
    const sources = [{ document: 'evidence', content: evidence }];
    const reading = await check({ answer: claim, sources }).catch(naming(`${basename(name)}, pair ${id}`));
    const { score, supported: predicted, claims, latencyMs } = reading;
    return { id, score, predicted, actual: supported, claims, latencyMs };
  };
  const decisions = await mapBounded(pairs, concurrency, decide, onPair);
  return { set: setOf(name, decisions, calibrate), decisions };
}

function setOf(name: string, decisions: readonly PairDecision[], labels: number | null): GroundingSet {
  const { n, metrics, ci95, reliability, roc } = summariseGrounding(decisions, seededRandom(EVALUATION_SEED));
  return {
    dataset: name,
    n,
    supported: decisions.filter(({ actual }) => actual).length,
    nothingToVerify: decisions.filter(({ claims }) => claims === 0).length,
    metrics,
    ci95: mutableIntervals(ci95),
    latencyMs: latencyOf(decisions),
    calibrated: labels === null ? null : calibrated(decisions, labels),
    reliability: [...reliability],
    roc: [...roc],
  };
}

function calibrated(decisions: readonly Decision[], labels: number): GroundingSet['calibrated'] {
  const few = { labels, draws: CALIBRATION_DRAWS, random: seededRandom(EVALUATION_SEED) };
  return { labels, draws: CALIBRATION_DRAWS, balancedAccuracy: accuracyAfterCalibration(decisions, few) };
}
