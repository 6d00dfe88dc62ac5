import { compareCodeUnits } from '@arbiter/contracts';
import { POOL_DEPTH, type SearchQuery } from '@arbiter/fusion';
import type { ChunkFilter, ChunkHit } from '@arbiter/ports';
import type { IndexCalls, LegFailure, LegName } from '../calls/index-calls.js';
import { UNMARKED } from './marked-collections.js';
import { scoreLeg, searchLeg, type SearchIndexes, type SearchTarget } from './search-target.js';

/** Candidates taken from each index and collection before fusion: deep enough that fusion sees what either ranks low. */
const CANDIDATES_PER_INDEX = POOL_DEPTH;

/** A chunk that at least one index found, with what each says of it. */
export interface Candidate {
  /** Of the chunk. */
  readonly id: string;
  readonly target: SearchTarget;
  /** Raw scores, also of indexes that did not find it themselves; an index that failed has none. */
  readonly scores: Readonly<Partial<Record<LegName, number>>>;
  /** From 1, over all collections; only of indexes that found it. */
  readonly ranks: Readonly<Partial<Record<LegName, number>>>;
}

export interface CandidatePool {
  readonly candidates: readonly Candidate[];
  /** Ids of those that carry a mark of their origin, or were removed since; none of a collection whose index failed. */
  readonly marked: ReadonlySet<string>;
  readonly failures: readonly LegFailure[];
}

export interface PoolRequest {
  readonly legs: readonly LegName[];
  readonly targets: readonly SearchTarget[];
  /** The query in the terms of each target's analyser. */
  readonly queryFor: (target: SearchTarget) => SearchQuery;
  readonly filter: ChunkFilter;
  /** Chunks that are candidates of a target whatever its indexes think of them. */
  readonly wanted: (target: SearchTarget) => readonly string[];
  /** Whether there are no other candidates. */
  readonly wantedOnly: boolean;
  /** Whether each index also scores what the other ones found. Most of the gain over rank fusion comes from that. */
  readonly complete: boolean;
  /** Whether any chunk of a target carries a mark of its origin. */
  readonly mayHoldMarks: (target: SearchTarget) => Promise<boolean>;
  readonly calls: IndexCalls;
}

interface Answer {
  readonly leg: LegName;
  readonly target: SearchTarget;
  readonly hits: readonly ChunkHit[];
}

interface Completion {
  readonly leg: LegName;
  readonly target: SearchTarget;
  readonly scores: ReadonlyMap<string, number>;
}

/**
 * Asks every index about every collection at once, then each for its scores of what only the others found, and one for marks.
 * An index that fails, or takes too long, is left out and reported.
 *
 * @throws the signal's reason; INVALID_REQUEST of a store, which no other index makes good
 */
export async function gatherCandidates(indexes: SearchIndexes, request: PoolRequest): Promise<CandidatePool> {
  const { legs, targets, queryFor, filter, wanted, wantedOnly, mayHoldMarks, calls } = request;
  const search = async (leg: LegName, target: SearchTarget): Promise<Answer[]> => {
    const within = async (chunkIds?: readonly string[]): Promise<readonly ChunkHit[] | null> => {
      const limits = { limit: CANDIDATES_PER_INDEX, filter, ...(chunkIds && { chunkIds }) };
      return calls.ask(leg, target, (limited) =>
        searchLeg(leg, indexes, target, queryFor(target), { ...limits, signal: limited }),
      );
    };
    const chunkIds = wanted(target);
    const lists = await Promise.all([
      ...(wantedOnly ? [] : [within()]),
      ...(chunkIds.length > 0 ? [within(chunkIds)] : []),
    ]);
    if (lists.includes(null)) return [];
    // Both searches score alike, so that one list is made of them.
    const hits = new Map(lists.flatMap((list) => (list ?? []).map((hit) => [hit.chunkId, hit])));
    return [{ leg, target, hits: [...hits.values()] }];
  };
  const complete = async ({ leg, target }: Answer): Promise<Completion[]> => {
    const chunkIds = missingFrom(leg, target, found);
    if (chunkIds.length === 0) return [];
    const scores = await calls.ask(leg, target, (limited) =>
      scoreLeg(leg, indexes, target, queryFor(target), { chunkIds, signal: limited }),
    );
    return scores === null ? [] : [{ leg, target, scores }];
  };
  const marked = async (target: SearchTarget): Promise<string[]> => {
    const own = found.filter((answer) => answer.target === target);
    const chunkIds = [...new Set(own.flatMap(({ hits }) => hits.map(({ chunkId }) => chunkId)))];
    if (chunkIds.length === 0 || !(await mayHoldMarks(target))) return [];
    // A vector search passes every chunk. One by keywords passes all that it found itself.
    const leg = own.some((answer) => answer.leg === 'vector') ? 'vector' : 'keyword';
    const limits = { limit: chunkIds.length, chunkIds, filter: UNMARKED };
    const hits = await calls.ask(leg, target, (limited) =>
      searchLeg(leg, indexes, target, queryFor(target), { ...limits, signal: limited }),
    );
    const unmarked = new Set((hits ?? []).map(({ chunkId }) => chunkId));
    return hits === null ? [] : chunkIds.filter((id) => !unmarked.has(id));
  };

  const pairs = legs.flatMap((leg) => targets.map((target) => ({ leg, target })));
  const found = (await Promise.all(pairs.map(({ leg, target }) => search(leg, target)))).flat();
  const [completed, marks] = await Promise.all([
    Promise.all(request.complete ? found.map(complete) : []),
    Promise.all(targets.map(marked)),
  ]);
  return { candidates: poolOf(found, completed.flat()), marked: new Set(marks.flat()), failures: calls.failures };
}

