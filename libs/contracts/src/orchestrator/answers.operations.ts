import { z } from 'zod';
import { Cost, ModelUsage } from '../model-call.js';
import { defineOperation, WRITING_DEADLINE_MS } from '../operation/define-operation.js';
import { QueryBoolean } from '../operation/query-boolean.js';
import { Citation, CollectionName } from '../passage.js';
import { Redaction } from '../redaction.js';
import { AssignedVariant } from './experiment.operations.js';
import { AgentRun } from './agentic-search.operation.js';
import { AnswerId } from './feedback.operations.js';
import { FlightRecord, RecordedError, unpackTexts } from './flight-record.js';
import { Answer, SessionId } from './query.operation.js';

/** List entry of an answer; null in fields that an older version did not store. */
export const AnswerSummary = z.strictObject({
  id: z.string().min(1),
  /** The pipeline, or the agent that decides step by step. */
  kind: z.enum(['query', 'agent']).default('query'),
  /** `failed`: no answer, because an arm failed. */
  status: z.enum(['answered', 'declined', 'failed']).nullable().default(null),
  /** The domain in question, or the only collection; null for the whole library or several collections. */
  domain: CollectionName.nullable(),
  query: z.string(),
  sessionId: SessionId.nullable().default(null),
  /** Identity of the caller (`identityOf`), never the key; null without authentication, and for the operator's own key. */
  principal: z.string().nullable().default(null),
  durationMs: z.number().min(0).nullable().default(null),
  /** Usage of language models, by model; empty if none was called. */
  tokens: z.array(ModelUsage).default([]),
  /** Null without a price table. */
  cost: Cost.nullable().default(null),
  createdAt: z.iso.datetime(),
  /** Null outside of any A/B experiment. */
  assigned: AssignedVariant.nullable().default(null),
  /** Null unless text was removed from the record. */
  redacted: Redaction.nullable().default(null),
});
export type AnswerSummary = z.output<typeof AnswerSummary>;

/** The stored record of an answer: data for feedback and training, and the flight for replays. */
export const AnswerRecord = AnswerSummary.extend({
  answer: z.string(),
  /** Checked claims of the attempt that was kept. */
  claims: z.array(z.string()),
  /** The passages against which the claims were checked, joined; cut if they are very long. */
  evidence: z.string(),
  /** Ids of all documents read for the answer; null in records of older versions. */
  documents: z.array(z.string()).nullable().default(null),
  /** Ids of the documents whose text was shown; null in records of older versions. */
  shownDocuments: z.array(z.string()).nullable().default(null),
  /**
   * Null after a redaction, and in records of versions without flights. Such an answer takes feedback but cannot be replayed.
   */
  flight: FlightRecord.nullable().default(null),
  /** After a redaction that left its text: the answer as it was shown, without checks, attempts and what else may quote its sources. */
  remains: Answer.optional(),
});
export type AnswerRecord = z.output<typeof AnswerRecord>;

/** The answer as it was shown; null where the record does not hold it, or holds one of another version. */
export function shownAnswer({
  kind,
  flight,
  remains,
}: Pick<AnswerRecord, 'kind' | 'flight' | 'remains'>): Answer | null {
  return flight ? answerIn(kind, unpackTexts(flight.result, flight.texts)) : (remains ?? null);
}

/** @param result of a flight, with its texts in place; null where it holds none, or one of another version */
export function answerIn(kind: AnswerRecord['kind'], result: unknown): Answer | null {
  if (kind === 'agent') return AgentRun.safeParse(result).data?.answer ?? null;
  return Answer.safeParse(result).data ?? null;
}

/** A path at which two values differ. */
export const Difference = z.strictObject({
  /** As in `result.citations[2].quote`; '' for the values as a whole. */
  path: z.string(),
  /** Null if it was absent. */
  before: z.unknown(),
  now: z.unknown(),
});
export type Difference = z.output<typeof Difference>;

const beforeAndNow = <T extends z.ZodType>(value: T) => z.strictObject({ before: value, now: value });

