import { setMaxListeners } from 'node:events';
import { ArbiterError } from '@arbiter/contracts';

/**
 * Waits for work that cannot be cancelled, but no longer than the caller does. It rejects as soon as the signal is aborted;
 * the work runs on, and its outcome is dropped.
 *
 * @param start not called when the signal is already aborted
 * @param reasonOf what it rejects with then; the signal's reason unless given
 */
export async function abortable<T>(
  signal: AbortSignal,
  start: () => Promise<T>,
  reasonOf: (signal: AbortSignal) => Error = ({ reason }) => reason as Error,
): Promise<T> {
  if (signal.aborted) throw reasonOf(signal);
  // Many calls may wait on the signal of one job, each until it is done: not the leak that Node.js warns of.
  setMaxListeners(0, signal);
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(reasonOf(signal));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([start(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** @returns the signal's reason if it is an ArbiterError; else CANCELLED or DEADLINE_EXCEEDED with that reason as the cause */
export function abortReason(signal: AbortSignal): ArbiterError {
  const reason: unknown = signal.reason;
  if (reason instanceof ArbiterError) return reason;
  return reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new ArbiterError('DEADLINE_EXCEEDED', 'The time for the model has run out.', { cause: reason })
    : new ArbiterError('CANCELLED', 'The work of the model was cancelled.', { cause: reason });
}

/** Resolves after that many milliseconds; rejects with the signal's reason as soon as it is aborted. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
