import {
  MAX_QUERY_LENGTH,
  type DecomposedQuery,
  type Expansion,
  type Passage,
  type SubQuery,
} from '@arbiter/contracts';
import { bridgeNames, resolveAliases, type ReadHop } from './resolve-names.js';
import { followBridges } from './follow-bridges.js';
import { inBrackets } from './followed-question.js';
import { methodOf, type PassageSearch, type PassageSearchOptions } from './passage-search.js';

export interface RetrievalSettings {
  /** Passages asked for per sub-query. */
  readonly limit: number;
  /** Calibrated relevance below which a passage is not used, 0–1. */
  readonly minRelevance: number;
  /** Whether the names in the passages found are followed to further passages. */
  readonly followsBridges: boolean;
}

export interface Retrieved {
  /** Each passage once, best first. */
  readonly passages: readonly Passage[];
  /** Queries searched, in the order of the plan's sub-queries: aliases and descriptions resolved. */
  readonly queries: readonly string[];
  /** Further queries searched: the open parts of the question, with the names that passages added. */
  readonly followed: readonly string[];
  /** Indexes that could not answer at least one of the searches. */
  readonly degraded: readonly string[];
  /** Remarks of the searches, a sentence each. */
  readonly notices: readonly string[];
  /** What the knowledge graph tells of the things that answer, best first; absent where nobody reads it. */
  readonly expansions?: readonly Expansion[];
}

/** A sub-query as the plan has it, and as it was searched for, aliases and descriptions resolved. */
interface Asked {
  readonly asWritten: string;
  readonly asSearched: string;
  /** Its referents: as read, else names in its passages; empty if no other sub-query builds on it. */
  readonly standsFor: readonly string[];
}

/**
 * Least relevance of a passage found by following a name, to the query that found it, 0–1. Most passages found by a name
 * alone are beside the point, and they displace those that the question found.
 */
const FOLLOWED_RELEVANCE = 0.3;

/** A procedure and a list stand in one place: following names only leads away from it. */
const IN_ONE_PLACE: ReadonlySet<string> = new Set<DecomposedQuery['queryType']>(['procedural', 'list_building']);

/**
 * Runs the searches of a plan: the batches in order, the members of a batch at once. It then follows the names that the
 * best passages add to the question, and ranks all passages by the resulting chains. This takes at most 6 more searches.
 *
 * @param readHop reads the referent of a description that another part builds on; if null, names stand in
 * @throws ArbiterError of the search
 */
export async function retrievePlan(
  search: PassageSearch,
  plan: DecomposedQuery,
  settings: RetrievalSettings,
  readHop: ReadHop,
): Promise<Retrieved> {
  const degraded = new Set<string>();
  const notices = new Set<string>();
  const heard: PassageSearch = {
    search: async (query, options) => {
      const found = await search.search(query, options);
      for (const name of found.degraded) degraded.add(name);
      for (const notice of found.notices) notices.add(notice);
      return found;
    },
  };
  const { limit, minRelevance } = settings;
  const searchFor: SearchFor = async (query, planned) => {
    const options = { limit: Math.max(limit, planned?.limit ?? 0), minRelevance, ...(planned && methodsOf(planned)) };
    return (await heard.search(query, options)).passages;
  };

  const follows = settings.followsBridges && asksDocuments(plan) && !IN_ONE_PLACE.has(plan.queryType);
  const isAskedWhole = plan.subQueries.some(
    ({ query, dependencies }) => query === plan.originalQuery && dependencies.length === 0,
  );
  const [{ asked, found }, whole] = await Promise.all([
    runBatches(plan, searchFor, readHop),
    follows && !isAskedWhole ? searchFor(plan.originalQuery) : [],
  ]);
  const queries = plan.subQueries.map(({ id, query }) => asked.get(id)?.asSearched ?? query);
  const passages = takeTurns([whole, ...plan.subQueries.map(({ id }) => found.get(id) ?? [])]);
  if (!follows) return { passages, queries, followed: [], degraded: [...degraded], notices: [...notices] };

  const question = isAskedWhole && queries.length === 1 ? (queries[0] ?? plan.originalQuery) : plan.originalQuery;
  const chained = await followBridges(question, passages, heard, Math.max(minRelevance, FOLLOWED_RELEVANCE));
  // A lookup is mostly answered where it was found: a chain may add to that and not push it away.
  const ordered = plan.queryType === 'simple_lookup' ? takeTurns([passages, chained.passages]) : chained.passages;
  return {
    passages: ordered.slice(0, Math.max(limit, passages.length)),
    queries,
    followed: chained.bridges.map(({ question }) => question),
    degraded: [...degraded],
    notices: [...notices],
  };
}

