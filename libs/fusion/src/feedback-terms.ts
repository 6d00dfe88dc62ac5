import { compareCodeUnits } from '@arbiter/contracts';

/** A passage of the first round that the second one learns from. */
export interface FeedbackPassage {
  readonly id: string;
  /** Fused score of the first round, in units of z (see `fuseByWeightedScore`). */
  readonly score: number;
  /** Analysed terms as the keyword index holds them, repeats included; null without a keyword index. */
  readonly terms: readonly string[] | null;
  /** Unit vector; null without a vector index. */
  readonly vector: Float32Array | null;
}

/** A feedback passage with its part in the sum over all of them. */
export interface FeedbackShare {
  readonly id: string;
  /** Above 0; the shares of all passages add up to 1. */
  readonly share: number;
}

/** A term that the feedback passages hold. */
export interface FeedbackTerm {
  readonly term: string;
  /** Σ share · (occurrences in the passage ÷ terms of the passage), 0–1. */
  readonly estimate: number;
  /** The passages that hold it, in the order of the input. */
  readonly passages: readonly string[];
}

/**
 * Softmax over fused scores: e^(temperature · (score − best)), normalised.
 *
 * @param temperature ≥ 0; at 0 all passages count the same
 * @throws RangeError when a score is not finite
 */
export function feedbackShares(passages: readonly FeedbackPassage[], temperature: number): FeedbackShare[] {
  for (const { id, score } of passages) {
    if (!Number.isFinite(score)) throw new RangeError(`feedback passage "${id}" has the score ${score}`);
  }
  const best = passages.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const parts = passages.map(({ score }) => Math.exp(temperature * (score - best)));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return passages.map(({ id }, index) => ({ id, share: (parts[index] ?? 0) / total }));
}

/**
 * The relevance model RM1 (Lavrenko and Croft, "Relevance-based language models", SIGIR 2001). The softmax of fused scores
 * replaces the query likelihood. Passage models are not smoothed.
 *
 * @param shares of the same passages, in the same order
 * @returns every term of the passages, the greatest estimate first; ties in order of the term
 */
export function estimateFeedbackTerms(
  passages: readonly FeedbackPassage[],
  shares: readonly FeedbackShare[],
): FeedbackTerm[] {
  const found = new Map<string, { estimate: number; passages: string[] }>();
  passages.forEach(({ id, terms }, index) => {
    if (!terms) return;
    const each = (shares[index]?.share ?? 0) / terms.length;
    for (const term of terms) {
      const known = found.get(term);
      if (!known) {
        found.set(term, { estimate: each, passages: [id] });
        continue;
      }
      known.estimate += each;
      if (known.passages.at(-1) !== id) known.passages.push(id);
    }
  });
  return [...found]
    .map(([term, of]) => ({ term, ...of }))
    .sort((a, b) => b.estimate - a.estimate || compareCodeUnits(a.term, b.term));
}
