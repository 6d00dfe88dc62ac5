import type { Passage } from '@arbiter/contracts';
import { fuseByReciprocalRank } from '@arbiter/fusion';
import type { PassageSearch } from '../hops/passage-search.js';
import type { RetrievalSettings, Retrieved } from '../retrieve-plan.js';

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
  const { passages, degraded, notices } = await search.search(hypothesis, { limit, minRelevance, byMeaning: true });
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
