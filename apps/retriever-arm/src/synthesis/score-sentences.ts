import { askedKind, questionTerms, terms } from '@arbiter/text';
import type { CandidateSentence } from './candidate-sentences.js';

/** What is known about a sentence as an answer to one question; each 0–1 but the cosine, which is −1…1. */
export interface SentenceFeatures {
  /** Of question and sentence, its title before it. */
  readonly cosine: number;
  /** Share of the question's terms, rare ones counting more, that the sentence holds. */
  readonly coverage: number;
  /** Share that only its title, headings or aliases hold. */
  readonly context: number;
  /** Relevance of the passage it stands in. */
  readonly passage: number;
  /** How well it provides the kind of thing that was asked for; 0 where no kind was. */
  readonly kind: number;
  /** Share of the question's neighbouring terms that stand side by side in the sentence, too. */
  readonly pairs: number;
}

/** Shares of a sentence's score; they sum to 1. */
export const SENTENCE_WEIGHTS: Readonly<Record<keyof SentenceFeatures, number>> = {
  cosine: 0.42,
  coverage: 0.24,
  context: 0.14,
  passage: 0.1,
  kind: 0.1,
  pairs: 0,
};

export interface ScoredSentence {
  readonly candidate: CandidateSentence;
  readonly score: number;
}

/**
 * How well each candidate answers a question.
 *
 * @param cosines of each candidate with the question, in −1…1, in the order of the candidates
 * @returns in the order of the candidates; scores in about 0–1, comparable within one question
 */
export function scoreSentences(
  question: string,
  candidates: readonly CandidateSentence[],
  cosines: readonly number[],
): ScoredSentence[] {
  const features = sentenceFeatures(question, candidates, cosines);
  return candidates.flatMap((candidate, index) => {
    const own = features[index];
    return own ? [{ candidate, score: weighted(own) }] : [];
  });
}

function weighted(features: SentenceFeatures): number {
  const names = Object.keys(SENTENCE_WEIGHTS) as (keyof SentenceFeatures)[];
  return names.reduce((sum, name) => sum + SENTENCE_WEIGHTS[name] * features[name], 0);
}

/** The features of each candidate, in the order of the candidates. */
export function sentenceFeatures(
  question: string,
  candidates: readonly CandidateSentence[],
  cosines: readonly number[],
): SentenceFeatures[] {
  const queryTerms = questionTerms(question).map(({ term }) => term);
  const rarity = new Map(
    [...new Set(queryTerms)].map((term) => {
      const frequency = candidates.filter((candidate) => candidate.terms.has(term)).length;
      return [term, Math.log((candidates.length + 1) / (frequency + 0.5))];
    }),
  );
  const total = [...rarity.values()].reduce((sum, weight) => sum + weight, 0);
  const asked = askedKind(question);
  const pairs = pairsOf(queryTerms);

  return candidates.map((candidate, index) => {
    const kind = asked?.fit(candidate.text) ?? 0;
    let covered = 0;
    let inContext = 0;
    for (const [term, weight] of rarity) {
      if (candidate.terms.has(term) || (kind === 1 && asked?.terms.has(term))) covered += weight;
      else if (candidate.contextTerms.has(term)) inContext += weight;
    }
    const own = new Set(pairsOf(terms(candidate.text).map(({ term }) => term)));
    return {
      cosine: cosines[index] ?? 0,
      coverage: total === 0 ? 0 : covered / total,
      context: total === 0 ? 0 : inContext / total,
      passage: candidate.passage.score,
      kind,
      pairs: pairs.length === 0 ? 0 : pairs.filter((pair) => own.has(pair)).length / pairs.length,
    };
  });
}

function pairsOf(list: readonly string[]): string[] {
  return list.slice(1).map((term, index) => `${list[index] ?? ''} ${term}`);
}
