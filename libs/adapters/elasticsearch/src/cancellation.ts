/** How a request was ended before it was answered. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';

  constructor(readonly limitMs: number) {
    super(`There was no answer within ${limitMs} ms.`);
  }
}

/**
 * Runs a request under a signal of its own, aborted with the caller's or after the time limit.
 *
 * Elastic's transport ends a request that runs out of time by dispatching an `abort` event on the signal it was given,
 * which other calls may share; and `AbortSignal.any` holds on to a long-lived signal for each request.
 *
 * @throws the caller's reason, or {@link TimeLimitError}, whichever ended it
 */
export async function limited<T>(
  signal: AbortSignal,
  limitMs: number,
  run: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const onAbort = (): void => own.abort(signal.reason);
  const timer = setTimeout(() => own.abort(new TimeLimitError(limitMs)), limitMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await run(own.signal);
  } catch (thrown) {
    throw own.signal.aborted ? own.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Waits for work that goes on when its caller leaves: rejects with the signal's reason as soon as it is aborted.
 *
 * @param start not called when the signal is already aborted
 */
export async function abortable<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([start(), aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
