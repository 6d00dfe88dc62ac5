import { definedSubject, hasCondition, isYesNoQuestion } from '@arbiter/composition';
import type { CandidateSentence } from '../candidate-sentences.js';
import type { ChosenSentence, Composition } from '../compose-answer.js';
import type { JudgedSentence } from '../reading/judge-sentences.js';
import { asChosen, rankedAnswers, saysNothingNew } from './choose-answers.js';
import { contradictingAnswer } from './contradicting-answer.js';
import { definingAnswer } from './defining-answer.js';
import type { ReadQuestion } from './writers.js';

/** Probability of yes, or of no, from which it is said. */
const SETTLED = 0.5;
/** Probability from which a definition is told before what the reader takes for the answer, 0–1. */
const LEAST_TO_DEFINE = 0.1;

/** The sentence that answers; with it the next one where that limits what it says, or the one that contradicts it. */
export function writeLookup({ query, whole, maxSentences }: ReadQuestion): Composition {
  const ranked = rankedAnswers(whole);
  const [best] = ranked;
  if (!best) return { chosen: [], layout: 'prose' };
  const contradiction = contradictingAnswer(best, ranked);
  if (contradiction && maxSentences > 1) {
    return { chosen: [best, contradiction].map(asChosen), layout: 'paragraphs', hasShortAnswer: false };
  }
  const subject = definedSubject(query);
  const definition = subject === null ? undefined : definingAnswer(subject, whole, LEAST_TO_DEFINE);
  if (definition && !saysNothingNew(definition.candidate, best.candidate)) {
    return { chosen: [definition, best].map(asChosen).slice(0, maxSentences), layout: 'prose', hasShortAnswer: false };
  }
  const verdict = isYesNoQuestion(query) ? settledBy(best) : null;
  return {
    chosen: [asChosen(best), ...limitOf(best, whole)].slice(0, maxSentences),
    layout: 'prose',
    ...(verdict && { settled: { question: query, verdict } }),
  };
}

/** The answer to a yes-or-no question, where the reader is surer of it than of the other and of none. */
function settledBy({ verdict }: JudgedSentence): 'yes' | 'no' | null {
  if (!verdict || Math.max(verdict.yes, verdict.no) < SETTLED) return null;
  return verdict.yes > verdict.no ? 'yes' : 'no';
}

/** "… unless the tide is out." One that points back was extended to be read alone: here it stands behind what it means. */
function limitOf({ candidate }: JudgedSentence, whole: readonly JudgedSentence[]): ChosenSentence[] {
  const { passage, end } = candidate;
  const next = whole
    .filter(({ candidate: other }) => other.passage.documentId === passage.documentId && other.end > end)
    .map(({ candidate: other }) => beyond(other, end))
    .find(({ start }) => start >= end && start - end <= 2);
  return next && hasCondition(next.text) ? [{ candidate: next, span: null }] : [];
}

/** What of a sentence stands behind an offset of its document. */
function beyond(sentence: CandidateSentence, end: number): CandidateSentence {
  if (sentence.start >= end) return sentence;
  const text = sentence.text.slice(end - sentence.start).trimStart();
  return { ...sentence, text, start: sentence.end - text.length };
}
