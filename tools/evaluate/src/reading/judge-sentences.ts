import {
  auroc,
  averagePrecision,
  mean,
  precisionAt,
  reciprocalRankAt,
  summariseMetrics,
  type MetricSummary,
  type NamedMetrics,
  type RandomSource,
} from '@arbiter/evaluation';

/** A sentence with what the reader made of it: a line of the file that `--out` writes. */
export interface JudgedSentence {
  readonly id: string;
  readonly question: string;
  /** Of the best span; null where there is none. */
  readonly score: number | null;
  readonly actual: boolean;
  /** Milliseconds. */
  readonly latencyMs: number;
}

export type SentenceMetric = 'auroc' | 'map' | 'mrr' | 'precision@1' | 'msPerPassage';

/** `n` counts sentences; intervals are over questions. */
export interface SentenceSummary extends MetricSummary<SentenceMetric> {
  readonly questions: number;
  /** Questions with a sentence that answers: those that map, mrr and precision@1 are means over. */
  readonly answered: number;
}

/** Below every score that a network gives. */
const NO_SPAN = -1e9;

interface RankedQuestion {
  readonly sentences: readonly JudgedSentence[];
  /** Null where no sentence answers. */
  readonly figures: Readonly<Record<'map' | 'mrr' | 'precision@1', number>> | null;
}

const METRICS: NamedMetrics<RankedQuestion, SentenceMetric> = {
  auroc: (questions) =>
    auroc(
      questions.flatMap(({ sentences }) => sentences.map(({ score, actual }) => ({ score: score ?? NO_SPAN, actual }))),
    ),
  map: (questions) => mean(questions.flatMap(({ figures }) => figures?.map ?? [])),
  mrr: (questions) => mean(questions.flatMap(({ figures }) => figures?.mrr ?? [])),
  'precision@1': (questions) => mean(questions.flatMap(({ figures }) => figures?.['precision@1'] ?? [])),
  msPerPassage: (questions) => mean(questions.flatMap(({ sentences }) => sentences.map(({ latencyMs }) => latencyMs))),
};

/**
 * @param sentences those of a question have the same `question`; equal scores are ordered by id
 * @param random for the resamples
 */
export function summariseSentences(sentences: readonly JudgedSentence[], random: RandomSource): SentenceSummary {
  const byQuestion = new Map<string, JudgedSentence[]>();
  for (const sentence of sentences) {
    byQuestion.set(sentence.question, [...(byQuestion.get(sentence.question) ?? []), sentence]);
  }
  const questions = [...byQuestion.values()].map(rank);
  return {
    ...summariseMetrics(questions, METRICS, random),
    n: sentences.length,
    questions: questions.length,
    answered: questions.filter(({ figures }) => figures !== null).length,
  };
}

function rank(sentences: readonly JudgedSentence[]): RankedQuestion {
  const judgements = new Map(sentences.map(({ id, actual }) => [id, Number(actual)]));
  if (!sentences.some(({ actual }) => actual)) return { sentences, figures: null };
  const ranking = sentences
    .toSorted((a, b) => (b.score ?? NO_SPAN) - (a.score ?? NO_SPAN) || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
  return {
    sentences,
    figures: {
      map: averagePrecision(ranking, judgements),
      mrr: reciprocalRankAt(ranking, judgements, ranking.length),
      'precision@1': precisionAt(ranking, judgements, 1),
    },
  };
}
