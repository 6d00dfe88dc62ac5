import { auroc } from '../metrics/classification-metrics.js';
import { bootstrapInterval, mean, type Interval, type RandomSource } from '../metrics/statistics.js';
import { exactMatch, wordF1 } from './compare-answers.js';
import { placeAnswers, type TextRange } from './place-answers.js';
import type { PassageQuestion } from './reading-items.js';

/** What a reader said of a passage. */
export interface GivenReading {
  /** The best span, in UTF-16 code units of the context; null where there is none. */
  readonly best: (TextRange & { readonly score: number }) | null;
  /** Probability that nothing in the passage answers, 0–1. */
  readonly none: number;
  /** Milliseconds. */
  readonly latencyMs: number;
}

/** A reading beside what is right: a line of the file that `--out` writes. */
export interface JudgedReading {
  readonly id: string;
  readonly answerable: boolean;
  /** The best span's text where its score is above the threshold, else ''. */
  readonly given: string;
  /** Of the best span; null where there is none. */
  readonly score: number | null;
  readonly none: number;
  /** 0 or 1, over the accepted answers the better. */
  readonly exactMatch: number;
  /** 0–1, over the accepted answers the best. */
  readonly f1: number;
  /** Whether the best span overlaps an answer, whatever its score; null for an unanswerable question. */
  readonly firstSpanRight: boolean | null;
  readonly latencyMs: number;
}

/**
 * @param threshold score above which the best span is given; 0 is where it is as likely as nothing
 */
export function judgeReading(
  { id, answerable, answers, context }: PassageQuestion,
  { best, none, latencyMs }: GivenReading,
  threshold: number,
): JudgedReading {
  const given = best && best.score > threshold ? context.slice(best.start, best.end) : '';
  const accepted = answerable ? answers.map(({ text }) => text) : [''];
  const places = placeAnswers(context, answers);
  const overlaps = best !== null && places.some(({ start, end }) => best.start < end && start < best.end);
  return {
    id,
    answerable,
    given,
    score: best?.score ?? null,
    none,
    exactMatch: Math.max(...accepted.map((text) => exactMatch(given, text))),
    f1: Math.max(...accepted.map((text) => wordF1(given, text))),
    firstSpanRight: answerable ? overlaps : null,
    latencyMs,
  };
}

export const READING_METRICS = [
  'exactMatch',
  'f1',
  'answerableAuroc',
  'verdictAuroc',
  'firstSpanRight',
  'msPerPassage',
] as const;
export type ReadingMetric = (typeof READING_METRICS)[number];

export interface ReadingSummary {
  readonly n: number;
  readonly answerable: number;
  /**
   * exactMatch and f1 over all questions; answerableAuroc: of the best span's score, verdictAuroc: of the probability that
   * something answers; firstSpanRight over the answerable; msPerPassage in milliseconds. Null where nothing defines it.
   */
  readonly metrics: Readonly<Record<ReadingMetric, number | null>>;
  /** 95 % bootstrap intervals over questions; null where the metric is. */
  readonly ci95: Readonly<Record<ReadingMetric, Interval | null>>;
}

/** Below every score that a network gives. */
const NO_SPAN = -1e9;

const METRICS: Readonly<Record<ReadingMetric, (readings: readonly JudgedReading[]) => number | null>> = {
  exactMatch: (readings) => mean(readings.map((reading) => reading.exactMatch)),
  f1: (readings) => mean(readings.map((reading) => reading.f1)),
  answerableAuroc: (readings) =>
    auroc(readings.map(({ score, answerable }) => ({ score: score ?? NO_SPAN, actual: answerable }))),
  verdictAuroc: (readings) => auroc(readings.map(({ none, answerable }) => ({ score: -none, actual: answerable }))),
  firstSpanRight: (readings) =>
    mean(readings.flatMap(({ firstSpanRight: right }) => (right === null ? [] : [Number(right)]))),
  msPerPassage: (readings) => mean(readings.map(({ latencyMs }) => latencyMs)),
};

/** @param random for the resamples */
export function summariseReading(readings: readonly JudgedReading[], random: RandomSource): ReadingSummary {
  return {
    n: readings.length,
    answerable: readings.filter(({ answerable }) => answerable).length,
    metrics: byMetric((metric) => METRICS[metric](readings)),
    ci95: byMetric((metric) => bootstrapInterval(readings, METRICS[metric], { random })),
  };
}

function byMetric<T>(of: (metric: ReadingMetric) => T): Record<ReadingMetric, T> {
  return Object.fromEntries(READING_METRICS.map((metric) => [metric, of(metric)])) as Record<ReadingMetric, T>;
}
