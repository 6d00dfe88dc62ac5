/** Request and response headers of every operation over HTTP. */
export const HTTP_HEADERS = {
  /** In: the caller's id for the request. Out: the id under which the logs have it. */
  requestId: 'Arbiter-Request-Id',
  /** In: milliseconds from now after which the caller no longer wants the answer. */
  deadlineMs: 'Arbiter-Deadline-Ms',
  /** In: the key, instead of `Authorization: Bearer`. */
  apiKey: 'x-api-key',
  /** Out: the durations that an operation tells of (its annotation `timing`), under the name that browsers know. */
  serverTiming: 'Server-Timing',
} as const;

/** Media types under which a streaming operation sends its events before its output. */
export const NDJSON_MEDIA_TYPE = 'application/x-ndjson';
export const SSE_MEDIA_TYPE = 'text/event-stream';

/** Longest deadline that a caller may ask for where the operation's own default is shorter. */
export const MAX_DEADLINE_MS = 600_000;
