import { estimateRelevance, relevanceModelsOf } from '@arbiter/confidence';
import type { RelevanceToken, Source } from '@arbiter/contracts';
import { TermCoverage } from '@arbiter/text';
import { contextOf } from './source-context.js';

const RELEVANT = 0.5;

export interface RelevanceCheck {
  readonly token: RelevanceToken;
  readonly score: number;
  readonly reasoning: string;
  readonly perSource: { readonly sourceId: string; readonly token: RelevanceToken; readonly score: number }[];
}

export interface SourceCosines {
  /** The embedding model. */
  readonly model: string;
  readonly cosines: ReadonlyMap<string, number>;
}

/**
 * Whether the sources are about the question at all, by the same estimate as in a search. A source whose words answer it
 * is about it, however little they look like it: "Nine beds, each 6 pennies" has no word of "What would a room cost me?".
 *
 * @param cosines of sources with the question, by id, and whose; a source without one is judged by its words alone
 * @param answering probability that a source holds what was asked for, by id, 0–1; none for one that nothing rests on
 */
export function checkRelevance(
  query: string,
  sources: readonly Source[],
  { model, cosines }: SourceCosines,
  answering: ReadonlyMap<string, number> = new Map(),
): RelevanceCheck {
  const textOf = (source: Source): string => `${contextOf(source)}\n${source.content}`;
  const coverage = TermCoverage.among(query, sources.map(textOf));
  const models = relevanceModelsOf(model);
  const perSource = sources.map((source) => {
    const { id } = source;
    const evidence = { cosine: cosines.get(id) ?? null, coverage: coverage.of(textOf(source)) };
    const likeness = estimateRelevance(evidence, models);
    const score = Math.max(likeness, answering.get(id) ?? 0);
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
