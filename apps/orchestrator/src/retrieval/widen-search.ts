import { MAX_QUERY_LENGTH, type DecomposedQuery, type Passage } from '@arbiter/contracts';
import { fuseByReciprocalRank } from '@arbiter/fusion';
import type { RetrievalSettings, Retrieved } from './retrieve-plan.js';
import type { PassageSearch } from './passage-search.js';

export type Widening = Pick<RetrievalSettings, 'limit' | 'minRelevance'>;

/**
 * Passages of lower relevance are left out of every search, 0–1. A reader judges better than words and vectors whether a
 * passage answers. At .3, of 1,242 questions worded unlike their documents, 13 of 100 lost their evidence unread.
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

/**
 * Searches by the meaning of a made-up passage too, and fuses what it finds with what the question itself has found:
 * a hypothesis that is wrong in its facts must not take the place of the question.
 *
 * @param found for the question
 * @param hypothesis null leaves everything as it is
 */
export async function searchHypothesis(
  search: PassageSearch,
  found: Retrieved,
  hypothesis: string | null,
  { limit, minRelevance }: Pick<RetrievalSettings, 'limit' | 'minRelevance'>,
): Promise<Retrieved> {
  if (hypothesis === null) return found;
  const { passages, degraded, notices } = await search.search(hypothesis, { limit, minRelevance, method: 'vector' });
  const byId = new Map<string, Passage>([...passages, ...found.passages].map((each) => [each.chunkId, each]));
  const fused = fuseByReciprocalRank([
    { name: 'question', ids: found.passages.map(({ chunkId }) => chunkId) },
    { name: 'hypothesis', ids: passages.map(({ chunkId }) => chunkId) },
  ]);
  return {
    ...found,
    passages: fused.flatMap(({ id }) => byId.get(id) ?? []).slice(0, Math.max(limit, found.passages.length)),
    degraded: [...new Set([...found.degraded, ...degraded])],
    notices: [...new Set([...found.notices, ...notices])],
  };
}
