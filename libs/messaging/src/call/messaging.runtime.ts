import { randomFillSync } from 'node:crypto';

/** Everything that messaging takes from outside and a test may want to set. */
export interface MessagingRuntime {
  /** Milliseconds since the Unix epoch; deadlines are told in it. */
  readonly now: () => number;
  /** Monotonic milliseconds, for durations only. */
  readonly monotonic: () => number;
  /** Uniform in [0, 1); jitter of retries and reconnects. */
  readonly random: () => number;
  /** So many random bytes, at most 64, in lowercase hexadecimal; request, trace and span ids. */
  readonly randomHex: (bytes: number) => string;
}

/** One trip to the system's generator costs some 10 µs however little is asked for, a noticeable part of a call. */
const POOL_BYTES = 4_096;
const pool = Buffer.alloc(POOL_BYTES);
let poolUsed = POOL_BYTES;

function randomHex(bytes: number): string {
  if (poolUsed + bytes > POOL_BYTES) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  poolUsed += bytes;
  return pool.toString('hex', poolUsed - bytes, poolUsed);
}

export const SYSTEM_RUNTIME: MessagingRuntime = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  randomHex,
};
