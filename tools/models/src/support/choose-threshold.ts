import { auroc, balancedAccuracy } from '@arbiter/evaluation';
import { bestThresholds, fitLogistic } from '@arbiter/confidence';
import type { SupportScaling } from '@arbiter/grounding';

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
