import type { FlightRecord } from '@arbiter/contracts';
import type { Clock, IdGenerator } from '@arbiter/ports';

/** A clock that remembers what it has shown. */
export class RecordingClock implements Clock {
  readonly readings: { readonly now: number[]; readonly monotonic: number[] } = { now: [], monotonic: [] };

  constructor(private readonly clock: Clock) {}

  now(): number {
    return remember(this.readings.now, this.clock.now());
  }

  monotonic(): number {
    return remember(this.readings.monotonic, this.clock.monotonic());
  }
}

/** Shows what was shown before; whoever looks more often sees it stand still. */
export class ReplayingClock implements Clock {
  #now = 0;
  #monotonic = 0;

  constructor(private readonly readings: FlightRecord['clock']) {}

  now(): number {
    return nth(this.readings.now, this.#now++);
  }

  monotonic(): number {
    return nth(this.readings.monotonic, this.#monotonic++);
  }
}

export class RecordingIds implements IdGenerator {
  readonly given: string[] = [];

  constructor(private readonly ids: IdGenerator) {}

  next(prefix: string): string {
    return remember(this.given, this.ids.next(prefix));
  }
}

/** Gives out the ids of before; then such as no flight has. */
export class ReplayingIds implements IdGenerator {
  #next = 0;

  constructor(private readonly given: readonly string[]) {}

  next(prefix: string): string {
    const index = this.#next++;
    return this.given[index] ?? `${prefix}-replay-${index}`;
  }
}

function remember<T>(list: T[], value: T): T {
  list.push(value);
  return value;
}

function nth(readings: readonly number[], index: number): number {
  return readings[Math.min(index, readings.length - 1)] ?? 0;
}
