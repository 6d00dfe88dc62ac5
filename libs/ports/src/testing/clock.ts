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

/** `job-1`, `job-2`, …: one row of numbers over all prefixes. */
export class SequentialIds implements IdGenerator {
  #last = 0;

  next(prefix: string): string {
    this.#last += 1;
    return `${prefix}-${this.#last}`;
  }
}
