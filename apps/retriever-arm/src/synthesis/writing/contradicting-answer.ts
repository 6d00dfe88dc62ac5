import { quantitiesIn } from '@arbiter/composition';
import { distinctTerms } from '../context-terms.js';
import type { JudgedSentence } from '../reading/judge-sentences.js';
import { isSameAmount, statedAmount } from './stated-amount.js';

/** Of the best probability, a sentence that contradicts has at least this share, 0–1. */
const FLOOR = 0.5;
/** Two sentences of which so many terms are shared (Jaccard), amounts aside, speak of the same: a single and a double bath do not. */
const SAME_SUBJECT = 0.6;

/**
 * The sentence of another document that says the same as the best one with another amount: "A bath costs three wicks." and
 * "At the Heron a bath costs four wicks.".
 *
 * @param ranked best first
 */
export function contradictingAnswer(best: JudgedSentence, ranked: readonly JudgedSentence[]): JudgedSentence | null {
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
        other.probability >= FLOOR * best.probability &&
        contradicts(other) &&
        similarity(best.candidate.text, other.candidate.text) >= SAME_SUBJECT,
    ) ?? null
  );
}

function similarity(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => distinctTerms(withoutAmounts(text)));
  if (!first || !second) return 0;
  const shared = [...first].filter((term) => second.has(term)).length;
  const union = first.size + second.size - shared;
  return union === 0 ? 0 : shared / union;
}

function withoutAmounts(text: string): string {
  return quantitiesIn(text).reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
}
