import { MAX_QUERY_LENGTH, type DecomposedQuery } from '@arbiter/contracts';
import type { RetrievalSettings } from './retrieve-plan.js';

export type Widening = Pick<RetrievalSettings, 'limit' | 'minRelevance'>;

/**
 * Left out of every search, 0–1. Whoever reads a passage knows better than its words and vectors whether it answers: at .3,
 * of 1,242 questions worded unlike their documents, 13 of 100 lost their evidence before it was read.
 */
const LEAST_RELEVANCE = 0.02;

/** Passages asked for by the first attempt, and by each search of a correction. */
const FIRST = 16;
const WIDER = [30, 48] as const;

/** @param searches made before for the same question, ≥ 0 */
export function wideningOf(searches: number): Widening {
  const limit = searches === 0 ? FIRST : (WIDER[searches - 1] ?? WIDER[1]);
  return { limit, minRelevance: LEAST_RELEVANCE };
}

/**
 * A plan that also searches for what an answer has left out: the question with those words once more, so that they weigh
 * more and its subject is not lost.
 *
 * @param missing words of the question; none leaves the plan as it is
 */
export function withMissing(plan: DecomposedQuery, missing: readonly string[]): DecomposedQuery {
  if (missing.length === 0) return plan;
  const { batches } = plan.executionPlan;
  const id = `missing-${plan.subQueries.length + 1}`;
  const query = `${plan.originalQuery} ${missing.join(' ')}`.slice(0, MAX_QUERY_LENGTH);
  return {
    ...plan,
    subQueries: [...plan.subQueries, { id, query, suggestedTool: 'hybrid-search', dependencies: [], priority: 1 }],
    executionPlan: {
      ...plan.executionPlan,
      batches: [[...(batches[0] ?? []), id], ...batches.slice(1)],
    },
  };
}
