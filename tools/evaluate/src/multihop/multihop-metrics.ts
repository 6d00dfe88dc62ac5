import {
  bootstrapInterval,
  matchesAnswer,
  mean,
  recallAt,
  SetId,
  type Interval,
  type Judgements,
  type RandomSource,
} from '@arbiter/evaluation';
import { z } from 'zod';

/** A line of the `answers.jsonl` that a set of questions of several hops has beside the files of BEIR. */
export const AcceptedAnswers = z
  .object({ _id: SetId, answers: z.array(z.string().trim().min(1)) })
  .transform(({ _id, answers }) => ({ id: _id, answers }));
export type AcceptedAnswers = z.output<typeof AcceptedAnswers>;

export const MULTI_HOP_METRICS = ['recall@5', 'allSupporting@5', 'answerInTop5', 'answerContained'] as const;
export type MultiHopMetric = (typeof MULTI_HOP_METRICS)[number];

/** Of one question, 0–1; null where the set names no accepted answer. */
export type MultiHopFigures = Readonly<Record<MultiHopMetric, number | null>>;

/** Passages that a reader takes in: both hops of most questions, and little besides. */
const DEPTH = 5;

export interface FoundPassage {
  /** Of the document, as judgements name it. */
  readonly id: string;
  /** Its readable text, the title included. */
  readonly text: string;
}

/**
 * How a question of several hops came out.
 *
 * @param passages best first; of the passages of one document, the first stands for its place and all of them for its text
 * @param answer that was given; null when the question was declined
 * @param accepted any one suffices; see matchesAnswer for how texts are compared
 */
export function measureMultiHop(
  passages: readonly FoundPassage[],
  answer: string | null,
  judgements: Judgements,
  accepted: readonly string[],
): MultiHopFigures {
  const ranking = [...new Set(passages.map(({ id }) => id))];
  const first = new Set(ranking.slice(0, DEPTH));
  const recall = recallAt(ranking, judgements, DEPTH);
  const contains = (text: string): boolean => matchesAnswer(text, { answers: accepted }).correct;
  const isInFirst = passages.some(({ id, text }) => first.has(id) && contains(text));
  const isGiven = answer !== null && contains(answer);
  return {
    'recall@5': recall,
    'allSupporting@5': Number(recall === 1),
    answerInTop5: accepted.length === 0 ? null : Number(isInFirst),
    answerContained: accepted.length === 0 ? null : Number(isGiven),
  };
}

export interface MultiHopSummary {
  /** Means over the questions that have the figure, as fractions of 1; null when none has. */
  readonly metrics: MultiHopFigures;
  /** 95 % bootstrap intervals over questions. */
  readonly ci95: Readonly<Record<MultiHopMetric, Interval | null>>;
}

/**
 * @param questions figures of each, or differences of two figures of each
 * @param random for the resamples; `seededRandom(seed)` makes the intervals reproducible
 */
export function summariseMultiHop(questions: readonly MultiHopFigures[], random: RandomSource): MultiHopSummary {
  const summaries = MULTI_HOP_METRICS.map((metric) => {
    const values = questions.flatMap((figures) => figures[metric] ?? []);
    return [metric, mean(values), bootstrapInterval(values, mean, { random })] as const;
  });
  return {
    metrics: byMetric(summaries.map(([metric, value]) => [metric, value])),
    ci95: byMetric(summaries.map(([metric, , interval]) => [metric, interval])),
  };
}

function byMetric<T>(entries: readonly (readonly [MultiHopMetric, T])[]): Record<MultiHopMetric, T> {
  return Object.fromEntries(entries) as Record<MultiHopMetric, T>;
}
