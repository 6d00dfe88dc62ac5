import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';

/** `closed`: calls go through. `open`: none does. `half-open`: one does, to test the server. */
export type CircuitState = 'closed' | 'open' | 'half-open';

export interface CircuitSettings {
  /** Failures in a row that open the circuit, ≥ 1. */
  readonly failures: number;
  /** How long it stays open at first, in milliseconds; doubled each time the trial fails. */
  readonly coolDownMs: number;
  readonly longestCoolDownMs: number;
}

/** An outage is noticed within a few questions, and its end within seconds of it. */
export const DEFAULT_CIRCUIT: CircuitSettings = { failures: 5, coolDownMs: 10_000, longestCoolDownMs: 160_000 };

/** Longest wait that a server is granted at once: a limit may be raised before its day is over. */
const LONGEST_ASKED_MS = 3_600_000;

/** One call that was let through; one of its methods is called when it has ended. */
export interface CircuitPass {
  succeeded(): void;
  /** Whether that counts against the server is read off the error: a request that is refused, or was cancelled, does not. */
  failed(thrown: unknown): void;
  /** The caller stopped waiting before the end. */
  left(): void;
}

/** Faults of a server, a missing key or model included: an immediate retry does not mend them. */
const FAULTS: ReadonlySet<ErrorCode> = new Set([
  'UNAVAILABLE',
  'OVERLOADED',
  'RATE_LIMITED',
  'DEADLINE_EXCEEDED',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
]);

/**
 * Keeps callers from waiting for a server that is not there ("Circuit Breaker", M. Nygard, Release It!, 2nd ed. 2018,
 * chapter 5): after some failures in a row calls are refused at once, and after a while one is tried. A server that asks
 * for a longer wait (`details.retryAfterMs`) gets it after its first failure, up to an hour; then calls go through again.
 */
export class CircuitBreaker {
  #state: CircuitState = 'closed';
  #failures = 0;
  #coolDownMs: number;
  #openUntil = 0;
  /** The server has said until when. */
  #isAsked = false;
  #last: ArbiterError | null = null;
  readonly #listeners = new Set<(state: CircuitState, last: ArbiterError | null) => void>();

  /** @param what names the server in errors: `ollama/llama3.2` */
  constructor(
    private readonly what: string,
    private readonly clock: Clock,
    private readonly settings: CircuitSettings = DEFAULT_CIRCUIT,
  ) {
    this.#coolDownMs = settings.coolDownMs;
  }

  get state(): CircuitState {
    return this.#state;
  }

  /** @param listener told of every change, with the failure that led to it; null where there was none */
  onChange(listener: (state: CircuitState, last: ArbiterError | null) => void): void {
    this.#listeners.add(listener);
  }

  /** @throws ArbiterError UNAVAILABLE with `details.reason` `circuit-open` and `details.retryAfterMs`, where no call may go through now */
  enter(): CircuitPass {
    if (this.#state !== 'closed') this.tryAgain();
    const isTrial = this.#state === 'half-open';
    const left = (): void => {
      // The next call tries instead.
      if (isTrial && this.#state === 'half-open') this.change('open');
    };
    return {
      succeeded: () => this.close(),
      failed: (thrown) => {
        if (!(thrown instanceof ArbiterError)) left();
        else if (thrown.details.reason === 'malformed-output') this.close();
        else if (FAULTS.has(thrown.code)) this.count(thrown);
        else left();
      },
      left,
    };
  }

  private tryAgain(): void {
    if (this.#state !== 'open' || this.#openUntil > this.clock.monotonic()) throw this.refusal();
    if (this.#isAsked) this.close();
    else this.change('half-open');
  }

  /** What is told to calls that may not go through. */
  refusal(): ArbiterError {
    const leftMs = this.#openUntil - this.clock.monotonic();
    const why = this.#last ? ` The last failure: ${this.#last.message}` : '';
    return new ArbiterError('UNAVAILABLE', `${this.what} has failed and is not asked now.${why}`, {
      details: { reason: 'circuit-open', retryAfterMs: Math.max(0, Math.ceil(leftMs)) },
    });
  }

  private count(error: ArbiterError): void {
    const { retryAfterMs } = error.details;
    if (typeof retryAfterMs === 'number' && retryAfterMs > this.settings.coolDownMs) {
      this.waitFor(Math.min(retryAfterMs, LONGEST_ASKED_MS), error);
      return;
    }
    // Each of its like would keep a caller waiting as long.
    this.#failures = error.details.reason === 'silent' ? this.settings.failures : this.#failures + 1;
    this.#last = error;
    if (this.#state === 'half-open') this.#coolDownMs = Math.min(this.#coolDownMs * 2, this.settings.longestCoolDownMs);
    else if (this.#state === 'open' || this.#failures < this.settings.failures) return;
    this.#isAsked = false;
    this.#openUntil = this.clock.monotonic() + this.#coolDownMs;
    this.change('open');
  }

  private waitFor(askedMs: number, error: ArbiterError): void {
    this.#isAsked = true;
    this.#last = error;
    this.#openUntil = this.clock.monotonic() + askedMs;
    if (this.#state !== 'open') this.change('open');
  }

  private close(): void {
    this.#failures = 0;
    this.#last = null;
    this.#coolDownMs = this.settings.coolDownMs;
    if (this.#state !== 'closed') this.change('closed');
  }

  private change(state: CircuitState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(state, this.#last);
  }
}
