import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import { type Cancellation, cancellationOf, CancellationSource } from './cancellation.js';
import type { MessagingRuntime } from './messaging.runtime.js';

/** Between two looks at the deadlines. Ours to choose: far below any deadline, and a hundred looks a second cost nothing. */
const LOOK_MS = 10;

/**
 * Ends calls at their deadlines, up to 10 ms late. One timer for all of them: its own would cost a call more than its validation.
 */
export class DeadlineWatch {
  readonly #scopes = new Set<CallScope>();
  #timer: NodeJS.Timeout | null = null;

  constructor(private readonly runtime: Pick<MessagingRuntime, 'now' | 'monotonic'>) {}

  /** @returns milliseconds until a deadline, by the clock that deadlines are told in */
  left(deadline: number): number {
    return deadline - this.runtime.now();
  }

  /** @param leftMs until the scope ends itself, unless it is taken out before */
  add(scope: CallScope, leftMs: number): void {
    // Monotonic: a clock that is set must not end calls.
    scope.endsAt = this.runtime.monotonic() + leftMs;
    this.#scopes.add(scope);
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
  }

  delete(scope: CallScope): void {
    this.#scopes.delete(scope);
  }

  #look(): void {
    const now = this.runtime.monotonic();
    for (const scope of this.#scopes) if (scope.endsAt <= now) scope.expire();
    if (this.#scopes.size > 0 || !this.#timer) return;
    // Not at once when a call ends: the next one mostly begins right after it.
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

export interface CallScopeOptions {
  readonly operation: AnyOperation;
  /** Absolute, milliseconds since the Unix epoch. */
  readonly deadline: number;
  /** Whose abort is the call's abort. */
  readonly follows: readonly (AbortSignal | Cancellation | undefined)[];
  readonly watch: DeadlineWatch;
}

/**
 * The life of one call. It aborts at the deadline, with any cancellation that it follows, or on request.
 * Closed when the call is over, so that timers and listeners go with it.
 */
export class CallScope extends CancellationSource {
  /** Monotonic milliseconds; for {@link DeadlineWatch}. */
  endsAt = Number.POSITIVE_INFINITY;
  readonly #options: CallScopeOptions;
  readonly #cleanups: (() => void)[] = [];

  constructor(options: CallScopeOptions) {
    super();
    this.#options = options;
    const { deadline, follows, watch } = options;
    const left = watch.left(deadline);
    if (left <= 0) {
      this.expire();
      return;
    }
    for (const followed of follows) if (followed) this.#follow(followed);
    watch.add(this, left);
  }

  expire(): void {
    const { operation, deadline } = this.#options;
    this.abort(deadlineExceeded(operation, deadline));
  }

  close(): void {
    this.#options.watch.delete(this);
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
  }

  #follow(followed: AbortSignal | Cancellation): void {
    const cancellation = followed instanceof AbortSignal ? cancellationOf(followed) : followed;
    if (cancellation) this.#cleanups.push(cancellation.onAbort((reason) => this.abort(reason)));
    else if (followed instanceof AbortSignal) this.#followSignal(followed);
  }

  #followSignal(followed: AbortSignal): void {
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
