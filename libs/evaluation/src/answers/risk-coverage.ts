import type { JudgedAnswer } from './judge-answer.js';

/** What a threshold of the confidence would show. */
export interface RiskCoveragePoint {
  readonly threshold: number;
  /** Questions whose best attempt reaches the threshold / questions. */
  readonly shown: number;
  /** Right attempts among those; null when none is shown. */
  readonly right: number | null;
}

/** .2 to .95 in steps of .05, in hundredths so that no step is off by a rounding error. */
const HUNDREDTHS = { from: 20, to: 95, step: 5 };

/**
 * The curve of risk and coverage (El-Yaniv and Wiener, JMLR 2010): for every threshold the share of the questions whose
 * best attempt would be shown, and how many of those attempts are right. An attempt at an unanswerable question is not.
 * Only the confidence is looked at. An attempt that is refused for another reason counts as shown, and attempts that a
 * lower threshold would have made unnecessary have been made.
 *
 * @returns [] of no questions
 */
export function riskCoverage(
  judged: readonly Pick<JudgedAnswer, 'confidence' | 'attemptRight'>[],
): RiskCoveragePoint[] {
  if (judged.length === 0) return [];
  const points = Math.floor((HUNDREDTHS.to - HUNDREDTHS.from) / HUNDREDTHS.step) + 1;
  return Array.from({ length: points }, (_, index) => {
    const threshold = (HUNDREDTHS.from + index * HUNDREDTHS.step) / 100;
    const shown = judged.filter(
      ({ confidence, attemptRight }) => attemptRight !== null && confidence !== null && confidence >= threshold,
    );
    const right = shown.filter(({ attemptRight }) => attemptRight === true).length;
    return {
      threshold,
      shown: shown.length / judged.length,
      right: shown.length === 0 ? null : right / shown.length,
    };
  });
}
