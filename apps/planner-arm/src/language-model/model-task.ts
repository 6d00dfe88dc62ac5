import type { GenerationRequest, JsonSchema, LanguageModel } from '@arbiter/ports';
import type { FenceIds } from '@arbiter/prompting';
import { z } from 'zod';

/** The value read from a model's answer, or a sentence that tells the model its mistake. */
export type Reading<T> = { readonly value: T } | { readonly problem: string };

/** A question to a language model whose answer is JSON, and how the answer is read. */
export interface ModelTask<T> {
  /** @returns null when not even its fixed parts fit into the context of the model */
  readonly request: (model: Pick<LanguageModel, 'contextTokens'>, ids: FenceIds) => GenerationRequest | null;
  /** @param output parsed JSON of any shape */
  readonly read: (output: unknown) => Reading<T>;
}

/** Problems told to a model at once: the first ones explain the rest. */
const TOLD_PROBLEMS = 3;

/** Reads an answer by its schema. */
export function readBy<T>(schema: z.ZodType<T>, output: unknown): Reading<T> {
  const read = schema.safeParse(output);
  if (read.success) return { value: read.data };
  const problems = read.error.issues
    .slice(0, TOLD_PROBLEMS)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the answer'}: ${message}`);
  return { problem: problems.join('; ') };
}

/** The schema of an answer as vendors take it: no `$schema`, no bounds, and every object closed. */
export function outputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return closed(rest);
}

const BOUNDS: ReadonlySet<string> = new Set([
  '$schema',
  'default',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'maxItems',
  'maxLength',
  'maximum',
  'minItems',
  'minLength',
  'minimum',
  'pattern',
]);

/** @param schema JSON Schema */
export function closed(schema: JsonSchema): JsonSchema {
  return close(schema) as JsonSchema;
}

/** @param isNames within `properties`, whose keys are names and no keywords */
function close(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((each) => close(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .filter(([key]) => isNames || !BOUNDS.has(key))
    .map(([key, part]): [string, unknown] => [key, close(part, key === 'properties' && !isNames)]);
  const isObject = !isNames && 'properties' in value;
  return { ...Object.fromEntries(kept), ...(isObject && { additionalProperties: false }) };
}
