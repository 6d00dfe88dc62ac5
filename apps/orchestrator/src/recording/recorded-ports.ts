import type { FlightRecord } from '@arbiter/contracts';
import type { Clock, IdGenerator } from '@arbiter/ports';
import type { CallLog } from './call-log.js';
import { outcomeOf, type CallScript } from './call-script.js';

type AsyncMethod = (...values: unknown[]) => Promise<unknown>;

/** The port, with every call of it logged; of its writes without what was written: it is in what came of the run. */
export function recordingPort<T extends object>(
  name: string,
  port: T,
  writes: readonly PropertyKey[],
  log: CallLog,
): T {
  return portOf(port, async (method, call, values) => {
    const entry = log.begin(`${name}.${method}`, null, writes.includes(method) ? null : values);
    try {
      const output = await call();
      entry.succeeded(output);
      return output;
    } catch (thrown) {
      entry.failed(thrown);
      throw thrown;
    }
  });
}

/** A port that answers as before, writes whatever they write now. The one that it stands for only lends its names. */
export function replayingPort<T extends object>(
  name: string,
  port: T,
  writes: readonly PropertyKey[],
  script: CallScript,
): T {
  return portOf(port, async (method, _call, values) =>
    outcomeOf(await script.take(`${name}.${method}`, writes.includes(method) ? null : values)),
  );
}

/** @param serve gets the call of the port to make, and its values without signals: those are of one run, not of the input */
function portOf<T extends object>(
  port: T,
  serve: (method: string, call: () => Promise<unknown>, values: unknown[]) => Promise<unknown>,
): T {
  return new Proxy(port, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key, target);
      if (typeof key !== 'string' || typeof member !== 'function') return member;
      const method = member.bind(target) as AsyncMethod;
      return (...values: unknown[]) =>
        serve(
          key,
          () => method(...values),
          values.filter((value) => !(value instanceof AbortSignal)),
        );
    },
  });
}

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

/** Gives out the ids of before; then such as no run has. */
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
