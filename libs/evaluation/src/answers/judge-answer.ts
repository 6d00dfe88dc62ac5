import type { Question } from '../questions/question.js';
import { citesEvidence, type Quotation } from './cites-evidence.js';
import { countWords } from './count-words.js';
import { matchesAnswer, type AnswerMatch } from './match-answer.js';

/** What the system made of one question. */
export interface GivenAnswer {
  readonly status: 'answered' | 'declined';
  /** As shown, with markers. */
  readonly text: string;
  /** 0–1; null when nothing was judged. */
  readonly confidence: number | null;
  /** The best attempt, shown or not: with markers, '' when there was nothing to answer from. */
  readonly attempt: string;
  /** The spans that were shown; empty when declined. */
  readonly citations: readonly Quotation[];
  /** Claims of the answer that were checked; 0 when nothing was. */
  readonly claims: number;
  /** Those of them that the sources do not support at all. */
  readonly unsupportedClaims: number;
}

export type AnswerVerdict = 'correct' | 'wrong' | 'wronglyDeclined' | 'declined' | 'wronglyAnswered';

/** Verdicts on answers that were shown. */
export const SHOWN: readonly AnswerVerdict[] = ['correct', 'wrong', 'wronglyAnswered'];

/** One question, judged. */
export interface JudgedAnswer {
  readonly id: string;
  readonly type: Question['type'];
  readonly verdict: AnswerVerdict;
  /** null where there was nothing to compare: a declined or an unanswerable question. */
  readonly match: AnswerMatch | null;
  /** 0–1; null when nothing was judged. */
  readonly confidence: number | null;
  /** Whether the best attempt is right, shown or not; null when there is none, or its confidence is unknown. */
  readonly attemptRight: boolean | null;
  /** Of what was shown; null when declined. */
  readonly words: number | null;
  /** Citations that can be judged: of an answer to a question that names its evidence. */
  readonly citations: number;
  /** Those of them that overlap evidence. */
  readonly citationsOfEvidence: number;
  readonly claims: number;
  readonly unsupportedClaims: number;
}

/** Judges one answer. A correct answer to an unanswerable question does not exist: what is not declined is wrong. */
export function judgeAnswer(question: Question, answer: GivenAnswer): JudgedAnswer {
  const { confidence, attempt } = answer;
  const answered = answer.status === 'answered';
  const match = answered && question.answerable ? matchesAnswer(answer.text, question) : null;
  const judged = answered && question.evidence.length > 0 ? answer.citations : [];
  return {
    id: question.id,
    type: question.type,
    verdict: verdictOf(question.answerable, answered, match?.correct ?? false),
    match,
    confidence,
    attemptRight:
      attempt === '' || confidence === null ? null : question.answerable && matchesAnswer(attempt, question).correct,
    words: answered ? countWords(answer.text) : null,
    citations: judged.length,
    citationsOfEvidence: judged.filter((citation) =>
      question.evidence.some((evidence) => citesEvidence(citation, evidence)),
    ).length,
    claims: answered ? answer.claims : 0,
    unsupportedClaims: answered ? answer.unsupportedClaims : 0,
  };
}

/** Whether a question ended as it should: with a correct answer, or declined where nothing answers it. */
export function isRightVerdict(verdict: AnswerVerdict): boolean {
  return verdict === 'correct' || verdict === 'declined';
}

function verdictOf(answerable: boolean, answered: boolean, correct: boolean): AnswerVerdict {
  if (answerable) return !answered ? 'wronglyDeclined' : correct ? 'correct' : 'wrong';
  return answered ? 'wronglyAnswered' : 'declined';
}
