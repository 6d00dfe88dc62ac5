import { setMaxListeners } from 'node:events';
import { ArbiterError, type ErrorCode } from '@arbiter/contracts';

/**
 * Runs a step that stops when its signal is aborted: by the caller, or because the time is over. The signal is the step's
 * own: a vendor's client may dispatch events on it that others must not see.
 *
 * Not `AbortSignal.any` with `AbortSignal.timeout`: a caller's signal may live as long as the process, and this leaves no
 * timer and no listener behind.
 *
 * @param timeoutMs milliseconds, > 0
 * @param code of the error when the time is over; default: UNAVAILABLE
 * @throws the caller's reason, or ArbiterError with the code and `details.timeoutMs`
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  {
    timeoutMs,
    what,
    code = 'UNAVAILABLE',
  }: { readonly timeoutMs: number; readonly what: string; readonly code?: ErrorCode },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  // Many steps of one job may run at once on its signal: not the leak that Node.js warns of.
  setMaxListeners(0, signal);
  const leave = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => controller.abort(lateness(code, what, timeoutMs)), timeoutMs);
  try {
    return await run(controller.signal);
  } catch (thrown) {
    controller.signal.throwIfAborted();
    throw thrown;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

function lateness(code: ErrorCode, what: string, timeoutMs: number): ArbiterError {
  return new ArbiterError(code, `${what} did not answer within ${timeoutMs} ms.`, { details: { timeoutMs } });
}
