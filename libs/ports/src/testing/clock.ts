import type { Clock, IdGenerator } from '../clock.js';

/** A clock that stands still until it is told to move. */
export class ManualClock implements Clock {
  #now: number;

  /** @param start milliseconds since the Unix epoch */
  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  /** @param milliseconds ≥ 0 */
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** `job-1`, `job-2`, …: one sequence of numbers for all prefixes. */
export class SequentialIds implements IdGenerator {
  #last = 0;

  next(prefix: string): string {
    this.#last += 1;
    return `${prefix}-${this.#last}`;
  }
}

/**
 * Runs a step of a fake like an adapter: later than the call, and not at all after an abort. Rejects with the error of the
 * step.
 */
export function answer<T>(signal: AbortSignal | null, step: () => T): Promise<T> {
  return Promise.resolve().then(() => {
    signal?.throwIfAborted();
    return step();
  });
}

/** mulberry32: the same numbers in 0…1 on every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
