import { definedSubject, hasCondition, isYesNoQuestion, quantitiesIn } from '@arbiter/composition';
import { termSet } from '@arbiter/text';
import type { CandidateSentence } from '../sentences/candidate-sentences.js';
import type { ChosenSentence, Composition } from '../sentences/compose-answer.js';
import type { JudgedSentence } from '../sentences/judge-sentences.js';
import {
  asChosen,
  isSameAmount,
  rankedAnswers,
  saysNothingNew,
  statedAmount,
  type ReadQuestion,
} from './choose-answers.js';
import { definingAnswer } from './subjects.js';

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

/** Of the best probability, a sentence that contradicts has at least this share, 0–1. */
const CONTRADICTING = 0.5;
/** Two sentences of which so many terms are shared (Jaccard), amounts aside, speak of the same: a single and a double bath do not. */
const SAME_SUBJECT = 0.6;

/**
 * The sentence of another document that says the same as the best one with another amount: "A bath costs three wicks." and
 * "At the Heron a bath costs four wicks.".
 *
 * @param ranked best first
 */
function contradictingAnswer(best: JudgedSentence, ranked: readonly JudgedSentence[]): JudgedSentence | null {
  const stated = statedAmount(best);
  if (!stated) return null;
  const contradicts = (other: JudgedSentence): boolean => {
    const amount = statedAmount(other);
    return amount !== null && amount.unit === stated.unit && !isSameAmount(amount, stated);
  };
  return (
    ranked.find(
      (other) =>
        other.candidate.passage.documentId !== best.candidate.passage.documentId &&
        other.probability >= CONTRADICTING * best.probability &&
        contradicts(other) &&
        similarity(best.candidate.text, other.candidate.text) >= SAME_SUBJECT,
    ) ?? null
  );
}

function similarity(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => termSet(withoutAmounts(text)));
  if (!first || !second) return 0;
  const shared = [...first].filter((term) => second.has(term)).length;
  const union = first.size + second.size - shared;
  return union === 0 ? 0 : shared / union;
}

function withoutAmounts(text: string): string {
  return quantitiesIn(text).reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
}
