/** How often a failed call is sent again, and after which delays. */
export interface RetryPolicy {
  /** Attempts after the first one, ≥ 0. */
  readonly retries: number;
  /** Delay before the first retry, in milliseconds. It doubles with each further one. */
  readonly baseDelayMs: number;
  /** Longest delay in milliseconds. A vendor that asks for a longer one is not asked again. */
  readonly maxDelayMs: number;
  /** How much of a delay is random: half of it (`equal`, the default) or all of it (`full`). */
  readonly jitter?: 'equal' | 'full';
}

/**
 * The delay before a retry. A part of it is random, so that clients that failed together do not come back together (M.
 * Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015).
 *
 * @param retry number of the retry, from 1
 * @param random in [0, 1)
 * @returns milliseconds
 */
export function backoffMs(retry: number, policy: Omit<RetryPolicy, 'retries'>, random: number): number {
  const { baseDelayMs, maxDelayMs, jitter = 'equal' } = policy;
  const delay = Math.min(maxDelayMs, baseDelayMs * 2 ** (retry - 1));
  return jitter === 'full' ? delay * random : delay / 2 + (delay / 2) * random;
}
