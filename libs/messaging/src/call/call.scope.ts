import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import { type Cancellation, CancellationSource } from './cancellation.js';
import type { MessagingRuntime } from './messaging.runtime.js';

/** Node fires timers beyond this at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface CallScopeOptions {
  readonly operation: AnyOperation;
  /** Absolute, milliseconds since the Unix epoch. */
  readonly deadline: number;
  /** Whose abort is the call's abort. */
  readonly follows: readonly (AbortSignal | Cancellation | undefined)[];
  readonly runtime: Pick<MessagingRuntime, 'now'>;
}

/**
 * The life of one call. It aborts at the deadline, with any cancellation that it follows, or on request.
 * Closed when the call is over, so that timers and listeners go with it.
 */
export class CallScope extends CancellationSource {
  readonly #cleanups: (() => void)[] = [];

  constructor({ operation, deadline, follows, runtime }: CallScopeOptions) {
    super();
    const left = deadline - runtime.now();
    if (left <= 0) {
      this.abort(deadlineExceeded(operation, deadline));
      return;
    }
    for (const followed of follows) if (followed) this.#follow(followed);
    const timer = setTimeout(() => this.abort(deadlineExceeded(operation, deadline)), Math.min(left, LONGEST_TIMER_MS));
    this.#cleanups.push(() => clearTimeout(timer));
  }

  close(): void {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }

  #follow(followed: AbortSignal | Cancellation): void {
    if ('onAbort' in followed) {
      this.#cleanups.push(followed.onAbort((reason) => this.abort(reason)));
      return;
    }
    const abort = (): void => this.abort(abortReasonOf(followed));
    if (followed.aborted) {
      abort();
      return;
    }
    followed.addEventListener('abort', abort, { once: true });
    this.#cleanups.push(() => followed.removeEventListener('abort', abort));
  }
}

/** Why a signal aborted, in our own terms: whoever aborts without an ArbiterError is a caller that went away. */
export function abortReasonOf(signal: AbortSignal): ArbiterError {
  const reason: unknown = signal.reason;
  return reason instanceof ArbiterError ? reason : cancelled(reason);
}

export function cancelled(cause?: unknown): ArbiterError {
  return new ArbiterError('CANCELLED', 'The caller went away.', { cause });
}

export function deadlineExceeded(operation: AnyOperation, deadline: number): ArbiterError {
  return new ArbiterError('DEADLINE_EXCEEDED', `${operation.name} did not finish by its deadline.`, {
    details: { operation: operation.name, deadline },
  });
}

/**
 * Makes the error that the caller gets for a value thrown during a call. An AbortError only echoes the abort, so the reason
 * replaces it. Other values are converted by {@link ArbiterError.from}.
 */
export function callErrorOf(thrown: unknown, { reason }: Cancellation): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  return reason && isAbortError(thrown) ? reason : ArbiterError.from(thrown);
}

function isAbortError(thrown: unknown): boolean {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : null;
  return name === 'AbortError' || name === 'TimeoutError';
}
