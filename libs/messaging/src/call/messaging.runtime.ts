import { randomFillSync } from 'node:crypto';

/** One trip to the system's generator costs some 10 µs however little is asked for, a noticeable part of a call. */
const POOL_BYTES = 4_096;

/** `00-<trace id>-<span id>-<flags>`, W3C Trace Context level 1; other versions are read by their first four fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** Recorded: no upstream service decided against it. */
const SAMPLED = '01';

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

/** The fields of a traceparent. */
export interface TraceContext {
  readonly traceId: string;
  /** Of the caller. */
  readonly spanId: string;
  /** Two hexadecimal digits; the lowest bit says whether the trace is recorded. */
  readonly flags: string;
}

/** @returns null when the text is no traceparent */
export function parseTraceparent(traceparent: string): TraceContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  return traceId !== undefined && spanId !== undefined && flags !== undefined ? { traceId, spanId, flags } : null;
}

/** The trace id in a traceparent; null when the text is not one. */
export function traceIdOf(traceparent: string): string | null {
  return parseTraceparent(traceparent)?.traceId ?? null;
}

/**
 * Makes the trace context of a new call: a span of its own in the parent's trace. Without a parent, or with a malformed one,
 * it is the first span of a new trace (as the specification asks).
 */
export function nextTraceparent(parent: string | undefined, { randomHex }: MessagingRuntime): string {
  const { traceId = randomHex(16), flags = SAMPLED } = parseTraceparent(parent ?? '') ?? {};
  return `00-${traceId}-${randomHex(8)}-${flags}`;
}
