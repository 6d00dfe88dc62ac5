import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import type { MessagingRuntime } from './messaging.runtime.js';

/** Node fires timers beyond this at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface CallScopeOptions {
  readonly operation: AnyOperation;
  /** Absolute, milliseconds since the Unix epoch. */
  readonly deadline: number;
  /** Whose abort is the call's abort. */
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly runtime: Pick<MessagingRuntime, 'now'>;
}

/**
 * The life of one call: a signal that aborts, always with an ArbiterError, when the deadline passes, when one of the
 * given signals aborts, or when somebody says so. Closed when the call is over, so that timers and listeners go with it.
 */
export class CallScope {
  readonly #controller = new AbortController();
  readonly #cleanups: (() => void)[] = [];

  constructor({ operation, deadline, signals, runtime }: CallScopeOptions) {
    const left = deadline - runtime.now();
    if (left <= 0) {
      this.abort(deadlineExceeded(operation, deadline));
      return;
    }
    for (const signal of signals) if (signal) this.#follow(signal);
    const timer = setTimeout(() => this.abort(deadlineExceeded(operation, deadline)), Math.min(left, LONGEST_TIMER_MS));
    this.#cleanups.push(() => clearTimeout(timer));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: ArbiterError): void {
    this.#controller.abort(reason);
  }

  close(): void {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }

  #follow(signal: AbortSignal): void {
    const abort = (): void => this.abort(abortReasonOf(signal));
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort, { once: true });
    this.#cleanups.push(() => signal.removeEventListener('abort', abort));
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
 * What the caller is told about something thrown under a signal: an AbortError is only the echo of the abort, so the
 * signal's own reason stands for it; the rest is as {@link ArbiterError.from} says.
 */
export function callErrorOf(thrown: unknown, signal: AbortSignal): ArbiterError {
  if (thrown instanceof ArbiterError) return thrown;
  return signal.aborted && isAbortError(thrown) ? abortReasonOf(signal) : ArbiterError.from(thrown);
}

function isAbortError(thrown: unknown): boolean {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : null;
  return name === 'AbortError' || name === 'TimeoutError';
}
