import { expectedCalibrationError, type Forecast } from '../metrics/calibration.js';
import { auroc } from '../metrics/classification-metrics.js';
import { mapRecord, summariseMetrics, type MetricSummary, type NamedMetrics } from '../metrics/named-metrics.js';
import { percentile, type RandomSource } from '../metrics/statistics.js';
import { SHOWN, type AnswerVerdict, type JudgedAnswer } from './judge-answer.js';

export const ANSWER_METRICS = [
  /** Answerable questions that were answered correctly / answerable questions. */
  'correct',
  /** Answerable questions that were answered, but not correctly / answerable questions. */
  'wrong',
  /** Answerable questions that were declined / answerable questions: correct + wrong + wronglyDeclined = 1. */
  'wronglyDeclined',
  /** Unanswerable questions that were declined, as they should be / unanswerable questions. */
  'declined',
  /** Unanswerable questions that were answered all the same / unanswerable questions: 1 − declined. */
  'wronglyAnswered',
  /** Correct answers / answers shown, those to unanswerable questions included. */
  'shownRight',
  /** Expected calibration error of the confidence over the answers shown, in 15 bins of equal width. */
  'confidenceEce',
  /** How often the confidence of a correct answer is above that of another one, over the answers shown. */
  'confidenceAuroc',
  /** Citations that overlap evidence / citations, over all answers to questions that name their evidence. */
  'citationPrecision',
  /** Claims that the sources do not support at all / claims that were checked, over all answers that were shown. */
  'unsupportedClaims',
  /** Answers shown with a claim that the sources do not support at all / answers shown. */
  'answersWithUnsupportedClaim',
  /** Median words of the answers shown, markers left out. */
  'medianWords',
  /** The same, of answers to questions of type `simple_lookup`. */
  'medianWordsLookup',
] as const;
export type AnswerMetric = (typeof ANSWER_METRICS)[number];

/** Fractions of 1, but for words; null where the denominator is 0. */
export type AnswerMetrics = Readonly<Record<AnswerMetric, number | null>>;

/** Metrics of a part of the questions. */
export type PartMetrics = AnswerMetrics & { readonly n: number };

export interface AnswerSummary extends MetricSummary<AnswerMetric> {
  readonly metrics: AnswerMetrics & {
    readonly riskCoverage: readonly RiskCoveragePoint[];
    /** In the order in which the types first occur. */
    readonly byType: Readonly<Record<string, PartMetrics>>;
  };
}

type Judged = readonly JudgedAnswer[];

/** Guo et al., ICML 2017, section 3. */
const CALIBRATION_BINS = 15;

const ANSWERABLE: readonly AnswerVerdict[] = ['correct', 'wrong', 'wronglyDeclined'];
const UNANSWERABLE: readonly AnswerVerdict[] = ['declined', 'wronglyAnswered'];

const METRICS: NamedMetrics<JudgedAnswer, AnswerMetric> = {
  correct: verdictShare('correct', ANSWERABLE),
  wrong: verdictShare('wrong', ANSWERABLE),
  wronglyDeclined: verdictShare('wronglyDeclined', ANSWERABLE),
  declined: verdictShare('declined', UNANSWERABLE),
  wronglyAnswered: verdictShare('wronglyAnswered', UNANSWERABLE),
  shownRight: verdictShare('correct', SHOWN),
  confidenceEce: (judged) =>
    expectedCalibrationError(forecastsOf(judged), { binning: 'equal-width', bins: CALIBRATION_BINS }),
  confidenceAuroc: (judged) =>
    auroc(forecastsOf(judged).map(({ probability, actual }) => ({ score: probability, actual }))),
  citationPrecision: (judged) => ratio(judged, 'citationsOfEvidence', 'citations'),
  unsupportedClaims: (judged) => ratio(judged, 'unsupportedClaims', 'claims'),
  answersWithUnsupportedClaim: (judged) => {
    const shown = shownOf(judged);
    return shown.length === 0
      ? null
      : shown.filter(({ unsupportedClaims }) => unsupportedClaims > 0).length / shown.length;
  },
  medianWords,
  medianWordsLookup: (judged) => medianWords(judged.filter(({ type }) => type === 'simple_lookup')),
};

/**
 * Metrics over judged answers, with their intervals.
 *
 * @param random for the resamples; `seededRandom(seed)` makes the intervals reproducible
 */
export function summariseAnswers(judged: Judged, random: RandomSource): AnswerSummary {
  const types = [...new Set(judged.map(({ type }) => type))];
  const byType = types.map((type) => {
    const ofType = judged.filter((one) => one.type === type);
    return [type, { n: ofType.length, ...mapRecord(METRICS, (metric) => metric(ofType)) }] as const;
  });
  const { metrics, ...summary } = summariseMetrics(judged, METRICS, random);
  return {
    ...summary,
    metrics: { ...metrics, riskCoverage: riskCoverage(judged), byType: Object.fromEntries(byType) },
  };
}

function shownOf(judged: Judged): Judged {
  return judged.filter(({ verdict }) => SHOWN.includes(verdict));
}

/** The confidence of each answer shown, and whether it was right. */
function forecastsOf(judged: Judged): Forecast[] {
  return shownOf(judged).flatMap(({ confidence, verdict }) =>
    confidence === null ? [] : [{ probability: confidence, actual: verdict === 'correct' }],
  );
}

function medianWords(judged: Judged): number | null {
  const lengths = judged.flatMap(({ words }) => words ?? []);
  return lengths.length === 0 ? null : percentile(lengths, 50);
}

function verdictShare(verdict: AnswerVerdict, among: readonly AnswerVerdict[]) {
  return (judged: Judged): number | null => {
    const counted = judged.filter((one) => among.includes(one.verdict));
    return counted.length === 0 ? null : counted.filter((one) => one.verdict === verdict).length / counted.length;
  };
}

/** Parts / wholes over all answers together; null where there is no whole. */
export function ratio<Part extends string, Whole extends string>(
  judged: readonly Readonly<Record<Part | Whole, number>>[],
  part: Part,
  whole: Whole,
): number | null {
  const total = judged.reduce((sum, one) => sum + one[whole], 0);
  return total === 0 ? null : judged.reduce((sum, one) => sum + one[part], 0) / total;
}

/** Shares of shown and of right answers at one threshold of the confidence. */
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
