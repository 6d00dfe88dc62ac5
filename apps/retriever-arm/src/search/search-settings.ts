import type { FusionMethod } from '@arbiter/contracts';
import type { RetrieverArmConfig } from '../retriever-arm.config.js';
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

/** The settings that the variables of the arm make. */
export function searchSettingsOf(config: RetrieverArmConfig): SearchSettings {
  return {
    fusion: config.fusion,
    rrfK: config.rrfK,
    weights: { vector: config.vectorWeight, keyword: 1 - config.vectorWeight },
    rerank: config.enableReranking,
    indexTimeoutMs: config.indexTimeoutMs,
  };
}
