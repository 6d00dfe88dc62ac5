import { hasCondition, isYesNoQuestion } from '@arbiter/composition';
import type { ChosenSentence, Composition } from '../compose-answer.js';
import type { JudgedSentence } from '../reading/judge-sentences.js';
import { asChosen, rankedAnswers } from './choose-answers.js';
import type { ReadQuestion } from './writers.js';

/** Probability of yes, or of no, from which it is said. */
const SETTLED = 0.5;

/** The sentence that answers; with it the next one where that limits what it says. */
export function writeLookup({ query, whole }: ReadQuestion): Composition {
  const [best] = rankedAnswers(whole);
  if (!best) return { chosen: [], layout: 'prose' };
  const verdict = isYesNoQuestion(query) ? settledBy(best) : null;
  return {
    chosen: [asChosen(best), ...limitOf(best, whole)],
    layout: 'prose',
    ...(verdict && { settled: { question: query, verdict } }),
  };
}

/** The answer to a yes-or-no question, where the reader is surer of it than of the other and of none. */
function settledBy({ verdict }: JudgedSentence): 'yes' | 'no' | null {
  if (!verdict || Math.max(verdict.yes, verdict.no) < SETTLED) return null;
  return verdict.yes > verdict.no ? 'yes' : 'no';
}

/** "… unless the tide is out." */
function limitOf({ candidate }: JudgedSentence, whole: readonly JudgedSentence[]): ChosenSentence[] {
  const next = whole.find(
    (other) =>
      other.candidate.passage.documentId === candidate.passage.documentId &&
      other.candidate.start >= candidate.end &&
      other.candidate.start - candidate.end <= 2,
  );
  return next && hasCondition(next.candidate.text) ? [{ candidate: next.candidate, span: null }] : [];
}
