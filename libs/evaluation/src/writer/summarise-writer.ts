import { SHOWN, type JudgedAnswer } from '../answers/judge-answer.js';
import { ratio } from '../answers/summarise-answers.js';
import { mean } from '../metrics/statistics.js';

/** A question that a recorded writer was asked and had an answer for, as it was judged. */
export interface WrittenOutcome extends Pick<JudgedAnswer, 'verdict' | 'citations' | 'citationsOfEvidence'> {
  /** What it wrote: an answer that is right or not, or that there is none. */
  readonly written: 'right' | 'wrong' | 'refused';
  /** Whether what is shown is the writer's text, not sentences of the sources. */
  readonly isOwnText: boolean;
  /** Whether what is shown has a citation, one that can be judged or not. */
  readonly isCited: boolean;
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
    markerOnEvidence: ratio(whole, 'citationsOfEvidence', 'citations'),
    withoutCitation: outcomes.filter((outcome) => isShown(outcome) && !outcome.isCited).length,
  };
}

function share(outcomes: readonly WrittenOutcome[], is: (outcome: WrittenOutcome) => boolean): number | null {
  return mean(outcomes.map((outcome) => Number(is(outcome))));
}
