import type { FusionMethod } from '@arbiter/contracts';
import type { SearchQuery } from '@arbiter/fusion';
import type { ChunkFilter } from '@arbiter/ports';
import type { QueryKind } from './query-kind.js';
import type { CompleteRequest } from './search-defaults.js';
import type { LegName, SearchTarget } from './search-target.js';
import type { SearchText } from './search-text.js';
import type { StageClock } from './stage-clock.js';

/** A query in the terms of a target's analyser. */
export type QueryFor = (target: SearchTarget) => SearchQuery;

/** Everything that one search carries through its stages. */
export interface SearchRun {
  readonly request: CompleteRequest;
  readonly text: SearchText;
  readonly kind: QueryKind;
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
  readonly clock: StageClock;
}
