import { bootstrapInterval, type Interval, type RandomSource } from '../metrics/statistics.js';
import type { Question } from '../questions/question.js';
import { citesEvidence, type Quotation } from './cites-evidence.js';
import { matchesAnswer, type AnswerMatch } from './match-answer.js';

/** What the system made of one question. */
export interface GivenAnswer {
  readonly status: 'answered' | 'declined';
  /** As shown, with markers. */
  readonly text: string;
  /** The spans that were shown; empty when declined. */
  readonly citations: readonly Quotation[];
  /** Claims of the answer that were checked; 0 when nothing was. */
  readonly claims: number;
  /** Those of them that the sources do not support at all. */
  readonly unsupportedClaims: number;
}

export type AnswerVerdict = 'correct' | 'wrong' | 'wronglyDeclined' | 'declined' | 'wronglyAnswered';

/** One question, judged. */
export interface JudgedAnswer {
  readonly id: string;
  readonly verdict: AnswerVerdict;
  /** null where there was nothing to compare: a declined or an unanswerable question. */
  readonly match: AnswerMatch | null;
  /** Citations that can be judged: of an answer to a question that names its evidence. */
  readonly citations: number;
  /** Those of them that overlap evidence. */
  readonly citationsOfEvidence: number;
  readonly claims: number;
  readonly unsupportedClaims: number;
}

/** All are fractions of 1; null where the denominator is 0. */
export interface AnswerMetrics {
  /** Answerable questions that were answered correctly / answerable questions. */
  readonly correct: number | null;
  /** Answerable questions that were answered, but not correctly / answerable questions. */
  readonly wrong: number | null;
  /** Answerable questions that were declined / answerable questions: correct + wrong + wronglyDeclined = 1. */
  readonly wronglyDeclined: number | null;
  /** Unanswerable questions that were declined, as they should be / unanswerable questions. */
  readonly declined: number | null;
  /** Unanswerable questions that were answered all the same / unanswerable questions: 1 − declined. */
  readonly wronglyAnswered: number | null;
  /** Citations that overlap evidence / citations, over all answers to questions that name their evidence. */
  readonly citationPrecision: number | null;
  /** Claims that the sources do not support at all / claims that were checked, over all answers that were shown. */
  readonly unsupportedClaims: number | null;
  /** Answers shown with a claim that the sources do not support at all / answers shown. */
  readonly answersWithUnsupportedClaim: number | null;
}

export interface AnswerSummary {
  /** Questions. */
  readonly n: number;
  readonly metrics: AnswerMetrics;
  /** 95 % bootstrap intervals over questions; null where the metric is. */
  readonly ci95: Readonly<Record<keyof AnswerMetrics, Interval | null>>;
}

/** Judges one answer. A correct answer to an unanswerable question does not exist: what is not declined is wrong. */
export function judgeAnswer(question: Question, answer: GivenAnswer): JudgedAnswer {
  const answered = answer.status === 'answered';
  const match = answered && question.answerable ? matchesAnswer(answer.text, question) : null;
  const judged = answered && question.evidence.length > 0 ? answer.citations : [];
  return {
    id: question.id,
    verdict: verdictOf(question.answerable, answered, match?.correct ?? false),
    match,
    citations: judged.length,
    citationsOfEvidence: judged.filter((citation) =>
      question.evidence.some((evidence) => citesEvidence(citation, evidence)),
    ).length,
    claims: answered ? answer.claims : 0,
    unsupportedClaims: answered ? answer.unsupportedClaims : 0,
  };
}

function verdictOf(answerable: boolean, answered: boolean, correct: boolean): AnswerVerdict {
  if (answerable) return !answered ? 'wronglyDeclined' : correct ? 'correct' : 'wrong';
  return answered ? 'wronglyAnswered' : 'declined';
}

/**
 * Metrics over judged answers, with their intervals.
 *
 * @param random for the resamples; `seededRandom(seed)` makes the intervals reproducible
 */
export function summariseAnswers(judged: readonly JudgedAnswer[], random: RandomSource): AnswerSummary {
  const intervalOf = (name: keyof AnswerMetrics): Interval | null =>
    bootstrapInterval(judged, (sample) => METRICS[name](sample), { random });
  return {
    n: judged.length,
    metrics: {
      correct: METRICS.correct(judged),
      wrong: METRICS.wrong(judged),
      wronglyDeclined: METRICS.wronglyDeclined(judged),
      declined: METRICS.declined(judged),
      wronglyAnswered: METRICS.wronglyAnswered(judged),
      citationPrecision: METRICS.citationPrecision(judged),
      unsupportedClaims: METRICS.unsupportedClaims(judged),
      answersWithUnsupportedClaim: METRICS.answersWithUnsupportedClaim(judged),
    },
    ci95: {
      correct: intervalOf('correct'),
      wrong: intervalOf('wrong'),
      wronglyDeclined: intervalOf('wronglyDeclined'),
      declined: intervalOf('declined'),
      wronglyAnswered: intervalOf('wronglyAnswered'),
      citationPrecision: intervalOf('citationPrecision'),
      unsupportedClaims: intervalOf('unsupportedClaims'),
      answersWithUnsupportedClaim: intervalOf('answersWithUnsupportedClaim'),
    },
  };
}

const ANSWERABLE: readonly AnswerVerdict[] = ['correct', 'wrong', 'wronglyDeclined'];
const SHOWN: readonly AnswerVerdict[] = ['correct', 'wrong', 'wronglyAnswered'];
const UNANSWERABLE: readonly AnswerVerdict[] = ['declined', 'wronglyAnswered'];

const METRICS: Readonly<Record<keyof AnswerMetrics, (judged: readonly JudgedAnswer[]) => number | null>> = {
  correct: verdictShare('correct', ANSWERABLE),
  wrong: verdictShare('wrong', ANSWERABLE),
  wronglyDeclined: verdictShare('wronglyDeclined', ANSWERABLE),
  declined: verdictShare('declined', UNANSWERABLE),
  wronglyAnswered: verdictShare('wronglyAnswered', UNANSWERABLE),
  citationPrecision: (judged) => ratio(judged, 'citationsOfEvidence', 'citations'),
  unsupportedClaims: (judged) => ratio(judged, 'unsupportedClaims', 'claims'),
  answersWithUnsupportedClaim: (judged) => {
    const shown = judged.filter(({ verdict }) => SHOWN.includes(verdict));
    return shown.length === 0
      ? null
      : shown.filter(({ unsupportedClaims }) => unsupportedClaims > 0).length / shown.length;
  },
};

function verdictShare(verdict: AnswerVerdict, among: readonly AnswerVerdict[]) {
  return (judged: readonly JudgedAnswer[]): number | null => {
    const counted = judged.filter((one) => among.includes(one.verdict));
    return counted.length === 0 ? null : counted.filter((one) => one.verdict === verdict).length / counted.length;
  };
}

type Count = 'citations' | 'citationsOfEvidence' | 'claims' | 'unsupportedClaims';

function ratio(judged: readonly JudgedAnswer[], part: Count, whole: Count): number | null {
  const total = judged.reduce((sum, one) => sum + one[whole], 0);
  return total === 0 ? null : judged.reduce((sum, one) => sum + one[part], 0) / total;
}
