import type { FilterOperators, SearchResult } from '@arbiter/contracts';
import { changedSessions, readTarget, type World } from '@arbiter/knowledge-graph';
import type { CollectionCatalog } from '@arbiter/ports';
import type { TimeBudget } from '../calls/time-budget.js';
import type { CompleteRequest, LibrarySearch, SearchOutcome } from '../search/library-search.js';
import { type KeptSpans, type SessionCompactor, throughCompaction } from './session-compactor.js';
import { GraphAccess } from './graph-access.js';
import { collectionsAsked, type WorldReader } from './world-reader.js';

export interface StateSearchPorts {
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly worlds: Pick<WorldReader, 'worldAt'>;
  readonly search: LibrarySearch;
  readonly compactor: Pick<SessionCompactor, 'keptOf'>;
}

/** Passages of sessions that join the others: a session is short, and most of it is about something else. */
const FROM_SESSIONS = 4;
const FROM_CHANGED_SESSIONS = 4;
/** Of passages of compacted sessions not all are kept: so many times as many are looked at, and at most so many. */
const READ_OF_COMPACTED = 3;
const MAX_READ = 100;
/** Sessions that changed what the question is about, the latest first. */
const MAX_CHANGED = 3;

/**
 * Searches with the records of sessions as a tier of their own. A few short records would seldom come first among many
 * documents, and they alone tell what has changed. Where the sessions of a collection have more than 150,000 tokens, the old ones
 * are searched and read as they are compacted; what is left of a passage keeps its place in the document.
 */
export class StateSearch implements LibrarySearch {
  constructor(private readonly ports: StateSearchPorts) {}

  /** As `SearchService.search`. Without a state, and in collections without a graph, nothing is added. */
  async search(request: CompleteRequest, signal: AbortSignal, time: TimeBudget): Promise<SearchOutcome> {
    const { search } = this.ports;
    if (!request.state) return search.search(request, signal, time);
    const worlds = await this.worldsOf(request, signal);
    const told = worlds.filter(({ graph }) => graph.snapshot.documents.some(({ session }) => session !== null));
    const kept = await this.keptOf(request, told, signal);
    const wide = (limit: number): number =>
      kept.size === 0 ? limit : Math.max(limit, Math.min(MAX_READ, limit * READ_OF_COMPACTED));
    const found = await search.search({ ...request, limit: wide(request.limit) }, signal, time);
    const results = throughCompaction(found.results, kept, request.query).slice(0, request.limit);
    const outcome = { ...found, results: ranked(results) };
    if (told.length === 0 || found.results.length === 0) return outcome;
    const changed = [
      ...new Set(told.flatMap((world) => changedSessions(readTarget(request.query, world.graph), world))),
    ].slice(0, MAX_CHANGED);
    const own = { ...request, knowledge_bases: told.map(({ graph }) => graph.snapshot.collection), rerank: false };
    const searches = [
      { limit: FROM_SESSIONS, filters: withSessions(request, sessionsUntil(request)) },
      { limit: FROM_CHANGED_SESSIONS, filters: changed.length > 0 ? withSessions(request, { in: changed }) : null },
    ].flatMap(({ limit, filters }) => (filters ? [{ ...own, limit, filters }] : []));
    const further = await Promise.all(
      searches.map(async ({ limit, ...one }) => {
        const asked = { ...one, limit: wide(limit), min_relevance_score: 0 };
        const more = await search.search(asked, signal, time).catch(() => null);
        return throughCompaction(more?.results ?? [], kept, request.query).slice(0, limit);
      }),
    );
    signal.throwIfAborted();
    // What changed the subject first.
    return { ...outcome, results: joined(outcome.results, takeTurns(further.reverse()), request.limit) };
  }

  /**
   * What is kept of old sessions. A request that names sessions itself reads them whole, and so does a search without a state.
   * A store that does not answer costs the compaction, not the search.
   */
  private async keptOf(
    { filters, state = {} }: CompleteRequest,
    worlds: readonly World[],
    signal: AbortSignal,
  ): Promise<KeptSpans> {
    const asked = Object.keys(operatorsOf(filters.session));
    if (asked.some((operator) => operator !== 'not' && operator !== 'exists')) return new Map();
    const { compactor } = this.ports;
    const kept = await Promise.all(
      worlds.map((world) => compactor.keptOf(world, state.asOfSession, signal).catch(() => new Map<string, never>())),
    );
    signal.throwIfAborted();
    return new Map(kept.flatMap((one) => [...one]));
  }

  private async worldsOf(
    { knowledge_bases, state = {}, caller = null }: CompleteRequest,
    signal: AbortSignal,
  ): Promise<World[]> {
    const readable = await new GraphAccess(this.ports).within(knowledge_bases, caller, signal);
    const names = await collectionsAsked(this.ports.catalog, readable, signal);
    const worlds = await Promise.all(
      names.map((name) => this.ports.worlds.worldAt(name, state, signal).catch(() => null)),
    );
    signal.throwIfAborted();
    return worlds.filter((world) => world !== null);
  }
}

/** A search by words and meaning for what a step of the arm needs itself: every passage counts, and citations are not wanted. */
export function searchFor(
  query: string,
  collections: readonly string[],
  { limit, filters = {} }: { readonly limit: number; readonly filters?: CompleteRequest['filters'] },
): CompleteRequest {
  return {
    query,
    method: 'hybrid',
    limit,
    min_relevance_score: 0,
    include_citations: false,
    knowledge_bases: [...collections],
    filters,
  };
}

function sessionsUntil({ state }: CompleteRequest): FilterOperators {
  const last = state?.asOfSession;
  return last === undefined ? { exists: true } : { lte: last };
}

/** The filters of a request, with sessions besides; null where its own filter already says which by the same operator. */
function withSessions({ filters }: CompleteRequest, sessions: FilterOperators): CompleteRequest['filters'] | null {
  const asked = operatorsOf(filters.session);
  if (Object.keys(sessions).some((operator) => operator in asked)) return null;
  return Object.assign({}, filters, { session: { ...asked, ...sessions } });
}

function operatorsOf(filter: CompleteRequest['filters'][string] | undefined): FilterOperators {
  if (filter === undefined) return {};
  if (Array.isArray(filter)) return { in: filter };
  return typeof filter === 'object' ? filter : { eq: filter };
}

function ranked(results: readonly SearchResult[]): SearchResult[] {
  return results.map((result, index) => ({ ...result, rank: index + 1 }));
}

/**
 * Share of a limit that is kept for what the search itself has found: under a small limit records would take every place but one.
 * With .4, five passages hold .65 of the evidence of `redmoor-hospital` (.59 without, .58 with .5), and ten as much as before.
 */
const OWN_SHARE = 0.4;

/** The best of both, by relevance, at most `limit`; what is added takes the places of the last, never of the first. */
function joined(results: readonly SearchResult[], added: readonly SearchResult[], limit: number): SearchResult[] {
  const known = new Set(results.map(({ metadata }) => metadata.chunk_id));
  const further: SearchResult[] = [];
  for (const result of added) {
    if (known.has(result.metadata.chunk_id)) continue;
    known.add(result.metadata.chunk_id);
    further.push(result);
  }
  const kept = results.slice(0, Math.max(Math.ceil(limit * OWN_SHARE), limit - further.length));
  return ranked(
    [...kept, ...further.slice(0, limit - kept.length)].sort((a, b) => b.relevance_score - a.relevance_score),
  );
}

/** The first of each, then the second of each, and so on. */
function takeTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
