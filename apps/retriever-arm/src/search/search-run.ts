import type { FusionMethod, SearchRequest } from '@arbiter/contracts';
import type { SearchQuery } from '@arbiter/fusion';
import type { ChunkFilter } from '@arbiter/ports';
import type { LegName, SearchTarget } from './search-target.js';
import type { SearchText } from './search-text.js';
import type { StageClock } from './stage-clock.js';

/** A query in the terms of a target's analyser. */
export type QueryFor = (target: SearchTarget) => SearchQuery;

/** Everything that one search carries through its stages. */
export interface SearchRun {
  readonly request: SearchRequest;
  readonly text: SearchText;
  /** At least one. */
  readonly targets: readonly SearchTarget[];
  readonly legs: readonly LegName[];
  readonly filter: ChunkFilter;
  readonly fusion: FusionMethod;
  readonly signal: AbortSignal;
  readonly clock: StageClock;
}
