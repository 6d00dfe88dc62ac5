import { setMaxListeners } from 'node:events';
import { ArbiterError } from '@arbiter/contracts';

/** @returns the signal's reason when it is one of ours; CANCELLED or DEADLINE_EXCEEDED with it as the cause otherwise */
export function abortReason(signal: AbortSignal): ArbiterError {
  const reason: unknown = signal.reason;
  if (reason instanceof ArbiterError) return reason;
  return reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new ArbiterError('DEADLINE_EXCEEDED', 'The time for the model has run out.', { cause: reason })
    : new ArbiterError('CANCELLED', 'The work of the model was cancelled.', { cause: reason });
}

/** @returns what the promise gives, unless the signal is aborted first: then rejects with {@link abortReason} */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // Its failure, should it come, has no listener any more.
    promise.catch(() => undefined);
    throw abortReason(signal);
  }
  // Many calls wait on the signal of one job, each until it is done: no leak that Node should warn of.
  setMaxListeners(0, signal);
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(abortReason(signal));
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
