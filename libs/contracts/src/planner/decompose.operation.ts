import { z } from 'zod';
import { modelTerms } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { QuestionType } from '../query-type.js';
import { QueryText } from '../retriever/search.operation.js';
import { plannedBy } from './planned-by.js';
import { ToolFallback } from './tool-plan.js';

/** Another tool for the same query. */
export const SearchFallback = ToolFallback.omit({ parameters: true });
export type SearchFallback = z.output<typeof SearchFallback>;

/** Most sub-queries of a question: twice what rules or a model make of one. The rules compare each with each. */
export const MAX_SUB_QUERIES = 16;

/** Field names as published (design document 000). */
export const SubQuery = z.strictObject({
  id: z.string().min(1),
  query: QueryText,
  /** The tool to search with. */
  suggestedTool: z.string().min(1),
  /** Absent if there is no substitute. */
  fallback: SearchFallback.optional(),
  /** Fewest passages to request; absent if any number will do. */
  limit: z.int().min(1).max(100).optional(),
  /** Ids of sub-queries whose answers this one needs. */
  dependencies: z.array(z.string()).max(MAX_SUB_QUERIES),
  /** From 1, most important first. */
  priority: z.int().min(1),
});
export type SubQuery = z.output<typeof SubQuery>;

export const ExecutionPlan = z.strictObject({
  strategy: z.enum(['parallel', 'sequential', 'hybrid']),
  /** Ids of sub-queries. Batches run one after the other; members of a batch run in parallel. */
  batches: z.array(z.array(z.string()).min(1).max(MAX_SUB_QUERIES)).min(1).max(MAX_SUB_QUERIES),
});
export type ExecutionPlan = z.output<typeof ExecutionPlan>;

export const DecomposedQuery = z.strictObject({
  originalQuery: z.string(),
  queryType: QuestionType,
  /**
   * Present if the form of the question asks for more than passages: `global` for the documents as a whole, `selection` for all things of
   * a kind, counted or listed.
   */
  scope: z.enum(['global', 'selection']).optional(),
  /** Never empty: an indivisible question is its own only sub-query. */
  subQueries: z.array(SubQuery).min(1).max(MAX_SUB_QUERIES),
  executionPlan: ExecutionPlan,
  synthesisRequired: z.boolean(),
  synthesisPrompt: z.string().optional(),
  ...plannedBy,
});
export type DecomposedQuery = z.output<typeof DecomposedQuery>;

export const decompose = defineOperation({
  name: 'planner.decompose',
  summary: 'Break a question into the searches that answer it, with their order.',
  input: z.strictObject({ query: QueryText, ...modelTerms }),
  output: DecomposedQuery,
  role: 'reader',
  idempotent: true,
  deadlineMs: 15_000,
  http: { method: 'POST', path: '/decompose' },
  examples: { 'a question with two hops': { query: 'Who taught the man who built the lighthouse?' } },
});
