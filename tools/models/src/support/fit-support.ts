import { bestThresholds, fitLogistic, type LabelledExample } from '@arbiter/confidence';
import { auroc, balancedAccuracy } from '@arbiter/evaluation';
import type { SupportScaling } from '@arbiter/grounding';
import type { FeatureRow } from './extract-features.js';
import type { TrainingSet } from './training-sets.js';

/** Pairs of a set beyond which more of them count no more. */
const MOST_COUNTED = 2_000;
/** Half the penalty on squared weights, per unit of example weight. */
const RIDGE = 0.1;
/** Standard deviations beyond which a feature says no more. */
const CLIP = 3;

/** A feature by name, with its standardisation and its weight. */
export interface FittedFeature {
  readonly name: string;
  readonly mean: number;
  readonly sd: number;
  readonly weight: number;
}

export interface FittedScore {
  readonly intercept: number;
  readonly features: readonly FittedFeature[];
}

export type Signs = Readonly<Record<string, 1 | -1>>;
type Values = Readonly<Record<string, number>>;

/**
 * Logistic regression whose weights keep the sign of their feature, on standardised features cut at three standard
 * deviations. A set counts as its weight × min(n, 2000), halved between its classes. Claims of one sentence only: of
 * others it is not known which sentence their label is about.
 */
export function fitScore(
  rows: readonly FeatureRow[],
  sets: readonly TrainingSet[],
  signs: Signs,
  available: ReadonlyMap<string, number>,
): FittedScore {
  const names = Object.keys(signs);
  const examples = rows.flatMap((row) => {
    const [part, ...others] = row.parts;
    const values: Values = { ...part?.features };
    return part && others.length === 0 ? [{ row, values }] : [];
  });
  const weights = exampleWeights(
    examples.map(({ row }) => row),
    sets,
    available,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scales = names.map((name) => {
    const mean = weightedMean(examples, weights, total, ({ values }) => values[name] ?? 0);
    const variance = weightedMean(examples, weights, total, ({ values }) => ((values[name] ?? 0) - mean) ** 2);
    return { name, mean, sd: Math.sqrt(variance) || 1 };
  });
  const labelled = examples.map(({ row, values }, index): LabelledExample => ({
    features: scales.map(({ name, mean, sd }) => (signs[name] ?? 1) * clipped(((values[name] ?? 0) - mean) / sd)),
    actual: row.supported,
    weight: weights[index] ?? 0,
  }));
  const { intercept, weights: fitted } = fitLogistic(
    labelled.filter(({ weight = 0 }) => weight > 0),
    { ridge: RIDGE },
  );
  return {
    intercept,
    features: scales.map((scale, index) => ({ ...scale, weight: (signs[scale.name] ?? 1) * (fitted[index] ?? 0) })),
  };
}

/** @returns intercept + Σ weight × standardised feature */
export function scoreOf({ intercept, features }: FittedScore, values: Values): number {
  return features.reduce(
    (sum, { name, mean, sd, weight }) => sum + weight * clipped(((values[name] ?? 0) - mean) / sd),
    intercept,
  );
}

/** Beyond every score of features. */
const DECIDED = { stated: 100, refuted: -100 } as const;

/** A claim is as well supported as its least supported sentence; a rule's decision outweighs every score. */
export function scoreOfRow(score: FittedScore, { parts }: FeatureRow): number {
  return Math.min(
    ...parts.map(({ features, decided }) => (decided === null ? scoreOf(score, { ...features }) : DECIDED[decided])),
  );
}

export function isDecided({ parts }: FeatureRow): boolean {
  return parts.some(({ decided }) => decided !== null);
}

function exampleWeights(
  rows: readonly FeatureRow[],
  sets: readonly TrainingSet[],
  available: ReadonlyMap<string, number>,
): number[] {
  const counts = new Map<string, number>();
  const keyOf = ({ set, supported }: FeatureRow): string => `${set} ${supported}`;
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return rows.map((row) => {
    const set = sets.find(({ name }) => name === row.set);
    const share = counts.has(`${row.set} ${!row.supported}`) ? 0.5 : 1;
    const whole = (set?.weight ?? 0) * Math.min(MOST_COUNTED, available.get(row.set) ?? 0);
    return (whole * share) / (counts.get(keyOf(row)) ?? 1);
  });
}

function weightedMean<T>(
  items: readonly T[],
  weights: readonly number[],
  total: number,
  valueOf: (item: T) => number,
): number {
  return items.reduce((sum, item, index) => sum + ((weights[index] ?? 0) * valueOf(item)) / total, 0);
}

function clipped(value: number): number {
  return Math.min(CLIP, Math.max(-CLIP, value));
}

export interface ScoredPair {
  readonly score: number;
  readonly supported: boolean;
}

/**
 * The score at which the balanced accuracy, averaged over the sets, is highest; the lowest of several.
 *
 * @param sets scored pairs of each development set, both classes in each
 */
export function chooseThreshold(sets: readonly (readonly ScoredPair[])[]): number {
  const [threshold = 0] = bestThresholds(
    sets.map((pairs) => pairs.map(({ score, supported }) => ({ score, actual: supported }))),
  );
  return threshold;
}

export function accuracyAt(pairs: readonly ScoredPair[], threshold: number): number {
  const decisions = pairs.map(({ score, supported }) => ({ score, predicted: score >= threshold, actual: supported }));
  return balancedAccuracy(decisions) ?? Number.NaN;
}

export function areaOf(pairs: readonly ScoredPair[]): number {
  return auroc(pairs.map(({ score, supported }) => ({ score, actual: supported }))) ?? Number.NaN;
}

/**
 * The scaling that turns scores into probabilities: logistic regression (Platt, "Probabilistic outputs for support vector
 * machines", 1999) in two pieces that meet at the mean score, every set weighing as much as each other.
 */
export function calibrate(sets: readonly (readonly ScoredPair[])[]): SupportScaling {
  const pairs = sets.flatMap((set) => set.map((pair) => ({ ...pair, weight: 1 / set.length })));
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0);
  const knee = pairs.reduce((sum, { score, weight }) => sum + (weight * score) / total, 0);
  const { intercept, weights } = fitLogistic(
    pairs.map(({ score, supported, weight }) => ({
      features: [score, Math.max(0, score - knee)],
      actual: supported,
      weight,
    })),
    { ridge: 0 },
  );
  return { offset: intercept, slope: weights[0] ?? 0, knee, bend: weights[1] ?? 0 };
}
