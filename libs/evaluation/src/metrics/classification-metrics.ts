/** A decision between yes and no with what is true of it. */
export interface Decision {
  /** How sure the system is of a yes: a probability, 0–1, where calibration is measured; else any number. */
  readonly score: number;
  /** The predicted class. */
  readonly predicted: boolean;
  readonly actual: boolean;
}

/** Mean of the shares of actual yes and of actual no that were decided rightly; null when either does not occur. */
export function balancedAccuracy(decisions: readonly Decision[]): number | null {
  const shares = [true, false].map((side) => {
    const ofSide = decisions.filter(({ actual }) => actual === side);
    return ofSide.length === 0 ? null : ofSide.filter(({ predicted }) => predicted === side).length / ofSide.length;
  });
  const [yes = null, no = null] = shares;
  return yes === null || no === null ? null : (yes + no) / 2;
}

/** Harmonic mean of precision and recall of yes; null when yes neither occurs nor is predicted. */
export function f1(decisions: readonly Decision[]): number | null {
  const right = decisions.filter(({ predicted, actual }) => predicted && actual).length;
  const said = decisions.filter(({ predicted }) => predicted).length;
  const meant = decisions.filter(({ actual }) => actual).length;
  return said + meant === 0 ? null : (2 * right) / (said + meant);
}

/**
 * Area under the ROC curve: the chance that a yes scores above a no, equal scores counting half (the statistic of Mann and
 * Whitney, see Hanley and McNeil, Radiology 1982); null when either does not occur.
 */
export function auroc(decisions: readonly Pick<Decision, 'score' | 'actual'>[]): number | null {
  const sorted = [...decisions].sort((a, b) => a.score - b.score);
  const positives = sorted.filter(({ actual }) => actual).length;
  const negatives = sorted.length - positives;
  if (positives === 0 || negatives === 0) return null;
  let rankSum = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    while (sorted[to]?.score === sorted[from]?.score && to < sorted.length) to += 1;
    // Ranks from + 1 … to share their mean.
    const ties = sorted.slice(from, to).filter(({ actual }) => actual).length;
    rankSum += (ties * (from + 1 + to)) / 2;
    from = to;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
