import { z } from 'zod';
import { Cost, ModelUsage } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { Citation, CollectionName } from '../passage.js';
import { Redaction } from '../redaction.js';
import { AnswerId } from './feedback.operations.js';
import { FlightRecord, RecordedError } from './flight-record.js';
import { Answer, SessionId } from './query.operation.js';

/** What lists show of an answer; `null` where it was kept by a version that did not write it down. */
export const AnswerSummary = z.strictObject({
  id: z.string().min(1),
  /** The pipeline, or the agent that decides step by step. */
  kind: z.enum(['query', 'agent']).default('query'),
  /** `failed`: no answer came, since an arm failed. */
  status: z.enum(['answered', 'declined', 'failed']).nullable().default(null),
  /** The domain that was asked, or the one collection; null when the whole library or several were. */
  domain: CollectionName.nullable(),
  query: z.string(),
  sessionId: SessionId.nullable().default(null),
  /** Who asked: the name of a key, never the key; null without authentication. */
  principal: z.string().nullable().default(null),
  durationMs: z.number().min(0).nullable().default(null),
  /** What language models were asked, by model; empty where none was. */
  tokens: z.array(ModelUsage).default([]),
  /** Null without a price table. */
  cost: Cost.nullable().default(null),
  createdAt: z.iso.datetime(),
  /** Null while nothing was taken out of the record. */
  redacted: Redaction.nullable().default(null),
});
export type AnswerSummary = z.output<typeof AnswerSummary>;

/** What is kept of an answer: what feedback names and learns from, and the flight that it can be replayed from. */
export const AnswerRecord = AnswerSummary.extend({
  answer: z.string(),
  /** Claims of the attempt that was kept, as they were checked. */
  claims: z.array(z.string()),
  /** The passages that they were checked against, one after the other; cut where they are very long. */
  evidence: z.string(),
  /** Ids of all documents that were read for it; null for a record of a version that did not write them down. */
  documents: z.array(z.string()).nullable().default(null),
  /** Ids of those whose words the asker was shown; null likewise. */
  shownDocuments: z.array(z.string()).nullable().default(null),
  /** Null where a redaction took it, and for a record of a version that kept none: feedback on it works, a replay does not. */
  flight: FlightRecord.nullable().default(null),
});
export type AnswerRecord = z.output<typeof AnswerRecord>;

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

export const getAnswer = defineOperation({
  name: 'orchestrator.get-answer',
  revision: 1,
  summary: 'The record of an answer: what was asked, every call that was made for it, and what came of it.',
  input: z.strictObject({ answerId: AnswerId }),
  output: AnswerRecord,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'FORBIDDEN'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'GET', path: '/v1/answers/{answerId}' },
  examples: {
    accepted: [{ title: 'an id', input: { answerId: 'answer_1' } }],
    rejected: [{ title: 'a path', input: { answerId: '../x' }, field: 'answerId' }],
  },
});

export const listAnswers = defineOperation({
  name: 'orchestrator.list-answers',
  revision: 1,
  summary: 'The answers that are kept, the last one first, page by page.',
  input: z.strictObject({
    sessionId: SessionId.optional(),
    domain: CollectionName.optional(),
    /** Id of the last answer of the page before. */
    before: AnswerId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  }),
  output: z.strictObject({
    answers: z.array(AnswerSummary),
    /** `before` of the next page; null on the last. */
    next: z.string().nullable(),
  }),
  errors: ['INVALID_REQUEST', 'FORBIDDEN'],
  idempotent: true,
  deadlineMs: 10_000,
  http: { method: 'GET', path: '/v1/answers' },
  examples: {
    accepted: [
      { title: 'nothing to say', input: {} },
      { title: 'a page of a session', input: { sessionId: 's-1', before: 'answer_1', limit: 5 } },
    ],
    rejected: [
      { title: 'no page', input: { limit: 0 }, field: 'limit' },
      { title: 'a session that is a path', input: { sessionId: '../x' }, field: 'sessionId' },
    ],
  },
});

export const replayAnswer = defineOperation({
  name: 'orchestrator.replay',
  revision: 1,
  summary:
    'Make an answer once more, from its record and without asking anybody, or live from what is there today, and tell what differs.',
  input: z.strictObject({
    answerId: AnswerId,
    /** True asks the same question today; the new answer is kept like any other, outside of the session. */
    live: z.boolean().default(false),
  }),
  output: ReplayReport,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  // Live it makes another answer; offline it changes nothing.
  idempotent: false,
  deadlineMs: 120_000,
  http: { method: 'POST', path: '/v1/answers/{answerId}/replay' },
  examples: {
    accepted: [
      { title: 'from the record', input: { answerId: 'answer_1' } },
      { title: 'live', input: { answerId: 'answer_1', live: true } },
    ],
    rejected: [
      { title: 'a path', input: { answerId: '../x' }, field: 'answerId' },
      { title: 'a word for live', input: { answerId: 'answer_1', live: 'yes' }, field: 'live' },
    ],
  },
});
