import { bestThresholds, chooseThreshold } from '@arbiter/confidence';
import { balancedAccuracy, mean, shuffle, type Decision, type RandomSource } from '@arbiter/evaluation';

export type ScoredLabel = Pick<Decision, 'score' | 'actual'>;

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

/** With fewer labels of one kind a calibration is refused. */
const FEWEST_OF_EACH = 5;

/**
 * What the threshold that `arbiter calibrate` chooses with few labels gives on all others: the mean balanced accuracy over
 * draws. A draw that shows hardly anything of one side calibrates nothing and keeps the decisions as they are.
 *
 * @param decisions with probabilities as scores
 * @returns null when no draw leaves both sides to be judged
 */
export function accuracyAfterCalibration(
  decisions: readonly Decision[],
  { labels, draws, random }: FewLabels,
): number | null {
  const shipped = shippedThreshold(decisions);
  const accuracies: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const shuffled = shuffle(decisions, random);
    const [seen, others] = [shuffled.slice(0, labels), shuffled.slice(labels)];
    const threshold = hasEnough(seen) ? chooseThreshold(seen.map(outcomeOf), shipped) : null;
    const accuracy = balancedAccuracy(threshold === null ? others : decideAt(others, threshold));
    if (accuracy !== null) accuracies.push(accuracy);
  }
  return mean(accuracies);
}

/** Where the decisions turn from no to yes; ½ where they never do. */
function shippedThreshold(decisions: readonly Decision[]): number {
  const [threshold = 0.5] = bestThresholds([decisions.map(({ score, predicted }) => ({ score, actual: predicted }))]);
  return threshold;
}

function outcomeOf({ score, actual }: ScoredLabel): { readonly probability: number; readonly actual: boolean } {
  return { probability: score, actual };
}

function hasEnough(labelled: readonly ScoredLabel[]): boolean {
  const positives = labelled.filter(({ actual }) => actual).length;
  return Math.min(positives, labelled.length - positives) >= FEWEST_OF_EACH;
}