/** Adds the candidates of a search that left something out. What only they hold has the ranks of that search. */
export function deepenPool(pool: CandidatePool, deeper: CandidatePool): CandidatePool {
  const known = new Set(pool.candidates.map(({ id }) => id));
  const added = deeper.candidates.filter(({ id }) => !known.has(id));
  return {
    candidates: [...pool.candidates, ...added],
    marked: new Set([...pool.marked, ...deeper.marked]),
    failures: [...pool.failures, ...deeper.failures],
  };
}

/** Chunks of a collection that other indexes found and this one did not. */
function missingFrom(leg: LegName, target: SearchTarget, found: readonly Answer[]): string[] {
  const own = found.find((answer) => answer.leg === leg && answer.target === target);
  const known = new Set(own?.hits.map(({ chunkId }) => chunkId));
  const others = found.filter((answer) => answer.leg !== leg && answer.target === target);
  return [...new Set(others.flatMap(({ hits }) => hits.map(({ chunkId }) => chunkId)))].filter((id) => !known.has(id));
}

function poolOf(found: readonly Answer[], completed: readonly Completion[]): Candidate[] {
  const candidates = new Map<
    string,
    { id: string; target: SearchTarget; scores: MutableScores; ranks: MutableScores }
  >();
  for (const { leg, target, hits } of found) {
    for (const { chunkId, score } of hits) {
      const known = candidates.get(chunkId);
      if (known) known.scores[leg] = score;
      else candidates.set(chunkId, { id: chunkId, target, scores: { [leg]: score }, ranks: {} });
    }
  }
  for (const { leg, scores } of completed) {
    for (const [id, score] of scores) {
      const candidate = candidates.get(id);
      if (candidate) candidate.scores[leg] = score;
    }
  }
  for (const [leg, ids] of rankedIds(found)) {
    ids.forEach((id, index) => {
      const candidate = candidates.get(id);
      if (candidate) candidate.ranks[leg] = index + 1;
    });
  }
  // A chunk that was scored and has no score shares no term with the query: BM25 gives it 0.
  for (const { leg, target } of completed.filter((answer) => answer.leg === 'keyword')) {
    for (const candidate of candidates.values()) {
      if (candidate.target === target) candidate.scores[leg] ??= 0;
    }
  }
  return [...candidates.values()];
}

type MutableScores = Partial<Record<LegName, number>>;

/** Ids of each index over all collections, best first, ties by id. */
function rankedIds(found: readonly Answer[]): Map<LegName, string[]> {
  const hits = new Map<LegName, ChunkHit[]>();
  for (const answer of found) hits.set(answer.leg, [...(hits.get(answer.leg) ?? []), ...answer.hits]);
  return new Map(
    [...hits].map(([leg, of]) => [
      leg,
      of.sort((a, b) => b.score - a.score || compareCodeUnits(a.chunkId, b.chunkId)).map(({ chunkId }) => chunkId),
    ]),
  );
}
