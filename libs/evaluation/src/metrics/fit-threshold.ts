import { balancedAccuracy, type Decision } from './classification-metrics.js';
import { mean, shuffle, type RandomSource } from './statistics.js';

export type ScoredLabel = Pick<Decision, 'score' | 'actual'>;

/**
 * The threshold with the highest balanced accuracy on labelled scores. Candidates lie halfway between neighbouring scores;
 * of several that are equally good it is their median, since the best one of a small sample is rarely the best elsewhere.
 *
 * @returns null when either side does not occur, or all scores are the same
 */
export function fitThreshold(labelled: readonly ScoredLabel[]): number | null {
  const scores = [...new Set(labelled.map(({ score }) => score))].sort((a, b) => a - b);
  const candidates = scores.slice(1).map((score, index) => (score + (scores[index] ?? score)) / 2);
  let best: number[] = [];
  let bestAccuracy = -1;
  for (const threshold of candidates) {
    const accuracy = balancedAccuracy(decideAt(labelled, threshold));
    if (accuracy === null) return null;
    if (accuracy > bestAccuracy) [best, bestAccuracy] = [[], accuracy];
    if (accuracy === bestAccuracy) best.push(threshold);
  }
  return best[Math.floor((best.length - 1) / 2)] ?? null;
}

/** Yes from the threshold on. */
export function decideAt(labelled: readonly ScoredLabel[], threshold: number): Decision[] {
  return labelled.map(({ score, actual }) => ({ score, actual, predicted: score >= threshold }));
}

export interface FewLabels {
  /** Pairs whose labels are looked at, drawn anew each time. */
  readonly labels: number;
  /** How many times. */
  readonly draws: number;
  readonly random: RandomSource;
}

/**
 * What a threshold fitted on few labels gives on all others: the mean balanced accuracy over draws. A draw that shows only
 * one side fits nothing and keeps the decisions as they are.
 *
 * @returns null when no draw leaves both sides to be judged
 */
export function accuracyAfterFitting(
  decisions: readonly Decision[],
  { labels, draws, random }: FewLabels,
): number | null {
  const accuracies: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const shuffled = shuffle(decisions, random);
    const threshold = fitThreshold(shuffled.slice(0, labels));
    const others = shuffled.slice(labels);
    const accuracy = balancedAccuracy(threshold === null ? others : decideAt(others, threshold));
    if (accuracy !== null) accuracies.push(accuracy);
  }
  return mean(accuracies);
}
