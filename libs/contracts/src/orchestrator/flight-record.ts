import { z } from 'zod';
import { ERROR_TABLE, type ErrorCode } from '../errors.js';
import { ModelBudget, PriceTable } from '../model-call.js';
import { Metadata } from '../passage.js';

/** Largest stored flight, in UTF-8 bytes of its JSON: a record fits into one NATS message (1 MiB by default). */
export const MAX_FLIGHT_BYTES = 768 * 1_024;

/** Key of a reference to a text of the flight. */
export const TEXT_REFERENCE = '$text';
/** Key of a wrapper for an object that looks like a reference or a wrapper itself. */
export const LITERAL = '$literal';

/** A failure as it crosses a process boundary: no stack, no cause. */
export const RecordedError = z.strictObject({
  code: z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  details: Metadata,
});
export type RecordedError = z.output<typeof RecordedError>;

/**
 * One external call of an answer: an operation of an arm, or a step such as `domain` or `session` that reads stored data. If
 * the record was cut here, `input`, `events` and `output` are null, [] and null.
 */
export const RecordedCall = z.strictObject({
  /** Name of the operation, or of the step. */
  name: z.string().min(1),
  /** Revision of the operation's contract; null for a step. */
  revision: z.int().min(1).nullable(),
  /** The stage or tool that made the call; null outside of any. */
  parent: z.string().nullable(),
  /** JSON; long texts are in the record's `texts`, see {@link FlightRecord}. */
  input: z.unknown(),
  /** Events of a streaming operation, in order. */
  events: z.array(z.unknown()),
  /** Null if the call failed. */
  output: z.unknown(),
  error: RecordedError.nullable(),
  /** Annotations of the callee, by name. */
  annotations: z.record(z.string(), z.string()),
  /** Remaining budget of language models at the time of the call; absent: no limit. */
  budget: ModelBudget.optional(),
  /** Calls of language models on the way, each a ModelCall; absent if there were none, or if they are not stored. */
  modelCalls: z.array(z.unknown()).optional(),
  /** Milliseconds after the start of the flight. */
  startedAt: z.number().min(0),
  /** Milliseconds until the end, including the way to the arm and back. */
  ms: z.number().min(0),
  /** Position in the order of completion, from 0: parallel calls end in any order. */
  ended: z.int().min(0),
  /** UTF-8 bytes omitted because the record would have been too large; 0 for a complete call. */
  cutBytes: z.int().min(0),
});
export type RecordedCall = z.output<typeof RecordedCall>;

/**
 * Everything needed to show an answer step by step, and to repeat it without external calls.
 *
 * Passages, prompts and other long texts occur in many calls. A text of more than 64 UTF-16 code units is stored once in
 * `texts`. Its key is the first 16 hexadecimal digits of its SHA-256, and each occurrence becomes `{"$text": "<digits>"}`. An
 * object that looks like that itself is wrapped: `{"$literal": {...}}`.
 */
export const FlightRecord = z.strictObject({
  formatVersion: z.literal(1),
  /** Version of the software that answered. */
  software: z.string(),
  startedAt: z.iso.datetime(),
  /** Deadline of the answer, in milliseconds since the Unix epoch. */
  deadline: z.number(),
  /** The validated request, with defaults. */
  request: z.unknown(),
  /** Notes by name: the plan, the question with its references resolved, decisions. */
  notes: z.record(z.string(), z.unknown()),
  /** In the order in which they started. */
  calls: z.array(RecordedCall),
  /** Generated ids, in order. */
  ids: z.array(z.string()),
  /** Readings of the clock, in order: milliseconds since the Unix epoch, and monotonic ones. */
  clock: z.strictObject({ now: z.array(z.number()), monotonic: z.array(z.number()) }),
  /** Prices that the cost was computed with, of the models that were called; null without a price table. */
  prices: PriceTable.nullable(),
  texts: z.record(z.string(), z.string()),
  /** Events streamed to the caller, in order. */
  events: z.array(z.unknown()),
  /** The outcome: an answer, or a run of the agent; null if it failed. */
  result: z.unknown(),
  error: RecordedError.nullable(),
  /**
   * Parts omitted because of {@link MAX_FLIGHT_BYTES}, in this order: all prompts of language models; the contents of calls,
   * the largest first; all events; the result. Null if nothing was omitted.
   */
  cut: z
    .strictObject({
      /** Calls of language models; a replay does not need them. */
      prompts: z.int().min(0).optional(),
      calls: z.int().min(0),
      events: z.int().min(0),
      result: z.boolean(),
    })
    .nullable(),
});
export type FlightRecord = z.output<typeof FlightRecord>;

/** Whether an object has exactly one key, which is one of ours. */
export function isMarked(value: object): boolean {
  const isNamed = Object.hasOwn(value, TEXT_REFERENCE) || Object.hasOwn(value, LITERAL);
  return isNamed && Object.keys(value).length === 1;
}

/**
 * Restores the texts of a value of a flight.
 *
 * @param value input, events or output of a call; request, notes, events or result of the flight
 * @returns a new value; a reference whose text is missing stays as it is
 */
export function unpackTexts(value: unknown, texts: FlightRecord['texts']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => unpackTexts(item, texts));
  if (isMarked(value)) {
    const marked = value as { readonly [TEXT_REFERENCE]?: unknown; readonly [LITERAL]?: unknown };
    if (LITERAL in marked) return unpackEntries(marked[LITERAL], texts);
    const reference = marked[TEXT_REFERENCE];
    const isKnown = typeof reference === 'string' && Object.hasOwn(texts, reference);
    return isKnown ? (texts[reference] ?? value) : value;
  }
  return unpackEntries(value, texts);
}

function unpackEntries(value: unknown, texts: FlightRecord['texts']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpackTexts(item, texts)]));
}

const JSON_OF = new WeakMap<FlightRecord, string>();

/** A record as JSON, made once: it is weighed when it is packed and written when it is kept. A record does not change. */
export function flightJson(flight: FlightRecord): string {
  const known = JSON_OF.get(flight);
  if (known !== undefined) return known;
  const json = JSON.stringify(flight);
  JSON_OF.set(flight, json);
  return json;
}
