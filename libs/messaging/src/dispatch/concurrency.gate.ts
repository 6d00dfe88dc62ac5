import { ArbiterError } from '@arbiter/contracts';
import type { Cancellation } from '../call/cancellation.js';

export interface ConcurrencyLimits {
  /** Calls that run at once. */
  readonly running: number;
  /** Calls that wait for one of them to end; 0 refuses at once. */
  readonly waiting: number;
}

/** Lets so many calls run, so many wait in order of arrival, and refuses the rest. */
export class ConcurrencyGate {
  #running = 0;
  readonly #waiting = new Set<() => void>();

  constructor(private readonly limits: ConcurrencyLimits) {
    if (!(limits.running >= 1) || !(limits.waiting >= 0)) {
      throw new RangeError(`running must be 1 or more and waiting 0 or more, got ${limits.running}, ${limits.waiting}`);
    }
  }

  /**
   * Takes a slot, which the caller gives back with {@link leave}.
   *
   * @throws ArbiterError OVERLOADED when the queue is full; the caller's reason when it loses interest while waiting
   */
  async enter(caller: Cancellation): Promise<void> {
    if (this.#running < this.limits.running) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.size >= this.limits.waiting) {
      throw new ArbiterError('OVERLOADED', 'Too many calls are running; try again in a moment.', {
        details: { running: this.#running, waiting: this.#waiting.size },
      });
    }
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

  /** Gives the slot to the one who waits longest, if anybody does. */
  leave(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next();
    } else {
      this.#running -= 1;
    }
  }
}
