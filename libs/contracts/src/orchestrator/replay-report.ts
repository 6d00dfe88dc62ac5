import { z } from 'zod';
import { Citation } from '../passage.js';
import { Answer } from './query.operation.js';
import { RecordedError } from './flight-record.js';

/** A place at which two values differ. */
export const Difference = z.strictObject({
  /** As in `result.citations[2].quote`; '' for the values as a whole. */
  path: z.string(),
  /** Null where it was not there. */
  before: z.unknown(),
  now: z.unknown(),
});
export type Difference = z.output<typeof Difference>;

const beforeAndNow = <T extends z.ZodType>(value: T) => z.strictObject({ before: value, now: value });

/** What has become of an answer since it was given. */
export const AnswerComparison = z.strictObject({
  status: beforeAndNow(Answer.shape.status),
  confidence: beforeAndNow(z.number().min(0).max(1).nullable()),
  /** White space and markers aside. */
  sameText: z.boolean(),
  /** Spans that only one of the two cites. */
  citations: z.strictObject({ lost: z.array(Citation), gained: z.array(Citation) }),
  /** Claims that only one of the two makes. */
  claims: z.strictObject({ lost: z.array(z.string()), gained: z.array(z.string()) }),
  durationMs: beforeAndNow(z.number().min(0)),
  /** How often each operation or port was asked, by name. */
  calls: z.array(z.strictObject({ name: z.string(), before: z.int().min(0), now: z.int().min(0) })),
});
export type AnswerComparison = z.output<typeof AnswerComparison>;

/** What came of running the code of today on what was recorded, or on what is there today. */
export const ReplayReport = z.strictObject({
  answerId: z.string(),
  live: z.boolean(),
  /**
   * Offline, `same` is byte for byte: answer, events and failure. Live, it is the same status, text and cited spans; ids and
   * durations never are.
   */
  verdict: z.enum(['same', 'different']),
  /** Where the re-run first departs from the record; null when it does not, and when live. */
  firstDifference: Difference.nullable(),
  /** Offline: what the re-run asked for and the record does not hold. */
  missing: z.array(z.strictObject({ name: z.string(), input: z.unknown() })),
  /** Offline: recorded calls that the re-run did not make. */
  unused: z.int().min(0),
  /** Of the re-run; null when it failed. */
  answer: Answer.nullable(),
  error: RecordedError.nullable(),
  /** Live, when both have come to an answer; else null. */
  comparison: AnswerComparison.nullable(),
});
export type ReplayReport = z.output<typeof ReplayReport>;
