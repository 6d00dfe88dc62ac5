import { z } from 'zod';
import { ERROR_TABLE, type ErrorCode } from '../errors.js';
import { Metadata } from '../passage.js';
import { Source } from '../validator/support.js';

/** Most steps of a plan: more than any question needs, and few enough to check and show completely. */
export const MAX_PLAN_STEPS = 32;

const ERROR_CODES = Object.keys(ERROR_TABLE) as [ErrorCode, ...ErrorCode[]];

/** Kinds of result objects, so that clients can choose a display. */
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

/** Kebab-case, or the snake case of another design for the same tool (`fast_vector_search`). */
export const ToolName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/, 'must be kebab-case or snake_case, in lower case');

export const JsonSchemaObject = z.record(z.string(), z.unknown());

/** Description of a tool for a planner. */
export const ToolDescriptor = z.strictObject({
  name: ToolName,
  description: z.string(),
  /** JSON Schema (draft 2020-12) of the parameters: an object. */
  inputSchema: JsonSchemaObject,
  /** Measured typical duration, in milliseconds; absent before the first run. */
  typicalMs: z.number().min(0).optional(),
});
export type ToolDescriptor = z.output<typeof ToolDescriptor>;

/**
 * Stands for a parameter that an earlier step provides. `path` leads into the `data` of its result, with dots between keys and
 * indexes: `0.objects.0.text` is the text of the first object. Without `path`, it is the whole `data`.
 */
export const ParameterReference = z.strictObject({ $from: z.string().min(1), path: z.string().optional() });
export type ParameterReference = z.output<typeof ParameterReference>;

export const ToolFallback = z.strictObject({
  tool: ToolName,
  /** Default: the parameters of the step. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  condition: z.enum(['on_error', 'on_low_confidence']),
});
export type ToolFallback = z.output<typeof ToolFallback>;

/** Field names of steps, plans and results as published (design document 000). */
export const ToolStep = z.strictObject({
  id: z.string().min(1).max(64),
  tool: ToolName,
  /** Match the tool's input schema. Any value may be a {@link ParameterReference} to a step in `dependencies`. */
  parameters: z.record(z.string(), z.unknown()).default({}),
  /** Ids of steps that must have ended before this one. */
  dependencies: z.array(z.string()).max(MAX_PLAN_STEPS).default([]),
  /** `sequential`: no other step runs at the same time. */
  executionMode: z.enum(['parallel', 'sequential']).default('parallel'),
  fallback: ToolFallback.optional(),
});
export type ToolStep = z.output<typeof ToolStep>;

export const ToolPlan = z.strictObject({
  steps: z.array(ToolStep).min(1).max(MAX_PLAN_STEPS),
  reasoning: z.string(),
  /** Milliseconds from the first step to the last, from typical durations; 0 if none is known. */
  estimatedDuration: z.number().min(0),
});
export type ToolPlan = z.output<typeof ToolPlan>;

/** One result of a tool; a tool may yield several. */
export const ToolPayload = z.strictObject({
  name: z.string(),
  payloadType: PayloadType,
  objects: z.array(z.record(z.string(), z.unknown())),
  metadata: Metadata,
  /** One sentence about the result, for a model. */
  message: z.string(),
});
export type ToolPayload = z.output<typeof ToolPayload>;

/** Result of one step. */
export const ToolResult = z.strictObject({
  /** The tool that ran: the fallback's, if it was needed. */
  tool: ToolName,
  success: z.boolean(),
  /** Results in order; if there is an `error`, those before it. */
  data: z.array(ToolPayload),
  /** 0–1: the tool's own confidence, or 1 if it gives none; 0 for a failure. */
  confidence: z.number().min(0).max(1),
  /** Milliseconds, including retries and fallback. */
  duration: z.number().min(0),
  sources: z.array(Source).optional(),
  /** For people and models; present exactly when `success` is false. */
  error: z.string().optional(),
  /** Cause of the failure, for programs; absent if the tool itself reported that it found nothing. */
  code: z.enum(ERROR_CODES).optional(),
  /** The tool's suggestion of an alternative. */
  suggestion: z.string().optional(),
});
export type ToolResult = z.output<typeof ToolResult>;

/** Tools that may run now. Decisions and plans use no others. */
export const OfferedTools = z.array(ToolDescriptor).min(1).max(64);

/** Arguments of a tool by parameter, as in the tool's own schema. */
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
