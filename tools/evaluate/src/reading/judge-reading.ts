import {
  auroc,
  mean,
  summariseMetrics,
  type MetricSummary,
  type NamedMetrics,
  type RandomSource,
} from '@arbiter/evaluation';
import { z } from 'zod';

const Id = z.union([z.string(), z.number()]).transform(String);

const StoredAnswer = z.object({
  text: z.string().trim().min(1),
  /**
   * Where the text begins in the context, in code points, as Python counts; an offset in UTF-16 code units is taken too
   * where the text stands there. Absent: wherever the text occurs.
   */
  start: z.int().min(0).nullish(),
});
export type StoredAnswer = z.output<typeof StoredAnswer>;

/** A line of a file of passages: a question with the passage that answers it or does not. Unknown fields are ignored. */
export const PassageQuestion = z
  .object({
    id: Id,
    /** Title and headings; '' where there are none. */
    title: z.string().nullish(),
    question: z.string(),
    context: z.string(),
    answerable: z.boolean(),
    /** Those that count as right. What an unanswerable question names is not read. */
    answers: z.array(StoredAnswer).default([]),
  })
  .refine(({ answerable, answers }) => !answerable || answers.length > 0, {
    path: ['answers'],
    message: 'an answerable question needs an answer',
  });
export type PassageQuestion = z.output<typeof PassageQuestion>;

/** A line of a file of sentences: whether the sentence answers the question. Unknown fields are ignored. */
export const SentenceQuestion = z.object({
  id: Id,
  question: z.string(),
  sentence: z.string(),
  label: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
});
export type SentenceQuestion = z.output<typeof SentenceQuestion>;

/** ASCII punctuation, as `string.punctuation` of Python has it. */
const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;
const ARTICLES = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

/**
 * Lower case, without punctuation, articles and superfluous white space: `normalize_answer` of the published evaluation
 * script of SQuAD 2.0 (Rajpurkar, Jia and Liang, "Know What You Don't Know", ACL 2018).
 */
export function normaliseAnswer(text: string): string {
  return text.toLowerCase().replace(PUNCTUATION, '').replace(ARTICLES, ' ').replace(/\s+/gu, ' ').trim();
}

/** @returns 1 when both are the same once normalised, else 0 */
export function exactMatch(given: string, expected: string): number {
  return Number(normaliseAnswer(given) === normaliseAnswer(expected));
}

/** @returns harmonic mean of precision and recall of words, 0–1; where either has no words, 1 if neither has */
export function wordF1(given: string, expected: string): number {
  const [said, meant] = [wordsOf(given), wordsOf(expected)];
  if (said.length === 0 || meant.length === 0) return Number(said.length === meant.length);
  const left = new Map<string, number>();
  for (const word of meant) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of said) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return (2 * shared) / (said.length + meant.length);
}

function wordsOf(text: string): string[] {
  const normal = normaliseAnswer(text);
  return normal === '' ? [] : normal.split(' ');
}

/** A stretch of a text in UTF-16 code units, the end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where answers stand in their passage. A start is read as code points, else as UTF-16 code units; where the text stands at
 * neither, and where there is no start, every occurrence counts.
 *
 * @returns ranges of all answers; none for answers that the passage does not hold
 */
export function placeAnswers(context: string, answers: readonly StoredAnswer[]): TextRange[] {
  return answers.flatMap(({ text, start }) => {
    const starts = start === null || start === undefined ? [] : [utf16Offset(context, start), start];
    const at = starts.find((place) => context.startsWith(text, place));
    const places = at === undefined ? occurrences(context, text) : [at];
    return places.map((place) => ({ start: place, end: place + text.length }));
  });
}

/** @param codePoints ≥ 0; beyond the text its length is given */
function utf16Offset(text: string, codePoints: number): number {
  let offset = 0;
  for (let count = 0; count < codePoints && offset < text.length; count++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

function occurrences(text: string, phrase: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) found.push(at);
  return found;
}

/** Judgement of a reader about a passage. */
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

export type ReadingMetric =
  | 'exactMatch'
  | 'f1'
  | 'answerableAuroc'
  | 'verdictAuroc'
  | 'firstSpanRight'
  | 'msPerPassage';

export interface ReadingSummary extends MetricSummary<ReadingMetric> {
  readonly answerable: number;
}

/** Below every score that a network gives. */
const NO_SPAN = -1e9;

/**
 * exactMatch and f1 over all questions; answerableAuroc: of the best span's score, verdictAuroc: of the probability that
 * something answers; firstSpanRight over the answerable; msPerPassage in milliseconds.
 */
const METRICS: NamedMetrics<JudgedReading, ReadingMetric> = {
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
  const { n, ...summary } = summariseMetrics(readings, METRICS, random);
  return { n, answerable: readings.filter(({ answerable }) => answerable).length, ...summary };
}
