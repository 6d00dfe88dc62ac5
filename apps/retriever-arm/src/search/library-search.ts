import type { TimeBudget } from '../calls/time-budget.js';
import type { CompleteRequest } from './search-run.js';
import type { SearchOutcome } from './search.service.js';

export type { CompleteRequest } from './search-run.js';
export type { SearchOutcome } from './search.service.js';

/** The search of the library, as its callers know it: the port between search and world. */
export interface LibrarySearch {
  /** @throws ArbiterError of the stores; DEADLINE_EXCEEDED; the signal's reason */
  search(request: CompleteRequest, signal: AbortSignal, time: TimeBudget): Promise<SearchOutcome>;
}
