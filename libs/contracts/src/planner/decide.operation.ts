import { z } from 'zod';
import { modelTerms } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { QuestionType } from '../query-type.js';
import { QueryText } from '../retriever/search.operation.js';
import { DecomposedQuery } from './decompose.operation.js';
import { plannedBy } from './planned-by.js';
import { OfferedTools, PriorTurns, ToolInputs, ToolName } from './tool-plan.js';

/** Longest environment that is sent, in UTF-16 code units: above the 50 000 tokens at which it is summarised. */
export const MAX_ENVIRONMENT_LENGTH = 300_000;

/** Location of a finding's best passage, for a tool that reads on from there. */
export const PassageLocation = z.strictObject({
  chunkId: z.string().min(1),
  documentId: z.string().min(1),
  collection: z.string().min(1),
});
export type PassageLocation = z.output<typeof PassageLocation>;

/** Features of one tool call's result that the rules read. */
export const Finding = z.strictObject({
  tool: ToolName,
  /** Key in the environment. */
  name: z.string(),
  /** Arguments of the call. */
  inputs: ToolInputs,
  /** Number of objects found; 0 is a finding too. */
  objects: z.int().min(0),
  /** Calibrated relevance of the best object, 0–1; null if the tool gives none. */
  bestScore: z.number().min(0).max(1).nullable(),
  /** Distinct document titles of the best objects, best first. */
  titles: z.array(z.string().max(500)).max(10).default([]),
  /** Names to search for next, nearest first: the resolution of "the man who built it". */
  names: z.array(z.string().max(500)).max(10).default([]),
  /** The best passage; absent if the objects are no passages. */
  best: PassageLocation.optional(),
});
export type Finding = z.output<typeof Finding>;

/** A failed call that may be followed by another. */
export const ToolFailure = z.strictObject({
  tool: ToolName,
  inputs: ToolInputs.optional(),
  message: z.string().max(4_000),
  /** An alternative to try. */
  suggestion: z.string().max(4_000).optional(),
});
export type ToolFailure = z.output<typeof ToolFailure>;

/** A completed call, successful or not. */
export const CompletedCall = z.strictObject({
  tool: ToolName,
  inputs: ToolInputs,
  /** Duration in milliseconds. */
  ms: z.number().min(0),
});
export type CompletedCall = z.output<typeof CompletedCall>;

export const DecideRequest = z.strictObject({
  query: QueryText,
  /** Classified by this operation when absent. */
  queryType: QuestionType.optional(),
  history: PriorTurns.default([]),
  /** The results so far, as text for a language model; '' for none. */
  environment: z.string().max(MAX_ENVIRONMENT_LENGTH).default(''),
  /** The same results for the rules, oldest first. */
  findings: z.array(Finding).max(200).default([]),
  tools: OfferedTools,
  /** Tools that cannot run now, with reasons. */
  unavailable: z
    .array(z.strictObject({ name: ToolName, reason: z.string().max(1_000) }))
    .max(64)
    .default([]),
  /** Oldest first. */
  errors: z.array(ToolFailure).max(100).default([]),
  /** Oldest first. */
  completed: z.array(CompletedCall).max(100).default([]),
  /** Decomposed by this operation when absent. */
  plan: DecomposedQuery.optional(),
  /** Number of this decision, from 1. */
  iteration: z.int().min(1).max(100),
  maxIterations: z.int().min(1).max(100),
  ...modelTerms,
});
export type DecideRequest = z.output<typeof DecideRequest>;

/** Names of the first five fields as published (design document 004). */
export const Decision = z.strictObject({
  /** One of the offered tools, or the answering tool, which may run to refuse even if it is not offered. */
  tool: ToolName,
  inputs: ToolInputs,
  /** A sentence for people. */
  reasoning: z.string(),
  /** True if this tool is the last. */
  should_end: z.boolean(),
  /** True if the question cannot be answered; `reasoning` says why. */
  impossible: z.boolean(),
  ...plannedBy,
  /** The deciding rule; absent if a language model decided. */
  rule: z.string().optional(),
});
export type Decision = z.output<typeof Decision>;

const query = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
const search = { name: 'hybrid-search', description: 'Finds passages by words and meaning.', inputSchema: query };

export const decide = defineOperation({
  name: 'planner.decide',
  summary: 'Choose the next tool of an agent from what it has found so far, or end.',
  input: DecideRequest,
  output: Decision,
  role: 'reader',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'POST', path: '/decide' },
  examples: {
    'the first decision': { query: 'Who keeps the light?', tools: [search], iteration: 1, maxIterations: 8 },
    'after an empty search': {
      query: 'Who keeps the light?',
      tools: [search, { ...search, name: 'fast_vector_search', typicalMs: 40 }],
      unavailable: [{ name: 'text_response', reason: 'nothing has been found yet' }],
      errors: [
        {
          tool: 'hybrid-search',
          inputs: { query: 'Who keeps the light?' },
          message: 'No results found',
          suggestion: 'Try fast_vector_search',
        },
      ],
      completed: [{ tool: 'hybrid-search', inputs: { query: 'Who keeps the light?' }, ms: 41 }],
      iteration: 2,
      maxIterations: 8,
    },
  },
});
