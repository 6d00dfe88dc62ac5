import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';

export const AnswerId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1–128 letters, digits, "_" or "-"');

/** A person's verdict on one claim of an answer. */
export const Feedback = z.strictObject({
  id: z.string().min(1),
  answerId: AnswerId,
  /** As in the record of the answer. */
  domain: CollectionName.nullable(),
  claim: z.string(),
  evidence: z.string(),
  /** Whether the sources support the claim, in the person's opinion. */
  supported: z.boolean(),
  comment: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Ids of the documents of the evidence; absent in entries of older versions. */
  documents: z.array(z.string()).optional(),
});
export type Feedback = z.output<typeof Feedback>;

export const FeedbackRequest = z.strictObject({
  answerId: AnswerId,
  /** A claim of the answer, as in `validation.checks.support.perClaim`; white space does not matter. */
  claim: z.string().trim().min(1).max(10_000),
  /** `right`: the sources support it. */
  verdict: z.enum(['right', 'wrong']),
  comment: z.string().trim().min(1).max(2_000).optional(),
});
export type FeedbackRequest = z.output<typeof FeedbackRequest>;

export const FeedbackResponse = z.strictObject({
  feedback: Feedback,
  /** Labelled claims of the domain so far; 0 for an answer outside any domain. */
  labelled: z.int().min(0),
  /** Labelled claims that `arbiter calibrate` needs. */
  needed: z.int().min(1),
});
export type FeedbackResponse = z.output<typeof FeedbackResponse>;

export const submitFeedback = defineOperation({
  name: 'orchestrator.submit-feedback',
  summary:
    'Say of a claim of an answer that it is right or wrong. It changes nothing until `arbiter calibrate` is run.',
  input: FeedbackRequest,
  output: FeedbackResponse,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  // The last verdict on a claim counts.
  role: 'reader',
  idempotent: true,
  http: { method: 'POST', path: '/v1/feedback', status: 201 },
  examples: {
    'a wrong claim': {
      answerId: 'answer_1',
      claim: 'The harbour closes at noon.',
      verdict: 'wrong',
      comment: 'At dusk.',
    },
  },
});

export const listFeedback = defineOperation({
  name: 'orchestrator.list-feedback',
  summary: 'The feedback on answers of a domain, oldest first; of each claim of an answer the last.',
  input: z.strictObject({ domain: CollectionName, limit: z.coerce.number().int().min(1).max(2_000).default(2_000) }),
  output: z.strictObject({ feedback: z.array(Feedback) }),
  role: 'admin',
  idempotent: true,
  http: { method: 'GET', path: '/v1/feedback' },
  examples: { 'a domain': { domain: 'lantern-coast' } },
});
