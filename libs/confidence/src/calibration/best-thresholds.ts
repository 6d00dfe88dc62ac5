/** A score of one case, and whether it came true. */
export interface ScoredOutcome {
  readonly score: number;
  readonly actual: boolean;
}

/** Balanced accuracies that differ by less are the same, summed in another order. */
const ROUNDING = 1e-12;

/**
 * All thresholds at which balanced accuracy, averaged over sets of whatever size, is highest: each lies halfway between
 * two neighbouring scores, and counts what lies above it as true.
 *
 * @param sets a set in which all came out alike says nothing and is passed over
 * @returns ascending; empty when no set is left, or all scores are the same
 */
export function bestThresholds(sets: readonly (readonly ScoredOutcome[])[]): readonly number[] {
  const steps = sets
    .flatMap((outcomes) => {
      const positives = outcomes.filter(({ actual }) => actual).length;
      const negatives = outcomes.length - positives;
      if (positives === 0 || negatives === 0) return [];
      // What is gained when a score falls below the threshold.
      return outcomes.map(({ score, actual }) => ({ score, gain: actual ? -1 / positives : 1 / negatives }));
    })
    .sort((a, b) => a.score - b.score);
  let best: number[] = [];
  let highest = -Infinity;
  let gained = 0;
  for (const [index, { score, gain }] of steps.entries()) {
    gained += gain;
    const next = steps[index + 1]?.score;
    if (next === undefined || next === score || gained < highest - ROUNDING) continue;
    if (gained > highest + ROUNDING) [best, highest] = [[], gained];
    best.push((score + next) / 2);
  }
  return best;
}
