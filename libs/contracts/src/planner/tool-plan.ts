import { z } from 'zod';
import { ERROR_TABLE, type ErrorCode } from '../errors.js';
import { Metadata } from '../passage.js';
import { Source } from '../validator/support.js';

/** Steps of one plan at most: more than any question needs, and few enough to be checked and shown whole. */
export const MAX_PLAN_STEPS = 32;

const ERROR_CODES = Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]];

/** How a client may show the objects of a result. */
export const PAYLOAD_TYPES = [
  'chunks',
  'colqwen_pages',
  'interpretations',
  'result',
  'table',
  'entity',
  'community',
] as const;
export const PayloadType = z.enum(PAYLOAD_TYPES);
export type PayloadType = z.output<typeof PayloadType>;

/** Kebab-case, or the snake case in which another design publishes the same tool (`fast_vector_search`). */
export const ToolName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/, 'must be kebab-case or snake_case, in lower case');

export const JsonSchemaObject = z.record(z.string(), z.unknown());

/** What a planner is told of a tool. */
export const ToolDescriptor = z.strictObject({
  name: ToolName,
  description: z.string(),
  /** JSON Schema (draft 2020-12) of the parameters: an object. */
  inputSchema: JsonSchemaObject,
  /** What it usually takes, in milliseconds, as measured; absent before it has run. */
  typicalMs: z.number().min(0).optional(),
});
export type ToolDescriptor = z.output<typeof ToolDescriptor>;

/**
 * In place of a parameter: what an earlier step found. `path` leads, by keys and indexes with dots between them, into the
 * `data` of its result: `0.objects.0.text` is the text of the first object. Absent, it is `data` as a whole.
 */
export const ParameterReference = z.strictObject({ $from: z.string().min(1), path: z.string().optional() });
export type ParameterReference = z.output<typeof ParameterReference>;

export const ToolFallback = z.strictObject({
  tool: ToolName,
  /** Those of the step when absent. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  condition: z.enum(['on_error', 'on_low_confidence']),
});
export type ToolFallback = z.output<typeof ToolFallback>;

/** Field names of steps, plans and results as published (design document 000). */
export const ToolStep = z.strictObject({
  id: z.string().min(1).max(64),
  tool: ToolName,
  /** By the tool's input schema; any value may be a {@link ParameterReference} to a step that this one depends on. */
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Ids of steps that must have ended before. */
  dependencies: z.array(z.string()).max(MAX_PLAN_STEPS).default([]),
  /** `sequential`: while it runs no other step does. */
  executionMode: z.enum(['parallel', 'sequential']).default('parallel'),
  fallback: ToolFallback.optional(),
});
export type ToolStep = z.output<typeof ToolStep>;

export const ToolPlan = z.strictObject({
  steps: z.array(ToolStep).min(1).max(MAX_PLAN_STEPS),
  reasoning: z.string(),
  /** Milliseconds from the first step to the last, from what the tools usually take; 0 where nothing is known. */
  estimatedDuration: z.number().min(0),
});
export type ToolPlan = z.output<typeof ToolPlan>;

/** One result that a tool yielded; a tool may yield several. */
export const ToolPayload = z.strictObject({
  name: z.string(),
  payloadType: PayloadType,
  objects: z.array(z.record(z.string(), z.unknown())),
  metadata: Metadata,
  /** What a model is told of it, in one sentence. */
  message: z.string(),
});
export type ToolPayload = z.output<typeof ToolPayload>;

/** What came of one step. */
export const ToolResult = z.strictObject({
  /** The tool that ran: that of the fallback where it was needed. */
  tool: ToolName,
  success: z.boolean(),
  /** What it yielded, in that order; with an `error` beside it, what came before that. */
  data: z.array(ToolPayload),
  /** 0–1: the tool's own, 1 where it names none; 0 for a failure. */
  confidence: z.number().min(0).max(1),
  /** Milliseconds, retries and fallback included. */
  duration: z.number().min(0),
  sources: z.array(Source).optional(),
  /** For people and models; present exactly when `success` is false. */
  error: z.string().optional(),
  /** Why it failed, for programs; absent where the tool itself said that it found nothing. */
  code: z.enum(ERROR_CODES).optional(),
  /** What to try instead, as the tool says. */
  suggestion: z.string().optional(),
});
export type ToolResult = z.output<typeof ToolResult>;

/** Tools that may run now; what is decided or planned uses no other. */
export const OfferedTools = z.array(ToolDescriptor).min(1).max(64);

/** Arguments of a tool by parameter; the tool's own schema says which. */
export const ToolInputs = z.record(z.string(), z.unknown());
export type ToolInputs = z.output<typeof ToolInputs>;

/** A turn of the conversation before the question. */
export const PriorTurn = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().max(32_000),
});
export type PriorTurn = z.output<typeof PriorTurn>;

/** Oldest first. */
export const PriorTurns = z.array(PriorTurn).max(50);
