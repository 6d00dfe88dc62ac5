import type { SearchMethod, SearchRequest } from '@arbiter/contracts';

/** What a request that does not say is taken to mean. */
export interface SearchDefaults {
  readonly method: SearchMethod;
  readonly limit: number;
  readonly min_relevance_score: number;
}

/** A request in which nothing is left open. */
export type CompleteRequest = Omit<SearchRequest, keyof SearchDefaults> & SearchDefaults;

export function withDefaults(request: SearchRequest, defaults: SearchDefaults): CompleteRequest {
  return {
    ...request,
    method: request.method ?? defaults.method,
    limit: request.limit ?? defaults.limit,
    min_relevance_score: request.min_relevance_score ?? defaults.min_relevance_score,
  };
}
