import { ArbiterError } from '@arbiter/contracts';
import type { Cancellation } from '../call/cancellation.js';

export interface ConcurrencyLimits {
  /** Calls that run at once. */
  readonly running: number;
  /** Calls that wait for one of them to end; 0 refuses at once. */
  readonly waiting: number;
}

/** What the last call adds to the mean of those before it: after 20 calls that take longer, the mean is 7/8 of theirs. */
const WEIGHT_OF_LAST = 0.1;

/**
 * Lets so many calls run, so many wait in order of arrival, and refuses the rest: those that find the queue full, and those
 * whose time would be over before their turn had come and gone. Work that nobody waits for any more by the time it is done
 * only makes the others late, until all of them are.
 */
export class ConcurrencyGate {
  #running = 0;
  /** Moving mean of the time from slot to end, in milliseconds; null before the first. */
  #meanMs: number | null = null;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly limits: ConcurrencyLimits) {
    if (!(limits.running >= 1) || !(limits.waiting >= 0)) {
      throw new RangeError(`running must be 1 or more and waiting 0 or more, got ${limits.running}, ${limits.waiting}`);
    }
  }

  /** Calls that have a slot, and those in the queue for one. */
  get load(): ConcurrencyLimits {
    return { running: this.#running, waiting: this.#waiting.size };
  }

  /**
   * Takes a slot, which the caller gives back with {@link leave}.
   *
   * @param remainingMs until the call's deadline
   * @throws ArbiterError OVERLOADED when the queue is full or the time too short, with `details.retryAfterMs`; the caller's
   *   reason when it loses interest while waiting
   */
  async enter(caller: Cancellation, remainingMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.#running < this.limits.running) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.size >= this.limits.waiting || this.#expectedMs() > remainingMs) throw this.#overloaded();
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        stopListening();
        resolve();
      };
      this.#waiting.add(admit);
      const stopListening = caller.onAbort((reason) => {
        this.#waiting.delete(admit);
        reject(reason);
      });
    });
  }

  /**
   * Gives the slot to the one who waits longest, if anybody does.
   *
   * @param ms that the call had it
   */
  leave(ms: number): void {
    this.#meanMs = this.#meanMs === null ? ms : this.#meanMs + WEIGHT_OF_LAST * (ms - this.#meanMs);
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else {
      this.#running -= 1;
    }
  }

  /** What a call that comes now may expect to take, its turn in the queue included, in milliseconds. */
  #expectedMs(): number {
    const turns = (this.#waiting.size + 1) / this.limits.running;
    return (turns + 1) * (this.#meanMs ?? 0);
  }

  #overloaded(): ArbiterError {
    // A slot is free every so often; the queue needs not be empty for another try.
    const retryAfterMs = Math.ceil((this.#meanMs ?? 0) / this.limits.running);
    return new ArbiterError('OVERLOADED', 'Too many calls are running; try again in a moment.', {
      details: retryAfterMs > 0 ? { ...this.load, retryAfterMs } : { ...this.load },
    });
  }
}
