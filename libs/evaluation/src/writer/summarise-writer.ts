import { SHOWN, type AnswerVerdict } from '../answers/judge-answer.js';

/** A question that a recorded writer was asked and had an answer for. */
export interface WrittenOutcome {
  /** What it wrote: an answer that is right or not, or that there is none. */
  readonly written: 'right' | 'wrong' | 'refused';
  readonly verdict: AnswerVerdict;
  /** Whether what is shown is the writer's text, not sentences of the sources. */
  readonly isOwnText: boolean;
  /** Citations of what is shown, and those of them that overlap evidence. */
  readonly citations: number;
  readonly citationsOfEvidence: number;
  /** Those citations that can be judged. */
  readonly judgedCitations: number;
}

/** Shares are fractions of 1; null where the denominator is 0. */
export interface WriterFigures {
  /** Questions that the writer had an answer for. */
  readonly n: number;
  readonly writtenRight: number;
  /** Of the right ones: shown and right; shown and no longer right; declined. They add up to 1. */
  readonly shownWhole: number | null;
  readonly cut: number | null;
  readonly declined: number | null;
  readonly writtenWrong: number;
  /** Of the wrong ones: the writer's text is shown. */
  readonly wrongShown: number | null;
  readonly refused: number;
  /** Of the refusals: declined. */
  readonly refusedDeclined: number | null;
  /** Citations that overlap evidence / citations, of right answers that are shown right. */
  readonly markerOnEvidence: number | null;
  /** Answers shown without a citation. */
  readonly withoutCitation: number;
}

/** What becomes of the answers of a writer who is known: of right ones, wrong ones, and refusals. */
export function summariseWriter(outcomes: readonly WrittenOutcome[]): WriterFigures {
  const of = (written: WrittenOutcome['written']) => outcomes.filter((outcome) => outcome.written === written);
  const [right, wrong, refused] = [of('right'), of('wrong'), of('refused')];
  const isShown = ({ verdict }: WrittenOutcome): boolean => SHOWN.includes(verdict);
  const whole = right.filter(({ verdict }) => verdict === 'correct');
  const judged = sum(whole.map(({ judgedCitations }) => judgedCitations));
  return {
    n: outcomes.length,
    writtenRight: right.length,
    shownWhole: share(right, ({ verdict }) => verdict === 'correct'),
    cut: share(right, (outcome) => isShown(outcome) && outcome.verdict !== 'correct'),
    declined: share(right, (outcome) => !isShown(outcome)),
    writtenWrong: wrong.length,
    wrongShown: share(wrong, (outcome) => isShown(outcome) && outcome.isOwnText),
    refused: refused.length,
    refusedDeclined: share(refused, (outcome) => !isShown(outcome)),
    markerOnEvidence: judged === 0 ? null : sum(whole.map(({ citationsOfEvidence }) => citationsOfEvidence)) / judged,
    withoutCitation: outcomes.filter((outcome) => isShown(outcome) && outcome.citations === 0).length,
  };
}

function share(outcomes: readonly WrittenOutcome[], is: (outcome: WrittenOutcome) => boolean): number | null {
  return outcomes.length === 0 ? null : outcomes.filter(is).length / outcomes.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