/** @param planned the part of the plan that is searched for; absent for the question as a whole */
type SearchFor = (query: string, planned?: SubQuery) => Promise<readonly Passage[]>;

/** The search methods that a plan sets for one of its parts. */
function methodsOf({ suggestedTool, fallback }: SubQuery): Pick<PassageSearchOptions, 'method' | 'fallback'> {
  return {
    method: methodOf(suggestedTool),
    ...(fallback && { fallback: { method: methodOf(fallback.tool), condition: fallback.condition } }),
  };
}

interface BatchResults {
  readonly asked: ReadonlyMap<string, Asked>;
  readonly found: ReadonlyMap<string, readonly Passage[]>;
}

async function runBatches(
  { subQueries, executionPlan }: DecomposedQuery,
  searchFor: SearchFor,
  readHop: ReadHop,
): Promise<BatchResults> {
  const builtOn = new Set(subQueries.flatMap(({ dependencies }) => dependencies));
  const byId = new Map(subQueries.map((subQuery) => [subQuery.id, subQuery]));
  const asked = new Map<string, Asked>();
  const found = new Map<string, readonly Passage[]>();
  for (const batch of executionPlan.batches) {
    await Promise.all(
      batch.map(async (id) => {
        const subQuery = byId.get(id);
        if (!subQuery) return;
        const query = withBridges(subQuery, asked);
        const passages = await searchFor(query, subQuery);
        const resolved = resolveAliases(query, passages)?.slice(0, MAX_QUERY_LENGTH);
        const all = resolved === undefined ? passages : takeTurns([await searchFor(resolved, subQuery), passages]);
        found.set(id, all);
        const asSearched = resolved ?? query;
        const asWritten = subQuery.query;
        if (!builtOn.has(id)) return void asked.set(id, { asWritten, asSearched, standsFor: [] });
        const read = await readHop(asSearched, all);
        asked.set(id, { asWritten, asSearched, standsFor: read === null ? bridgeNames(asSearched, all) : [read] });
      }),
    );
  }
  return { asked, found };
}

/**
 * The query of a sub-query that builds on others, with what those stand for in the place of their descriptions: "Who taught
 * the man who built the light?" → "Who taught Mara Fell?". Where it does not hold the description, that stands in brackets:
 * it stays a question.
 */
function withBridges({ query, dependencies }: SubQuery, asked: ReadonlyMap<string, Asked>): string {
  let followed = query;
  for (const id of dependencies) {
    const { asWritten = '', standsFor = [] } = asked.get(id) ?? {};
    if (standsFor.length === 0) continue;
    followed = followed.includes(asWritten)
      ? followed.replace(asWritten, () => oneOf(standsFor))
      : inBrackets(followed, standsFor.join(', '));
  }
  return followed.slice(0, MAX_QUERY_LENGTH);
}

/** "A, B or C". */
function oneOf(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
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

/**
 * Whether a question is one that documents could answer. One that is taken for small talk or for something else is
 * searched for all the same, since that may be a mistake, but once and no further.
 */
export function asksDocuments({ queryType }: Pick<DecomposedQuery, 'queryType'>): boolean {
  return queryType !== 'conversational' && queryType !== 'out_of_scope';
}
