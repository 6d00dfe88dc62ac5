import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyOperation, ArbiterError, backoffMs, type RetryPolicy } from '@arbiter/contracts';
import type { MessagingRuntime } from '../call/messaging.runtime.js';
import { type Cancellation, throwIfCancelled } from '../call/cancellation.js';

/** Ours to choose: three tries within some 100 ms, so that a lost replica costs little and an outage is told soon. */
export const DEFAULT_RETRY: RetryPolicy = { retries: 2, baseDelayMs: 25, maxDelayMs: 1_000, jitter: 'full' };

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
 * the deadline.
 *
 * @throws ArbiterError of the last attempt; the caller's reason when it loses interest during a wait
 */
export async function retry<T>(context: RetryContext, attempt: () => Promise<T>): Promise<T> {
  const { operation, deadline, caller, policy, runtime } = context;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!operation.idempotent || tried > policy.retries || !isWorthRetrying(thrown)) throw thrown;
      const waitMs = backoffMs(tried, policy, runtime.random());
      if (runtime.now() + waitMs >= deadline) throw thrown;
      await sleep(waitMs, undefined, { signal: caller.signal }).catch(() => undefined);
      throwIfCancelled(caller);
    }
  }
}

function isWorthRetrying(thrown: unknown): boolean {
  if (!(thrown instanceof ArbiterError) || !thrown.retryable) return false;
  const { reason } = thrown.details;
  return reason !== NO_RESPONDERS && reason !== DISCONNECTED;
}
