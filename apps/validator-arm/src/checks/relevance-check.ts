import { estimateRelevance } from '@arbiter/confidence';
import type { RelevanceToken, Source } from '@arbiter/contracts';
import { TermCoverage } from '@arbiter/text';
import { contextOf } from './usefulness-features.js';

const RELEVANT = 0.5;

export interface RelevanceCheck {
  readonly token: RelevanceToken;
  readonly score: number;
  readonly reasoning: string;
  readonly perSource: { readonly sourceId: string; readonly token: RelevanceToken; readonly score: number }[];
}

/**
 * Whether the sources are about the question at all, by the same estimate as in a search.
 *
 * @param cosines of sources with the question, by id; a source without one is judged by its words alone
 */
export function checkRelevance(
  query: string,
  sources: readonly Source[],
  cosines: ReadonlyMap<string, number>,
): RelevanceCheck {
  const textOf = (source: Source): string => `${contextOf(source)}\n${source.content}`;
  const coverage = TermCoverage.among(query, sources.map(textOf));
  const perSource = sources.map((source) => {
    const { id } = source;
    const score = estimateRelevance({ cosine: cosines.get(id) ?? null, coverage: coverage.of(textOf(source)) });
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
