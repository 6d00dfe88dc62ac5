import { auroc, balancedAccuracy } from '@arbiter/evaluation';
import { fitLogistic } from '@arbiter/confidence';

export interface ScoredPair {
  readonly score: number;
  readonly supported: boolean;
}

/**
 * The score between two neighbours at which the balanced accuracy, averaged over the sets, is highest.
 *
 * @param sets scored pairs of each development set, both classes in each
 */
export function chooseThreshold(sets: readonly (readonly ScoredPair[])[]): number {
  const scores = [...new Set(sets.flat().map(({ score }) => score))].sort((a, b) => a - b);
  let best = { threshold: 0, accuracy: -1 };
  for (const [index, score] of scores.entries()) {
    const threshold = (score + (scores[index - 1] ?? score)) / 2;
    const accuracy = sets.reduce((sum, pairs) => sum + accuracyAt(pairs, threshold), 0) / sets.length;
    if (accuracy > best.accuracy) best = { threshold, accuracy };
  }
  return best.threshold;
}

export function accuracyAt(pairs: readonly ScoredPair[], threshold: number): number {
  const decisions = pairs.map(({ score, supported }) => ({ score, predicted: score >= threshold, actual: supported }));
  return balancedAccuracy(decisions) ?? Number.NaN;
}

export function areaOf(pairs: readonly ScoredPair[]): number {
  return auroc(pairs.map(({ score, supported }) => ({ score, actual: supported }))) ?? Number.NaN;
}

/**
 * Slope and intercept that turn scores into probabilities (Platt, "Probabilistic outputs for support vector machines",
 * 1999), every set weighing as much as each other.
 */
export function calibrate(sets: readonly (readonly ScoredPair[])[]): { slope: number; intercept: number } {
  const examples = sets.flatMap((pairs) =>
    pairs.map((pair) => ({ features: [pair.score], actual: pair.supported, weight: 1 / pairs.length })),
  );
  const { intercept, weights } = fitLogistic(examples, { ridge: 0 });
  return { slope: weights[0] ?? 0, intercept };
}
