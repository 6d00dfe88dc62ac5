import { z } from 'zod';
import { ERROR_TABLE, type ErrorCode } from '../errors.js';
import { ModelBudget, PriceTable } from '../model-call.js';
import { Metadata } from '../passage.js';

/** Largest flight that is kept, in UTF-8 bytes of its JSON: a record fits into one NATS message (1 MiB by default). */
export const MAX_FLIGHT_BYTES = 768 * 1_024;

/** Key of a reference to a text of the flight. */
export const TEXT_REFERENCE = '$text';
/** Key that wraps an object which looks like a reference or a wrapping by itself. */
export const LITERAL = '$literal';

/** A failure as it crossed a process boundary: no stack, no cause. */
export const RecordedError = z.strictObject({
  code: z.enum(Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  details: Metadata,
});
export type RecordedError = z.output<typeof RecordedError>;

/**
 * One thing that an answer needed from outside of its own code: an operation of an arm, or a step such as `domain` or
 * `session` that read what is not code. Where a record was cut, `input`, `events` and `output` are null, [] and null.
 */
export const RecordedCall = z.strictObject({
  /** Name of the operation, or of the step. */
  name: z.string().min(1),
  /** Revision of the operation's contract; null for a step. */
  revision: z.int().min(1).nullable(),
  /** The stage or tool that needed it; null outside of any. */
  parent: z.string().nullable(),
  /** JSON; long texts stand in the record's `texts`, see {@link FlightRecord}. */
  input: z.unknown(),
  /** What a streaming operation yielded, in order. */
  events: z.array(z.unknown()),
  /** Null when it failed. */
  output: z.unknown(),
  error: RecordedError.nullable(),
  /** What the callee said beside its output, by name. */
  annotations: z.record(z.string(), z.string()),
  /** What language models had left for the answer when the call was made; absent where nothing bounds it. */
  budget: ModelBudget.optional(),
  /** What language models were asked on the way, each a ModelCall; absent where none was, or it was not to be kept. */
  modelCalls: z.array(z.unknown()).optional(),
  /** Milliseconds after the start of the flight. */
  startedAt: z.number().min(0),
  /** Milliseconds until it ended, the way to the arm and back included. */
  ms: z.number().min(0),
  /** Its place in the order in which the calls ended, from 0: those that run side by side end in any order. */
  ended: z.int().min(0),
  /** UTF-8 bytes that were left out since the record would have been too large; 0 for a whole call. */
  cutBytes: z.int().min(0),
});
export type RecordedCall = z.output<typeof RecordedCall>;

/**
 * Everything from which an answer can be shown step by step and made once more without asking anybody.
 *
 * Passages, prompts and other long texts come back in many calls: a text that is longer than 64 UTF-16 code units stands
 * once in `texts`, under the first 16 hexadecimal digits of its SHA-256, and where it was stands
 * `{"$text": "<digits>"}`. An object that looks like that by itself is wrapped: `{"$literal": {...}}`.
 */
export const FlightRecord = z.strictObject({
  formatVersion: z.literal(1),
  /** Version of the software that answered. */
  software: z.string(),
  startedAt: z.iso.datetime(),
  /** Until when the answer had to be there, milliseconds since the Unix epoch. */
  deadline: z.number(),
  /** What was asked, as it was understood: defaults filled in. */
  request: z.unknown(),
  /** What was noted on the way, by name: the plan, the question with its references resolved, decisions. */
  notes: z.record(z.string(), z.unknown()),
  /** In the order in which they were begun. */
  calls: z.array(RecordedCall),
  /** Ids that were given out, in order. */
  ids: z.array(z.string()),
  /** Readings of the clock, in order: milliseconds since the Unix epoch, and monotonic ones. */
  clock: z.strictObject({ now: z.array(z.number()), monotonic: z.array(z.number()) }),
  /** Of the models that were asked, what the cost was reckoned with; null without a price table. */
  prices: PriceTable.nullable(),
  texts: z.record(z.string(), z.string()),
  /** What was streamed to the one who asked, in order. */
  events: z.array(z.unknown()),
  /** What came of it: an answer, or a run of the agent; null when it failed. */
  result: z.unknown(),
  error: RecordedError.nullable(),
  /**
   * What had to be left out for {@link MAX_FLIGHT_BYTES}: all prompts of language models; then of calls, the largest first,
   * what they hold; then all events; then the result. Null when nothing had to.
   */
  cut: z
    .strictObject({
      /** Questions to language models; a replay does not need them. */
      prompts: z.int().min(0).optional(),
      calls: z.int().min(0),
      events: z.int().min(0),
      result: z.boolean(),
    })
    .nullable(),
});
export type FlightRecord = z.output<typeof FlightRecord>;

/** Whether an object has exactly one key, and it is one of ours. */
export function isMarked(value: object): boolean {
  const isNamed = Object.hasOwn(value, TEXT_REFERENCE) || Object.hasOwn(value, LITERAL);
  return isNamed && Object.keys(value).length === 1;
}

/**
 * A value of a flight with its texts back in their places.
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
