import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_PAUSE_MS } from './elasticsearch-options.js';

/**
 * Waits before another attempt: a random time up to the first pause doubled with each attempt ("full jitter", M. Brooker,
 * "Exponential Backoff and Jitter", AWS Architecture Blog 2015), so that clients that failed together do not return
 * together.
 *
 * @param attempt those that failed so far, from 1
 * @param random 0…1
 * @throws the signal's reason
 */
export async function retryPause(
  attempt: number,
  { firstMs, random }: { readonly firstMs: number; readonly random: () => number },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const most = Math.min(MAX_PAUSE_MS, firstMs * 2 ** (attempt - 1));
  try {
    await sleep(Math.ceil(most * random()), undefined, { signal });
  } catch (thrown) {
    throw signal.aborted ? signal.reason : thrown;
  }
}
