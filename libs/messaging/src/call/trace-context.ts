import type { MessagingRuntime } from './messaging.runtime.js';

/** `00-<trace id>-<span id>-<flags>`, W3C Trace Context level 1; other versions are read by their first four fields. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})(?:-.*)?$/;

/** Recorded: nobody upstream decided against it. */
const SAMPLED = '01';

/** The trace id in a traceparent; null when the text is not one. */
export function traceIdOf(traceparent: string): string | null {
  return TRACEPARENT.exec(traceparent)?.[1] ?? null;
}

/**
 * The trace context of a new call: a span of its own in the parent's trace, or the first span of a new
 * trace when there is no parent or it is malformed (as the specification asks).
 */
export function nextTraceparent(parent: string | undefined, { randomHex }: MessagingRuntime): string {
  const [, traceId = randomHex(16), flags = SAMPLED] = TRACEPARENT.exec(parent ?? '') ?? [];
  return `00-${traceId}-${randomHex(8)}-${flags}`;
}
