import { backoffMs, type ArbiterError, type RetryPolicy } from '@arbiter/contracts';

/**
 * Two retries, as the vendors' own SDKs have, within four seconds: the caller's deadline is ten (`retriever.search`),
 * and an answer without a language model is better than one that is too late.
 */
export const DEFAULT_RETRY_POLICY: RetryPolicy = { retries: 2, baseDelayMs: 500, maxDelayMs: 4_000 };

/**
 * How long to wait before a request is sent again: the delay that the vendor asked for, else an exponential one.
 *
 * @param retry number of the retry, from 1
 * @param random in [0, 1)
 * @returns milliseconds, or null when it must not, or need not, be sent again
 */
export function retryDelayMs(error: ArbiterError, retry: number, policy: RetryPolicy, random: number): number | null {
  if (!error.retryable || retry > policy.retries) return null;
  const asked = error.details.retryAfterMs;
  if (typeof asked === 'number') return asked <= policy.maxDelayMs ? asked : null;
  return backoffMs(retry, policy, random);
}
