/**
 * Runs a step of a fake as an adapter would: later than the call, and not at all under an aborted signal. What the step
 * throws rejects.
 */
export function answer<T>(signal: AbortSignal | null, step: () => T): Promise<T> {
  return Promise.resolve().then(() => {
    signal?.throwIfAborted();
    return step();
  });
}
