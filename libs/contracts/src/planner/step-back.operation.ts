import { z } from 'zod';
import { modelTerms } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { QuestionType } from '../query-type.js';
import { QueryText } from '../retriever/search.operation.js';
import { plannedBy } from './planned-by.js';

export const StepBackRequest = z.strictObject({
  query: QueryText,
  queryType: QuestionType.optional(),
  ...modelTerms,
});
export type StepBackRequest = z.output<typeof StepBackRequest>;

export const StepBack = z.strictObject({
  /** The general question behind the specific one; null if it would not help. */
  question: QueryText.nullable(),
  /** The reason, for people. */
  reason: z.string(),
  ...plannedBy,
});
export type StepBack = z.output<typeof StepBack>;

export const stepBack = defineOperation({
  name: 'planner.step-back',
  summary: 'Ask the general question behind a specific one, whose passages are background for its answer.',
  input: StepBackRequest,
  output: StepBack,
  role: 'reader',
  idempotent: true,
  deadlineMs: 15_000,
  http: { method: 'POST', path: '/step-back' },
  examples: { 'a specific case': { query: 'Can Terminators deep strike on turn 1?' } },
});
