import { passageOf, search, type DecomposedQuery, type Passage, type SubQuery } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';

export interface RetrievalSettings {
  readonly collections: readonly string[] | undefined;
  /** Passages asked for per sub-query. */
  readonly limit: number;
  /** Calibrated relevance below which a passage is not used, 0–1. */
  readonly minRelevance: number;
}

export interface Retrieved {
  /** Each passage once, best first; sub-queries take turns, so that each is heard. */
  readonly passages: readonly Passage[];
  /** Indexes that could not answer at least one of the searches. */
  readonly degraded: readonly string[];
}

/** Titles handed on from one hop to the next; more would drown the question. */
const BRIDGE_TITLES = 2;
/** Longest query that the retriever takes. */
const MAX_QUERY = 8_192;

/** Runs the searches of a plan: the batches in order, the members of a batch at once. */
export async function retrievePlan(
  client: OperationClient,
  plan: DecomposedQuery,
  settings: RetrievalSettings,
  parent: OperationContext,
): Promise<Retrieved> {
  const byId = new Map(plan.subQueries.map((subQuery) => [subQuery.id, subQuery]));
  const found = new Map<string, readonly Passage[]>();
  const degraded = new Set<string>();

  for (const batch of plan.executionPlan.batches) {
    await Promise.all(
      batch.map(async (id) => {
        const subQuery = byId.get(id);
        if (!subQuery) return;
        const answer = await client.request(
          search,
          {
            query: withBridges(subQuery, found),
            limit: settings.limit,
            min_relevance_score: settings.minRelevance,
            include_synthesis: false,
            ...(settings.collections && { knowledge_bases: [...settings.collections] }),
          },
          { parent },
        );
        for (const name of answer.degraded ?? []) degraded.add(name);
        found.set(id, answer.results.map(passageOf));
      }),
    );
  }
  const lists = plan.subQueries.map(({ id }) => found.get(id) ?? []);
  return { passages: takeTurns(lists), degraded: [...degraded] };
}

/**
 * The query of a sub-query that builds on others: its own words and what the best passages of those are about. The
 * names that the first hop found are what the second one needs ("the man who built it" -> his name).
 */
function withBridges({ query, dependencies }: SubQuery, found: ReadonlyMap<string, readonly Passage[]>): string {
  const titles = dependencies.flatMap((id) => distinct((found.get(id) ?? []).map(({ title }) => title)).slice(0, BRIDGE_TITLES));
  return [query, ...distinct(titles).filter((title) => title !== '')].join(' ').slice(0, MAX_QUERY);
}

/** Best of each list, then second best of each, …; a passage that several lists hold keeps its best score. */
function takeTurns(lists: readonly (readonly Passage[])[]): Passage[] {
  const taken = new Map<string, Passage>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const passage = list[rank];
      if (!passage) continue;
      const known = taken.get(passage.chunkId);
      if (!known || known.score < passage.score) taken.set(passage.chunkId, passage);
    }
  }
  return [...taken.values()];
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
