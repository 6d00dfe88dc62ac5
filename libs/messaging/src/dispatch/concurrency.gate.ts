import { ArbiterError } from '@arbiter/contracts';
import type { Cancellation } from '../call/cancellation.js';

export interface ConcurrencyLimits {
  /** Calls that run at once. */
  readonly running: number;
  /** Calls that wait for one of them to end; 0 refuses at once. */
  readonly waiting: number;
}

/** A call's right to run, from {@link ConcurrencyGate.enter} to {@link ConcurrencyGate.leave}. */
export interface Slot {
  /** Monotonic milliseconds. */
  readonly takenAt: number;
}

interface WaitingCall {
  /** Monotonic milliseconds; infinite without a deadline. */
  readonly deadline: number;
  readonly admit: (slot: Slot) => void;
  readonly refuse: (error: ArbiterError) => void;
}

/** What the last call adds to the mean of those before it: after 20 calls that take longer, the mean is 7/8 of theirs. */
const WEIGHT_OF_LAST = 0.1;

/** Calls refused before any ended come again after this, in milliseconds. Ours to choose: a refusal costs microseconds. */
const RETRY_UNKNOWN_MS = 1_000;

/**
 * Limits the calls that run and the calls that wait in order of arrival, and refuses the rest. It refuses calls that find the
 * queue full, and calls whose deadline comes before they could end. Work that ends after its caller has stopped waiting only
 * makes the others late, until all of them are.
 *
 * The time of a call is learnt from calls that ran while all slots were taken: one that runs alone is faster than each of
 * sixteen side by side, and would promise all of a crowd an answer. Until such a call has ended, no more wait than run.
 * Estimates change while calls wait, so every end of a call refuses calls that can no longer be in time.
 */
export class ConcurrencyGate {
  readonly #running = new Set<Slot>();
  readonly #waiting = new Set<WaitingCall>();
  /** Moving mean of the time from slot to end under full load, in milliseconds; null before the first. */
  #meanMs: number | null = null;
  /** Since when all slots are taken, in monotonic milliseconds; null while one is free. */
  #fullSince: number | null = null;

  constructor(
    private readonly limits: ConcurrencyLimits,
    private readonly monotonic: () => number = () => performance.now(),
  ) {
    if (!(limits.running >= 1) || !(limits.waiting >= 0)) {
      throw new RangeError(`running must be 1 or more and waiting 0 or more, got ${limits.running}, ${limits.waiting}`);
    }
  }

  /** Calls that have a slot, and those in the queue for one. */
  get load(): ConcurrencyLimits {
    return { running: this.#running.size, waiting: this.#waiting.size };
  }

  /** As {@link enter}, at once. @returns null where all slots are taken */
  tryEnter(): Slot | null {
    return this.#running.size < this.limits.running ? this.#take() : null;
  }

  /**
   * Takes a slot, which the caller gives back with {@link leave}.
   *
   * @param remainingMs until the call's deadline
   * @throws ArbiterError OVERLOADED when the queue is full or the time too short, with `details.retryAfterMs`; the caller's
   *   reason when it loses interest while waiting
   */
  async enter(caller: Cancellation, remainingMs = Number.POSITIVE_INFINITY): Promise<Slot> {
    const free = this.tryEnter();
    if (free) return free;
    const { size } = this.#waiting;
    if (size >= this.#places() || this.#expectedMs(size) > remainingMs) throw this.#overloaded();
    return new Promise<Slot>((resolve, reject) => {
      const call: WaitingCall = {
        deadline: this.monotonic() + remainingMs,
        admit: (slot) => {
          stopListening();
          resolve(slot);
        },
        refuse: (error) => {
          stopListening();
          reject(error);
        },
      };
      this.#waiting.add(call);
      const stopListening = caller.onAbort((reason) => {
        this.#waiting.delete(call);
        reject(reason);
      });
    });
  }

  /**
   * Refuses calls that can no longer be in time, and gives the slot to the longest-waiting of the rest.
   *
   * @param isTypical false for a call that its caller took back: its time says nothing about others
   */
  leave(slot: Slot, isTypical = true): void {
    if (!this.#running.delete(slot)) return;
    if (isTypical) this.#learn(slot);
    this.#refuseLate();
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next.admit(this.#take());
    } else {
      this.#fullSince = null;
    }
  }

  #take(): Slot {
    const slot: Slot = { takenAt: this.monotonic() };
    this.#running.add(slot);
    if (this.#running.size >= this.limits.running) this.#fullSince ??= slot.takenAt;
    return slot;
  }

  #learn({ takenAt }: Slot): void {
    if (this.#fullSince === null) return;
    const now = this.monotonic();
    const ms = now - takenAt;
    if (Math.min(ms, now - this.#fullSince) * 2 < ms) return;
    this.#meanMs = this.#meanMs === null ? ms : this.#meanMs + WEIGHT_OF_LAST * (ms - this.#meanMs);
  }

  #refuseLate(): void {
    const now = this.monotonic();
    let ahead = 0;
    for (const call of this.#waiting) {
      // The first of them has the slot that is free now.
      if (now + this.#expectedMs(ahead - 1) > call.deadline) {
        this.#waiting.delete(call);
        call.refuse(this.#overloaded());
      } else {
        ahead += 1;
      }
    }
  }

  /** Places in the queue. */
  #places(): number {
    return this.#meanMs === null ? Math.min(this.limits.waiting, this.limits.running) : this.limits.waiting;
  }

  /** How long until a call has ended that so many go before, its own time included, in milliseconds. */
  #expectedMs(ahead: number): number {
    return ((ahead + 1) / this.limits.running + 1) * this.#callMs();
  }

  /** What a call takes under full load: what it took, or what those that run have taken already. */
  #callMs(): number {
    let agesMs = 0;
    const now = this.monotonic();
    for (const { takenAt } of this.#running) agesMs += now - takenAt;
    return Math.max(this.#meanMs ?? 0, this.#running.size === 0 ? 0 : agesMs / this.#running.size);
  }

  #overloaded(): ArbiterError {
    // A slot is free every so often; the queue needs not be empty for another try.
    const retryAfterMs = this.#meanMs === null ? RETRY_UNKNOWN_MS : Math.ceil(this.#callMs() / this.limits.running);
    return new ArbiterError('OVERLOADED', 'Too many calls are running; try again in a moment.', {
      details: { ...this.load, retryAfterMs },
    });
  }
}
