import type { Decision } from './classification-metrics.js';

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
