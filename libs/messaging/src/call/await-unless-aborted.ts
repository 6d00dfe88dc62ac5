import type { Cancellation } from './cancellation.js';

/**
 * Waits for a promise no longer than the caller is interested. The promise itself is not stopped, only no longer waited
 * for, and a failure of it after that is not an unhandled one.
 *
 * (`Promise.race` against one long-lived promise per call would keep a reaction for every event of a stream.)
 *
 * @throws ArbiterError the reason of the cancellation; whatever the promise rejects with before that
 */
export function awaitUnlessAborted<T>(promise: PromiseLike<T>, cancellation: Cancellation): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stopListening = cancellation.onAbort(reject);
    promise.then(stopListening, stopListening);
    promise.then(resolve, reject);
  });
}
