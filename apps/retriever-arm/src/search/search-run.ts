import type { IndexCalls, LegName } from '../calls/index-calls.js';
import type { FusionMethod, Principal, SearchMethod, SearchRequest } from '@arbiter/contracts';
import type { SearchQuery } from '@arbiter/fusion';
import type { ChunkFilter } from '@arbiter/ports';
import type { StageClock } from '../calls/time-budget.js';
import type { SearchText } from '../candidates/search-text.js';
import type { SearchTarget } from '../candidates/search-target.js';

/** A query in the terms of a target's analyser. */
export type QueryFor = (target: SearchTarget) => SearchQuery;

/** Everything that one search carries through its stages. */
export interface SearchRun {
  readonly request: CompleteRequest;
  readonly text: SearchText;
  /** Whether it asks about something by its name: the first round is exact enough. */
  readonly isNamed: boolean;
  /** At least one. */
  readonly targets: readonly SearchTarget[];
  readonly legs: readonly LegName[];
  /** Whether the embedding model knows the script of the query; what its cosines say means nothing otherwise. */
  readonly modelReadsQuery: boolean;
  readonly filter: ChunkFilter;
  readonly fusion: FusionMethod;
  /** Whether the candidates are to be reranked. */
  readonly reranks: boolean;
  readonly signal: AbortSignal;
  /** What the calls of each step are made from, so that all of them know which index keeps silent. */
  readonly calls: IndexCalls;
  readonly clock: StageClock;
}

/** Values for fields that a request leaves out. */
export interface SearchDefaults {
  readonly method: SearchMethod;
  readonly limit: number;
  readonly min_relevance_score: number;
}

/** A request in which nothing is left open. */
export type CompleteRequest = Omit<SearchRequest, keyof SearchDefaults> &
  SearchDefaults & {
    /** Whose collections and documents alone are found; absent or null: all. */
    readonly caller?: Principal | null;
  };

export function withDefaults(
  request: SearchRequest,
  defaults: SearchDefaults,
  caller: Principal | null = null,
): CompleteRequest {
  return {
    ...request,
    caller,
    method: request.method ?? defaults.method,
    limit: request.limit ?? defaults.limit,
    min_relevance_score: request.min_relevance_score ?? defaults.min_relevance_score,
  };
}

/** How this arm searches when a request does not say otherwise. */
export interface SearchSettings {
  readonly fusion: FusionMethod;
  /** Share of each index in a hybrid search, ≥ 0, not both 0. */
  readonly weights: Readonly<Record<LegName, number>>;
  /** Whether hybrid searches are reranked. */
  readonly rerank: boolean;
  /** Longest wait for one answer of one index, in milliseconds; the other index then answers alone. */
  readonly indexTimeoutMs: number;
}
