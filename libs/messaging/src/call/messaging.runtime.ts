import { randomBytes } from 'node:crypto';

/** Everything that messaging takes from outside and a test may want to set. */
export interface MessagingRuntime {
  /** Milliseconds since the Unix epoch; deadlines are told in it. */
  readonly now: () => number;
  /** Monotonic milliseconds, for durations only. */
  readonly monotonic: () => number;
  /** Uniform in [0, 1); jitter of retries and reconnects. */
  readonly random: () => number;
  /** So many random bytes in lowercase hexadecimal; request, trace and span ids. */
  readonly randomHex: (bytes: number) => string;
}

export const SYSTEM_RUNTIME: MessagingRuntime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  randomHex: (bytes) => randomBytes(bytes).toString('hex'),
};
