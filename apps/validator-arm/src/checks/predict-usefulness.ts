import type { UsefulnessFeatures } from './usefulness-features.js';
import { USEFULNESS_MODEL } from './usefulness-model.js';

/** Logistic regression. */
export interface UsefulnessModel {
  readonly intercept: number;
  readonly weights: Readonly<Record<keyof UsefulnessFeatures, number>>;
  /** What stands for an alignment that is not known: the mean of the drafts that were learnt from. */
  readonly usualAlignment: number;
}

export const USEFULNESS_FEATURES: readonly (keyof UsefulnessFeatures)[] = [
  'similarity',
  'alignment',
  'openCoverage',
  'kindCoverage',
  'asked',
  'spread',
  'list',
  'count',
];

/** @returns probability that the answer holds what was asked for, 0–1, among as many answers that do as that do not */
export function predictUsefulness(
  features: UsefulnessFeatures,
  { intercept, weights, usualAlignment }: UsefulnessModel = USEFULNESS_MODEL,
): number {
  const logit = USEFULNESS_FEATURES.reduce(
    (sum, name) => sum + weights[name] * (features[name] ?? usualAlignment),
    intercept,
  );
  return 1 / (1 + Math.exp(-logit));
}
