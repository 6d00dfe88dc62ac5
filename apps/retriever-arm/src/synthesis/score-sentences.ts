import { askedKind, questionTerms } from '@arbiter/text';
import type { CandidateSentence } from './candidate-sentences.js';

/** What the words of a sentence say of it as an answer to one question; each 0–1. */
export interface LexicalFeatures {
  /** Share of the question's terms, rare ones counting more, that the sentence holds. */
  readonly coverage: number;
  /** Share that only its title, headings or aliases hold. */
  readonly context: number;
  /** Relevance of the passage it stands in. */
  readonly passage: number;
  /** How well it provides the kind of thing that was asked for; 0 where no kind was. */
  readonly kind: number;
}

/** Shares of a sentence's score; the rest of it is what reading adds. */
export const SENTENCE_WEIGHTS: Readonly<Record<keyof LexicalFeatures, number>> = {
  coverage: 0.24,
  context: 0.14,
  passage: 0.1,
  kind: 0.1,
};

/** Taken from a sentence that points back to nothing: one that is as good and can be read alone goes before it. */
const DANGLING_COST = 0.05;

export interface ScoredSentence {
  readonly candidate: CandidateSentence;
  readonly score: number;
}

/**
 * The part of each candidate's score that its words give, in the order of the candidates.
 *
 * @returns scores in 0–0.58, comparable within one question
 */
export function scoreByWords(question: string, candidates: readonly CandidateSentence[]): ScoredSentence[] {
  const features = lexicalFeatures(question, candidates);
  return candidates.flatMap((candidate, index) => {
    const own = features[index];
    if (!own) return [];
    const names = Object.keys(own) as (keyof LexicalFeatures)[];
    const cost = candidate.isDangling ? DANGLING_COST : 0;
    return [{ candidate, score: names.reduce((sum, name) => sum + SENTENCE_WEIGHTS[name] * own[name], -cost) }];
  });
}

function lexicalFeatures(question: string, candidates: readonly CandidateSentence[]): LexicalFeatures[] {
  const rarity = new Map(
    [...new Set(questionTerms(question).map(({ term }) => term))].map((term) => {
      const frequency = candidates.filter((candidate) => candidate.terms.has(term)).length;
      return [term, Math.log((candidates.length + 1) / (frequency + 0.5))];
    }),
  );
  const total = [...rarity.values()].reduce((sum, weight) => sum + weight, 0);
  const asked = askedKind(question);

  return candidates.map((candidate) => {
    const kind = asked?.fit(candidate.text) ?? 0;
    let covered = 0;
    let inContext = 0;
    for (const [term, weight] of rarity) {
      if (candidate.terms.has(term) || (kind === 1 && asked?.terms.has(term))) covered += weight;
      else if (candidate.contextTerms.has(term)) inContext += weight;
    }
    return {
      coverage: total === 0 ? 0 : covered / total,
      context: total === 0 ? 0 : inContext / total,
      passage: candidate.passage.score,
      kind,
    };
  });
}
