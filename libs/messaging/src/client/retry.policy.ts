import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import type { MessagingRuntime } from '../call/messaging.runtime.js';
import { type Cancellation, throwIfCancelled } from '../call/cancellation.js';

export interface RetryPolicy {
  /** Sends in all, the first included; 1 never retries. */
  readonly attempts: number;
  /** Upper bound of the first wait, in milliseconds; it doubles with every attempt. */
  readonly baseMs: number;
  /** Upper bound of any wait, in milliseconds. */
  readonly capMs: number;
}

/** Ours to choose: three tries within some 100 ms, so that a lost replica costs little and an outage is told soon. */
export const DEFAULT_RETRY: RetryPolicy = { attempts: 3, baseMs: 25, capMs: 1_000 };

/** `details.reason` of an UNAVAILABLE that another try cannot mend: there is no other replica, or no way to any. */
export const NO_RESPONDERS = 'no_responders';
export const DISCONNECTED = 'disconnected';

export interface RetryContext {
  readonly operation: AnyOperation;
  readonly deadline: number;
  readonly caller: Cancellation;
  readonly policy: RetryPolicy;
  readonly runtime: MessagingRuntime;
}

/**
 * Runs an attempt, and runs it again when the operation is idempotent, the failure retryable, and the wait ends before
 * the deadline. Waits are uniform in [0, base · 2ⁿ] ("full jitter": Brooker, Exponential Backoff And Jitter, AWS 2015).
 *
 * @throws ArbiterError of the last attempt; the caller's reason when it loses interest during a wait
 */
export async function retry<T>(context: RetryContext, attempt: () => Promise<T>): Promise<T> {
  const { operation, deadline, caller, policy, runtime } = context;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!operation.idempotent || tried >= policy.attempts || !isWorthRetrying(thrown)) throw thrown;
      const waitMs = backoffMs(tried, policy, runtime.random());
      if (runtime.now() + waitMs >= deadline) throw thrown;
      await sleep(waitMs, undefined, { signal: caller.signal }).catch(() => undefined);
      throwIfCancelled(caller);
    }
  }
}

/**
 * @param tried attempts made, from 1
 * @param chance in [0, 1)
 * @returns milliseconds to wait before the next
 */
export function backoffMs(tried: number, { baseMs, capMs }: RetryPolicy, chance: number): number {
  return chance * Math.min(capMs, baseMs * 2 ** (tried - 1));
}

function isWorthRetrying(thrown: unknown): boolean {
  if (!(thrown instanceof ArbiterError) || !thrown.retryable) return false;
  const { reason } = thrown.details;
  return reason !== NO_RESPONDERS && reason !== DISCONNECTED;
}
