import { amountIn, type Quantity } from '@arbiter/composition';
import type { Passage } from '@arbiter/contracts';
import type { CandidateSentence } from '../sentences/candidate-sentences.js';
import type { ChosenSentence } from '../sentences/compose-answer.js';
import type { JudgedSentence, ReadPart } from '../sentences/judge-sentences.js';

/** What an answer is written from. */
export interface ReadQuestion {
  readonly query: string;
  /** Best first: those that were read, and what ranks below them, which may hold the rest of a list. */
  readonly passages: readonly Passage[];
  /** Sentences of the passages that were read, with the whole question. */
  readonly whole: readonly JudgedSentence[];
  /** The same for each part of a question that was broken into parts. */
  readonly parts: readonly ReadPart[];
  /** ≥ 1. */
  readonly maxSentences: number;
}

/**
 * Probability below which a sentence is left out: the reader does not take it for an answer. The answer's confidence decides
 * whether the answer is shown.
 */
export const LEAST_PROBABILITY = 0.03;
/** Two sentences whose terms overlap this much (Jaccard) say the same. */
const SAME_STATEMENT = 0.7;
/** A sentence of whose terms another holds this share says nothing new beside it. */
const CONTAINED = 0.9;

/**
 * The sentences that promise to answer, best first; of equals, the better ranked. One that was extended to be read alone
 * gives way to the sentence of it that holds what answers: "It leaves at noon. This is early." adds nothing to "noon".
 */
export function rankedAnswers(judged: readonly JudgedSentence[], least = LEAST_PROBABILITY): JudgedSentence[] {
  const ranked = judged
    .filter(({ probability }) => probability >= least)
    .sort((a, b) => b.probability - a.probability || a.candidate.rank - b.candidate.rank)
    .map((each) => ({ ...narrowest(each, judged), probability: each.probability }));
  const seen = new Set<CandidateSentence>();
  return ranked.filter(({ candidate }) => !seen.has(candidate) && seen.add(candidate));
}

/** The shortest sentence inside of another that holds the same words that answer. */
function narrowest(judged: JudgedSentence, all: readonly JudgedSentence[]): JudgedSentence {
  const { candidate, span } = judged;
  if (!span) return judged;
  const inside = all.filter(
    (other) =>
      other.candidate.passage === candidate.passage &&
      other.candidate.start >= candidate.start &&
      other.candidate.end <= candidate.end &&
      other.span?.start === span.start &&
      other.span.end === span.end,
  );
  const lengthOf = ({ candidate: { start, end } }: JudgedSentence): number => end - start;
  return inside.reduce((least, other) => (lengthOf(other) < lengthOf(least) ? other : least), judged);
}

/** No answer has more sentences. */
const MOST_DISTINCT = 50;

/** Those of a ranking that say something new beside the ones before them; the first 50. */
export function distinctAnswers<T extends Pick<JudgedSentence, 'candidate'>>(ranked: readonly T[]): T[] {
  const chosen: T[] = [];
  for (const next of ranked) {
    if (chosen.length >= MOST_DISTINCT) break;
    if (!chosen.some((other) => saysNothingNew(next.candidate, other.candidate))) chosen.push(next);
  }
  return chosen;
}

export function asChosen({ candidate, span }: JudgedSentence): ChosenSentence {
  return { candidate, span };
}

/** Whether two sentences have words of one document in common. */
export function overlap(a: CandidateSentence, b: CandidateSentence): boolean {
  return a.passage.documentId === b.passage.documentId && a.start < b.end && b.start < a.end;
}

/** Whether `a` may be left out where `b` stands already. */
export function saysNothingNew(a: CandidateSentence, b: CandidateSentence): boolean {
  if (overlap(a, b)) return true;
  const shared = [...a.terms].filter((term) => b.terms.has(term)).length;
  const union = a.terms.size + b.terms.size - shared;
  return union > 0 && (shared / union >= SAME_STATEMENT || shared / a.terms.size >= CONTAINED);
}

/** The one amount among the words that answer; null where none stand out, or they state none, or several. */
export function statedAmount({ candidate: { text, start, passage }, span }: JudgedSentence): Quantity | null {
  const shift = start - passage.start;
  return span && amountIn(text, { start: span.start - shift, end: span.end - shift });
}

export function isSameAmount(a: Quantity, b: Quantity): boolean {
  return a.value === b.value && a.to === b.to && a.unit === b.unit;
}
