import { expectedCalibrationError, reliabilityTable, type ReliabilityBin } from '../metrics/calibration.js';
import { auroc, balancedAccuracy, f1, type Decision } from '../metrics/classification-metrics.js';
import { rocCurve, type RocPoint } from '../metrics/roc-curve.js';
import {
  bootstrapInterval,
  mean,
  stratifiedBootstrapInterval,
  type Interval,
  type RandomSource,
} from '../metrics/statistics.js';

export const GROUNDING_METRICS = ['balancedAccuracy', 'auroc', 'f1', 'ece'] as const;
export type GroundingMetric = (typeof GROUNDING_METRICS)[number];

/** Fractions of 1; null where the metric is not defined, because one side does not occur. */
export type GroundingMetrics = Readonly<Record<GroundingMetric, number | null>>;
/** 95 % bootstrap intervals; null where the metric is. */
export type GroundingIntervals = Readonly<Record<GroundingMetric, Interval | null>>;

export interface GroundingSummary {
  readonly n: number;
  readonly metrics: GroundingMetrics;
  readonly ci95: GroundingIntervals;
  /** Ten bins of equal width, the empty ones left out. */
  readonly reliability: readonly ReliabilityBin[];
  readonly roc: readonly RocPoint[];
}

const METRICS: Readonly<Record<GroundingMetric, (decisions: readonly Decision[]) => number | null>> = {
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
    n: decisions.length,
    metrics: metricsOf(decisions),
    ci95: byMetric((name) => bootstrapInterval(decisions, METRICS[name], { random })),
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
  const over = (name: GroundingMetric, samples: readonly (readonly Decision[])[]): number | null =>
    mean(samples.flatMap((sample) => METRICS[name](sample) ?? []));
  return {
    metrics: byMetric((name) => over(name, sets)),
    ci95: byMetric((name) => stratifiedBootstrapInterval(sets, (samples) => over(name, samples), { random })),
  };
}

function metricsOf(decisions: readonly Decision[]): GroundingMetrics {
  return byMetric((name) => METRICS[name](decisions));
}

function byMetric<T>(valueOf: (name: GroundingMetric) => T): Record<GroundingMetric, T> {
  return {
    balancedAccuracy: valueOf('balancedAccuracy'),
    auroc: valueOf('auroc'),
    f1: valueOf('f1'),
    ece: valueOf('ece'),
  };
}

function asForecast({ score, actual }: Decision) {
  return { probability: score, actual };
}
