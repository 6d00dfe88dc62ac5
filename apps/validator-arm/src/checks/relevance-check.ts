import type { RelevanceToken, Source } from '@arbiter/contracts';

/** Cosine at which a passage is as likely to be about the question as not, and how sharply that turns; see the retriever's calibration. */
const COSINE_MIDPOINT = 0.32;
const COSINE_SLOPE = 14;
const RELEVANT = 0.5;

export interface RelevanceCheck {
  readonly token: RelevanceToken;
  readonly score: number;
  readonly reasoning: string;
  readonly perSource: { readonly sourceId: string; readonly token: RelevanceToken; readonly score: number }[];
}

/**
 * Whether the sources are about the question at all.
 *
 * @param cosines of each source with the question, in the order of the sources
 */
export function checkRelevance(sources: readonly Source[], cosines: readonly number[]): RelevanceCheck {
  const perSource = sources.map(({ id }, index) => {
    const score = 1 / (1 + Math.exp(-COSINE_SLOPE * ((cosines[index] ?? 0) - COSINE_MIDPOINT)));
    return { sourceId: id, token: tokenOf(score), score };
  });
  const score = Math.max(0, ...perSource.map((source) => source.score));
  const relevant = perSource.filter(({ token }) => token === 'relevant').length;
  return {
    token: tokenOf(score),
    score,
    reasoning:
      sources.length === 0
        ? 'There are no sources.'
        : `${relevant} of ${sources.length} sources ${relevant === 1 ? 'is' : 'are'} about the question.`,
    perSource,
  };
}

function tokenOf(score: number): RelevanceToken {
  return score >= RELEVANT ? 'relevant' : 'irrelevant';
}
