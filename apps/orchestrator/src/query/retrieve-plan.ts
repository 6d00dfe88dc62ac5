import { passageOf, search, type DecomposedQuery, type Passage, type SubQuery } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { bridgeNames } from './bridge-names.js';
import { resolveAliases } from './resolve-aliases.js';

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
  /** What was searched for, in the order of the plan's sub-queries: aliases and descriptions resolved. */
  readonly queries: readonly string[];
  /** Indexes that could not answer at least one of the searches. */
  readonly degraded: readonly string[];
  /** What the models do not cover, a sentence each. */
  readonly notices: readonly string[];
}

/** A sub-query as the plan has it, and as it was searched for, aliases and descriptions resolved. */
interface Asked {
  readonly asWritten: string;
  readonly asSearched: string;
}

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
  const asked = new Map<string, Asked>();
  const found = new Map<string, readonly Passage[]>();
  const degraded = new Set<string>();
  const notices = new Set<string>();

  for (const batch of plan.executionPlan.batches) {
    await Promise.all(
      batch.map(async (id) => {
        const subQuery = byId.get(id);
        if (!subQuery) return;
        const searchFor = async (query: string): Promise<Passage[]> => {
          const answer = await client.request(
            search,
            {
              query,
              limit: settings.limit,
              min_relevance_score: settings.minRelevance,
              include_synthesis: false,
              ...(settings.collections && { knowledge_bases: [...settings.collections] }),
            },
            { parent },
          );
          for (const name of answer.degraded ?? []) degraded.add(name);
          for (const notice of answer.notices ?? []) notices.add(notice);
          return answer.results.map(passageOf);
        };
        const query = withBridges(subQuery, asked, found);
        const passages = await searchFor(query);
        const resolved = resolveAliases(query, passages)?.slice(0, MAX_QUERY);
        asked.set(id, { asWritten: subQuery.query, asSearched: resolved ?? query });
        found.set(id, resolved === undefined ? passages : takeTurns([await searchFor(resolved), passages]));
      }),
    );
  }
  const lists = plan.subQueries.map(({ id }) => found.get(id) ?? []);
  const queries = plan.subQueries.map(({ id, query }) => asked.get(id)?.asSearched ?? query);
  return { passages: takeTurns(lists), queries, degraded: [...degraded], notices: [...notices] };
}

/**
 * The query of a sub-query that builds on others, with the names that those found in the place of their descriptions:
 * "Who taught the man who built the light?" → "Who taught Mara Fell?".
 */
function withBridges(
  { query, dependencies }: SubQuery,
  asked: ReadonlyMap<string, Asked>,
  found: ReadonlyMap<string, readonly Passage[]>,
): string {
  let followed = query;
  for (const id of dependencies) {
    const { asWritten = '', asSearched = '' } = asked.get(id) ?? {};
    const names = bridgeNames(asSearched, found.get(id) ?? []).join(', ');
    if (names === '') continue;
    followed = followed.includes(asWritten) ? followed.replace(asWritten, () => names) : `${followed} ${names}`;
  }
  return followed.slice(0, MAX_QUERY);
}

/** Best of each list, then second best of each, …; a passage that several lists hold keeps its best score. */
export function takeTurns(lists: readonly (readonly Passage[])[]): Passage[] {
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
