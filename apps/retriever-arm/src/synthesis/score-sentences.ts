import { datesIn, namesIn, numbersIn, terms } from '@arbiter/text';
import type { CandidateSentence } from './candidate-sentences.js';

/** Shares of a sentence's score; they sum to 1, the bonus comes on top. Chosen on the train part of the sample domain. */
const COSINE_SHARE = 0.5;
const COVERAGE_SHARE = 0.35;
const PASSAGE_SHARE = 0.15;
/** For holding the kind of thing that was asked for: a name for "who", a number for "how many". */
const ANSWER_TYPE_BONUS = 0.08;
/** A query term that stands only in title or heading counts this much of one in the sentence. */
const CONTEXT_TERM_CREDIT = 0.6;

export interface ScoredSentence {
  readonly candidate: CandidateSentence;
  readonly score: number;
}

/**
 * How well each candidate answers a question.
 *
 * @param cosines of each candidate with the question, in −1…1, in the order of the candidates
 * @returns in the order of the candidates; scores in about 0–1.1, comparable within one question
 */
export function scoreSentences(
  question: string,
  candidates: readonly CandidateSentence[],
  cosines: readonly number[],
): ScoredSentence[] {
  const queryTerms = [...new Set(terms(question).map(({ term }) => term))];
  const rarity = new Map(
    queryTerms.map((term) => {
      const frequency = candidates.filter((candidate) => candidate.terms.has(term)).length;
      return [term, Math.log((candidates.length + 1) / (frequency + 0.5))];
    }),
  );
  const total = [...rarity.values()].reduce((sum, weight) => sum + weight, 0);
  const holdsAnswerType = answerTypeOf(question);

  return candidates.map((candidate, index) => {
    let covered = 0;
    for (const [term, weight] of rarity) {
      if (candidate.terms.has(term)) covered += weight;
      else if (candidate.contextTerms.has(term)) covered += CONTEXT_TERM_CREDIT * weight;
    }
    const coverage = total === 0 ? 0 : covered / total;
    const score =
      COSINE_SHARE * (cosines[index] ?? 0) +
      COVERAGE_SHARE * coverage +
      PASSAGE_SHARE * candidate.passage.score +
      (holdsAnswerType(candidate.text) ? ANSWER_TYPE_BONUS : 0);
    return { candidate, score };
  });
}

/** A test for the kind of thing that a question word asks for; false for every text where it asks for none. */
function answerTypeOf(question: string): (text: string) => boolean {
  const asked = question.toLowerCase();
  if (/\bhow (?:many|much|far|long|old|deep|tall|often|big|large|wide|high|heavy)\b|\bwhat (?:price|fee|toll|number|distance|fine)\b/.test(asked)) {
    return (text) => numbersIn(text).length > 0;
  }
  if (/\b(?:when|what (?:year|date|day|month)|which (?:year|day|month))\b/.test(asked)) {
    return (text) => datesIn(text).length > 0 || numbersIn(text).length > 0;
  }
  if (/\b(?:who|whom|whose|where)\b/.test(asked)) return (text) => namesIn(text).length > 0;
  return () => false;
}
