import { ArbiterError } from '@arbiter/contracts';

/** What an answer notes while it is made. */
export interface PlannerCall {
  readonly signal: AbortSignal;
  /** Parts that could not be used; told when the planner is away. */
  readonly degraded: Set<string>;
}

/**
 * Asks the planner, without which an answer can be made: not so well, and saying so.
 *
 * @param instead what is done while it is away
 * @throws its refusals, which asking again would not mend, and whatever it fails with for a caller who has left
 */
export async function askPlanner<T>(
  ask: () => Promise<T>,
  { signal, degraded }: PlannerCall,
  instead: () => T,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ArbiterError) || !error.retryable || signal.aborted) throw error;
    degraded.add('planner');
    return instead();
  }
}
