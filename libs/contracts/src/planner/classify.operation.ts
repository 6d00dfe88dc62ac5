import { z } from 'zod';
import { modelTerms } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { QuestionType } from '../query-type.js';
import { QueryText } from '../retriever/search.operation.js';
import { plannedBy } from './planned-by.js';

export const Classification = z.strictObject({
  queryType: QuestionType,
  /** 0–1; margin of the evidence over that for the second type. */
  confidence: z.number().min(0).max(1),
  /** The deciding phrases, for people. */
  reasons: z.array(z.string()),
  ...plannedBy,
});
export type Classification = z.output<typeof Classification>;

export const classify = defineOperation({
  name: 'planner.classify',
  summary: 'Say which kind of question it is, or that it asks nothing of the documents.',
  input: z.strictObject({ query: QueryText, ...modelTerms }),
  output: Classification,
  role: 'reader',
  idempotent: true,
  deadlineMs: 15_000,
  http: { method: 'POST', path: '/classify' },
  examples: { 'a comparison': { query: 'Which is better, a sloop or a cutter?' } },
});
