/**
 * Waits for work that cannot be cancelled, but no longer than the caller does: rejects with the signal's reason as soon
 * as it is aborted. The work itself runs on; its outcome is then dropped.
 *
 * @param start not called when the signal is already aborted
 */
export async function abortable<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([start(), aborted]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}
