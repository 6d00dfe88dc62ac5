/** The only source of time for logic; tests set it. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations only. */
  monotonic(): number;
}

export const SYSTEM_CLOCK: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** @returns RFC 3339 time in UTC with milliseconds */
export function timestampOf(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** The only source of new ids for logic; tests set it. */
export interface IdGenerator {
  /** @returns a new id of letters, digits, "_" and "-" */
  next(prefix: string): string;
}
