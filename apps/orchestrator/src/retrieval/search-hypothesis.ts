import { MAX_QUERY_LENGTH, type DecomposedQuery, type Passage } from '@arbiter/contracts';
import { fuseByReciprocalRank } from '@arbiter/fusion';
import type { RetrievalSettings, Retrieved } from './retrieve-plan.js';
import type { PassageSearch } from './passage-search.js';

/**
 * The search for a question, per part. At a least relevance of .3, 13 of 100 of 1,242 questions worded unlike their documents
 * lost their evidence unread: a reader judges better than words and vectors whether a passage answers.
 */
export const FIRST_SEARCH = { limit: 16, minRelevance: 0.02 } as const;

/** A plan that searches for the question with these names, too; none leave it as it is. */
export function withNames(plan: DecomposedQuery, names: readonly string[]): DecomposedQuery {
  if (names.length === 0) return plan;
  const { subQueries, executionPlan, originalQuery } = plan;
  const [first = [], ...others] = executionPlan.batches;
  const id = `names-${subQueries.length + 1}`;
  const query = `${originalQuery} ${names.join(' ')}`.slice(0, MAX_QUERY_LENGTH);
  return {
    ...plan,
    subQueries: [...subQueries, { id, query, suggestedTool: 'hybrid-search', dependencies: [], priority: 1 }],
    executionPlan: { ...executionPlan, batches: [[...first, id], ...others] },
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
