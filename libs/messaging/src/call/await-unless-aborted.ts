import { abortReasonOf } from './call.scope.js';

/**
 * Waits for a promise no longer than the signal lives. The promise itself is not stopped, only no longer waited for,
 * and a failure of it after that is not an unhandled one.
 *
 * (`Promise.race` against one long-lived promise per call would keep a reaction for every event of a stream.)
 *
 * @throws ArbiterError the signal's reason once it aborts; whatever the promise rejects with before that
 */
export function awaitUnlessAborted<T>(promise: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  let abort: () => void;
  return new Promise<T>((resolve, reject) => {
    abort = () => reject(abortReasonOf(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject);
  }).finally(() => signal.removeEventListener('abort', abort));
}
