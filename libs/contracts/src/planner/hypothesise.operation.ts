import { z } from 'zod';
import { modelTerms } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { CollectionName } from '../passage.js';
import { QuestionType } from '../query-type.js';
import { QueryText } from '../retriever/search.operation.js';
import { plannedBy } from './planned-by.js';

/** Placeholder of the question in a domain's template. */
export const HYPOTHESIS_PLACEHOLDER = '{query}';

export const HypothesiseRequest = z.strictObject({
  query: QueryText,
  queryType: QuestionType.optional(),
  domain: CollectionName.optional(),
  /** The domain's template for the passage, with `{query}` in place of the question; a general template when absent. */
  prompt: z.string().min(1).max(8_000).optional(),
  ...modelTerms,
});
export type HypothesiseRequest = z.output<typeof HypothesiseRequest>;

export const Hypothesis = z.strictObject({
  /**
   * A made-up passage in the words of the documents, for searching only. Null if it would not help or no language model is
   * available.
   */
  passage: z.string().nullable(),
  /** Whether searching with `passage` as well is likely to find more. */
  helps: z.boolean(),
  /** The reason, for people. */
  reason: z.string(),
  ...plannedBy,
});
export type Hypothesis = z.output<typeof Hypothesis>;

export const hypothesise = defineOperation({
  name: 'planner.hypothesise',
  summary: 'Write a passage that would answer a question, to search with (HyDE), where that helps.',
  input: HypothesiseRequest,
  output: Hypothesis,
  role: 'reader',
  idempotent: true,
  deadlineMs: 15_000,
  http: { method: 'POST', path: '/hypothesise' },
  examples: {
    'a vague question': { query: 'What happens when it gets dark?' },
    'with the template of a domain': {
      query: 'How do ships pay?',
      domain: 'lantern-coast',
      prompt: 'A chronicle of the coast on: {query}',
    },
  },
});
