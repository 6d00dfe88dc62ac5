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

/** Where the best passage of a finding stands, for a tool that reads on from there. */
export const PassageLocation = z.strictObject({
  chunkId: z.string().min(1),
  documentId: z.string().min(1),
  collection: z.string().min(1),
});
export type PassageLocation = z.output<typeof PassageLocation>;

/** What one call of a tool has put into the environment, in so far as rules read it. */
export const Finding = z.strictObject({
  tool: ToolName,
  /** Key within the environment. */
  name: z.string(),
  /** What the tool was called with. */
  inputs: ToolInputs,
  /** How many objects it found; 0 is a finding, too. */
  objects: z.int().min(0),
  /** Calibrated relevance of the best, 0–1; null where the tool gives none. */
  bestScore: z.number().min(0).max(1).nullable(),
  /** Of the documents of the best objects, best first, each once. */
  titles: z.array(z.string().max(500)).max(10).default([]),
  /** Names that lead on from here, nearest first: who "the man who built it" is. */
  names: z.array(z.string().max(500)).max(10).default([]),
  /** The best passage; absent where the objects are no passages. */
  best: PassageLocation.optional(),
});
export type Finding = z.output<typeof Finding>;

/** A call that failed and may be followed by another. */
export const ToolFailure = z.strictObject({
  tool: ToolName,
  inputs: ToolInputs.optional(),
  message: z.string().max(4_000),
  /** What to try instead. */
  suggestion: z.string().max(4_000).optional(),
});
export type ToolFailure = z.output<typeof ToolFailure>;

/** A call that has ended, well or not. */
export const CompletedCall = z.strictObject({
  tool: ToolName,
  inputs: ToolInputs,
  /** Duration in milliseconds. */
  ms: z.number().min(0),
});
export type CompletedCall = z.output<typeof CompletedCall>;

export const DecideRequest = z.strictObject({
  query: QueryText,
  /** Told apart here when absent. */
  queryType: QuestionType.optional(),
  history: PriorTurns.default([]),
  /** What has been found, as a language model is to read it; '' for nothing. */
  environment: z.string().max(MAX_ENVIRONMENT_LENGTH).default(''),
  /** The same for the rules, oldest first. */
  findings: z.array(Finding).max(200).default([]),
  tools: OfferedTools,
  /** Tools that cannot run now, and why. */
  unavailable: z
    .array(z.strictObject({ name: ToolName, reason: z.string().max(1_000) }))
    .max(64)
    .default([]),
  /** Oldest first. */
  errors: z.array(ToolFailure).max(100).default([]),
  /** Oldest first. */
  completed: z.array(CompletedCall).max(100).default([]),
  /** Broken down here when absent. */
  plan: DecomposedQuery.optional(),
  /** Of this decision, from 1. */
  iteration: z.int().min(1).max(100),
  maxIterations: z.int().min(1).max(100),
  ...modelTerms,
});
export type DecideRequest = z.output<typeof DecideRequest>;

/** Field names of the first five as published (design document 004). */
export const Decision = z.strictObject({
  /** One of the offered tools, or the one that answers, which may run to refuse even where it was not offered. */
  tool: ToolName,
  inputs: ToolInputs,
  /** A sentence for people. */
  reasoning: z.string(),
  /** Nothing is decided after this tool. */
  should_end: z.boolean(),
  /** The question cannot be answered; `reasoning` says why. */
  impossible: z.boolean(),
  ...plannedBy,
  /** The rule that decided; absent where a language model did. */
  rule: z.string().optional(),
});
export type Decision = z.output<typeof Decision>;

const query = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] };
const search = { name: 'hybrid-search', description: 'Finds passages by words and meaning.', inputSchema: query };

export const decide = defineOperation({
  name: 'planner.decide',
  revision: 1,
  summary: 'Choose the next tool of an agent from what it has found so far, or end.',
  input: DecideRequest,
  output: Decision,
  errors: ['INVALID_REQUEST'],
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'POST', path: '/decide' },
  examples: {
    accepted: [
      {
        title: 'the first decision',
        input: { query: 'Who keeps the light?', tools: [search], iteration: 1, maxIterations: 8 },
      },
      {
        title: 'after an empty search',
        input: {
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
    ],
    rejected: [
      {
        title: 'no tool to choose from',
        input: { query: 'x', tools: [], iteration: 1, maxIterations: 8 },
        field: 'tools',
      },
      {
        title: 'a decision number 0',
        input: { query: 'x', tools: [search], iteration: 0, maxIterations: 8 },
        field: 'iteration',
      },
    ],
  },
});
