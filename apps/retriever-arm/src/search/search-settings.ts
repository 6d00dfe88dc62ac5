import type { FusionMethod } from '@arbiter/contracts';
import type { LegName } from './search-target.js';

/** How this arm searches when a request does not say otherwise. */
export interface SearchSettings {
  readonly fusion: FusionMethod;
  /** Smoothing constant of reciprocal rank fusion, > 0. */
  readonly rrfK: number;
  /** Share of each index in a hybrid search, ≥ 0, not both 0. */
  readonly weights: Readonly<Record<LegName, number>>;
  /** Whether hybrid searches are reranked. */
  readonly rerank: boolean;
  /** Longest wait for one answer of one index, in milliseconds; the other index then answers alone. */
  readonly indexTimeoutMs: number;
}

export const DEFAULT_SEARCH_SETTINGS: SearchSettings = {
  fusion: 'feedback',
  rrfK: 60,
  weights: { vector: 1, keyword: 1 },
  rerank: true,
  indexTimeoutMs: 4_000,
};
