import { estimateRelevance, relevanceModelsOf } from '@arbiter/confidence';
import type { RelevanceToken, Source } from '@arbiter/contracts';
import { readingHeldTerms, TermCoverage, type Steps } from '@arbiter/text';
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
 * Whether the sources are about the question at all, a thousand words a step: by the same estimate as in a search. A source whose words answer it
 * is about it, however little they look like it: "Nine beds, each 6 pennies" has no word of "What would a room cost me?".
 *
 * @param cosines of sources with the question, by id, and whose; a source without one is judged by its words alone
 * @param answering probability that a source holds what was asked for, by id, 0–1; none for one that nothing rests on
 */
export function* checkingRelevance(
  query: string,
  sources: readonly Source[],
  { model, cosines }: SourceCosines,
  answering: ReadonlyMap<string, number> = new Map(),
): Steps<RelevanceCheck> {
  const held: ReadonlySet<string>[] = [];
  for (const source of sources) held.push(yield* readingHeldTerms(`${contextOf(source)}\n${source.content}`));
  const coverage = TermCoverage.amongHeld(query, held);
  const models = relevanceModelsOf(model);
  const perSource = sources.map(({ id }, index) => {
    const evidence = { cosine: cosines.get(id) ?? null, coverage: coverage.ofHeld(held[index] ?? new Set()) };
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
