import {
  auroc,
  balancedAccuracy,
  expectedCalibrationError,
  f1,
  mapRecord,
  mean,
  reliabilityTable,
  stratifiedBootstrapInterval,
  summariseMetrics,
  type Decision,
  type MetricSummary,
  type NamedMetrics,
  type RandomSource,
  type ReliabilityBin,
} from '@arbiter/evaluation';
import { z } from 'zod';

/** A line of a grounding set: a claim, its evidence, and whether the evidence supports it. Unknown fields are ignored. */
export const GroundingPair = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  claim: z.string().trim().min(1),
  /** May be empty: nothing supports a claim then. */
  evidence: z.string(),
  supported: z.boolean(),
});
export type GroundingPair = z.output<typeof GroundingPair>;

export const GROUNDING_METRICS = ['balancedAccuracy', 'auroc', 'f1', 'ece'] as const;
export type GroundingMetric = (typeof GROUNDING_METRICS)[number];

/** Fractions of 1. */
export interface GroundingSummary extends MetricSummary<GroundingMetric> {
  /** Ten bins of equal width, the empty ones left out. */
  readonly reliability: readonly ReliabilityBin[];
  readonly roc: readonly RocPoint[];
}

const METRICS: NamedMetrics<Decision, GroundingMetric> = {
  balancedAccuracy,
  auroc,
  f1,
  ece: (decisions) => expectedCalibrationError(decisions.map(asForecast), { binning: 'equal-width' }),
};

/**
 * Metrics of decisions about support, with their intervals.
 *
 * @param decisions `score`: probability of support, 0–1; `predicted`: what the system decided by its own threshold
 * @param random for the resamples
 */
export function summariseGrounding(decisions: readonly Decision[], random: RandomSource): GroundingSummary {
  return {
    ...summariseMetrics(decisions, METRICS, random),
    reliability: reliabilityTable(decisions.map(asForecast), { binning: 'equal-width' }),
    roc: rocCurve(decisions),
  };
}

/**
 * The mean of each metric over sets, every set counting the same, with intervals for other pairs of the same sets: each
 * resample draws from every set as many pairs as it has.
 *
 * @throws RangeError without sets
 */
export function meanOverSets(
  sets: readonly (readonly Decision[])[],
  random: RandomSource,
): Pick<GroundingSummary, 'metrics' | 'ci95'> {
  if (sets.length === 0) throw new RangeError('there is no mean over no sets');
  const over = (metric: (typeof METRICS)[GroundingMetric], samples: readonly (readonly Decision[])[]): number | null =>
    mean(samples.flatMap((sample) => metric(sample) ?? []));
  return {
    metrics: mapRecord(METRICS, (metric) => over(metric, sets)),
    ci95: mapRecord(METRICS, (metric) =>
      stratifiedBootstrapInterval(sets, (samples) => over(metric, samples), { random }),
    ),
  };
}

function asForecast({ score, actual }: Decision) {
  return { probability: score, actual };
}

/** A point of the ROC curve: what is let through, of what should not be and of what should, at some threshold. */
export interface RocPoint {
  /** Shares of the actual no and of the actual yes that score at or above the threshold, 0–1. */
  readonly falsePositiveRate: number;
  readonly truePositiveRate: number;
}

/**
 * The ROC curve from (0, 0) to (1, 1): a point for each different score, highest first (Fawcett, Pattern Recognition
 * Letters 2006, algorithm 1).
 *
 * @param points the most to return, ≥ 2; a longer curve is thinned evenly, its ends kept
 * @returns nothing when either side does not occur
 */
export function rocCurve(decisions: readonly Pick<Decision, 'score' | 'actual'>[], points = 101): RocPoint[] {
  const sorted = [...decisions].sort((a, b) => b.score - a.score);
  const positives = sorted.filter(({ actual }) => actual).length;
  const negatives = sorted.length - positives;
  if (positives === 0 || negatives === 0) return [];
  const curve: RocPoint[] = [{ falsePositiveRate: 0, truePositiveRate: 0 }];
  let [right, wrong] = [0, 0];
  sorted.forEach(({ score, actual }, index) => {
    if (actual) right += 1;
    else wrong += 1;
    if (score === sorted[index + 1]?.score) return;
    curve.push({ falsePositiveRate: wrong / negatives, truePositiveRate: right / positives });
  });
  return thinned(curve, points);
}

function thinned<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items];
  const step = (items.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  );
}
