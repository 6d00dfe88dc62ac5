import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { AnswerRecord, AnswerSummary } from './answer-record.js';
import { AnswerId } from './feedback.operations.js';
import { SessionId } from './query.operation.js';
import { ReplayReport } from './replay-report.js';

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
