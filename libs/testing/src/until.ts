import { setTimeout as sleep } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';

export interface UntilOptions {
  /** Milliseconds before it gives up; generous, since it only bounds a failing test. Default 10 000. */
  readonly timeoutMs?: number;
  /** Milliseconds between two looks. Default 10. */
  readonly intervalMs?: number;
  /** The awaited condition, as the failure names it. */
  readonly what?: string;
}

/**
 * Waits for something that a test can see but not await.
 *
 * @param condition looked at again and again; anything truthy is what was waited for
 * @returns the condition's first truthy value
 * @throws ArbiterError DEADLINE_EXCEEDED naming `what` when the time is over
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 10_000, intervalMs = 10, what = 'the condition' }: UntilOptions = {},
): Promise<NonNullable<T>> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (performance.now() > end) {
      throw new ArbiterError('DEADLINE_EXCEEDED', `Waited ${timeoutMs} ms in vain for ${what}.`);
    }
    await sleep(intervalMs);
  }
}