/** Comparison of an answer with a later answer to the same question. */
export const AnswerComparison = z.strictObject({
  status: beforeAndNow(Answer.shape.status),
  confidence: beforeAndNow(z.number().min(0).max(1).nullable()),
  /** Ignores white space and markers. */
  sameText: z.boolean(),
  /** Spans that only one of the answers cites. */
  citations: z.strictObject({ lost: z.array(Citation), gained: z.array(Citation) }),
  /** Claims that only one of the answers makes. */
  claims: z.strictObject({ lost: z.array(z.string()), gained: z.array(z.string()) }),
  durationMs: beforeAndNow(z.number().min(0)),
  /** Number of calls of each operation or port, by name. */
  calls: z.array(z.strictObject({ name: z.string(), before: z.int().min(0), now: z.int().min(0) })),
});
export type AnswerComparison = z.output<typeof AnswerComparison>;

/** Result of running the current code on the recorded calls, or on the current library. */
export const ReplayReport = z.strictObject({
  answerId: z.string(),
  live: z.boolean(),
  /**
   * Offline, `same` means byte for byte: answer, events and failure. Live, it means the same status, text and cited spans; ids
   * and durations always differ.
   */
  verdict: z.enum(['same', 'different']),
  /** First departure of the re-run from the record; null without a departure, and when live. */
  firstDifference: Difference.nullable(),
  /** Offline: calls of the re-run that are missing from the record. */
  missing: z.array(z.strictObject({ name: z.string(), input: z.unknown() })),
  /** Offline: recorded calls that the re-run did not make. */
  unused: z.int().min(0),
  /** Answer of the re-run; null if it failed. */
  answer: Answer.nullable(),
  error: RecordedError.nullable(),
  /** Live, if both runs gave an answer; else null. */
  comparison: AnswerComparison.nullable(),
});
export type ReplayReport = z.output<typeof ReplayReport>;

export const getAnswer = defineOperation({
  name: 'orchestrator.get-answer',
  summary: 'The record of an answer: what was asked, every call that was made for it, and what came of it.',
  input: z.strictObject({
    answerId: AnswerId,
    /** True leaves `flight` out: it is some ten times as large as all else. */
    withoutFlight: QueryBoolean,
  }),
  output: AnswerRecord.extend({
    /**
     * Extra: the answer as it was shown, and the events of its stream in order, with their texts in place. Null where the record
     * does not hold them: of a run that failed, of older versions, or after a redaction that took the text. Another redaction leaves
     * what `remains`, and no events.
     */
    shown: z
      .strictObject({ answer: Answer, events: z.array(z.unknown()) })
      .nullable()
      .default(null),
  }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/answers/{answerId}' },
  mcp: { tool: 'read-answer' },
  examples: { 'an id': { answerId: 'answer_1' }, 'to draw it again': { answerId: 'answer_1', withoutFlight: true } },
});

export const listAnswers = defineOperation({
  name: 'orchestrator.list-answers',
  summary: 'The answers that are kept, the last one first, page by page.',
  input: z.strictObject({
    sessionId: SessionId.optional(),
    domain: CollectionName.optional(),
    /** Id of the last answer of the previous page. */
    before: AnswerId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(20),
  }),
  output: z.strictObject({
    answers: z.array(AnswerSummary),
    /** `before` of the next page; null on the last. */
    next: z.string().nullable(),
  }),
  errors: ['FORBIDDEN'],
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/answers' },
  examples: { 'nothing to say': {}, 'a page of a session': { sessionId: 's-1', before: 'answer_1', limit: 5 } },
});

export const replayAnswer = defineOperation({
  name: 'orchestrator.replay',
  summary:
    'Make an answer once more, from its record and without asking anybody, or live from what is there today, and tell what differs.',
  input: z.strictObject({
    answerId: AnswerId,
    /** True asks the same question today. The new answer is stored like any other, but outside the session. */
    live: z.boolean().default(false),
  }),
  output: ReplayReport,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  // A live replay stores another answer; an offline one changes nothing.
  role: 'admin',
  idempotent: false,
  deadlineMs: WRITING_DEADLINE_MS,
  http: { method: 'POST', path: '/v1/answers/{answerId}/replay' },
  examples: { 'from the record': { answerId: 'answer_1' }, live: { answerId: 'answer_1', live: true } },
});
