/** Number and delays of retries of a failed call. */
export interface RetryPolicy {
  /** Retries after the first attempt, ≥ 0. */
  readonly retries: number;
  /** Delay before the first retry, in milliseconds. It doubles with each further retry. */
  readonly baseDelayMs: number;
  /** Longest delay, in milliseconds. If a vendor asks for a longer one, there is no retry. */
  readonly maxDelayMs: number;
  /** The random part of a delay: half (`equal`, the default) or all (`full`). */
  readonly jitter?: 'equal' | 'full';
}

/**
 * The delay before a retry. It is partly random, so that clients that failed together do not return together (M. Brooker,
 * "Exponential Backoff And Jitter", AWS Architecture Blog 2015).
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
