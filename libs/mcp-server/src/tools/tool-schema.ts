import { ArbiterError, toolSchemaOf } from '@arbiter/contracts';
import type { z } from 'zod';

/** JSON Schema of an object. */
export type JsonSchema = Readonly<Record<string, unknown>> & { readonly type: 'object' };

/**
 * The schema of a tool's arguments: what a caller may write, defaults left out.
 *
 * @param descriptions of its fields, for models that fill them in
 */
export function inputSchemaOf(schema: z.ZodType, descriptions: Readonly<Record<string, string>> = {}): JsonSchema {
  const json = toolSchemaOf(schema, 'input');
  const properties = Object.fromEntries(
    Object.entries(json.properties ?? {}).map(([field, property]) => {
      const description = descriptions[field];
      return [field, description === undefined ? property : { ...(property as object), description }];
    }),
  );
  return asObject({ ...json, properties });
}

/** The schema of a tool's result. It lets unknown keys pass: a client that kept it must be able to read a newer server. */
export function outputSchemaOf(schema: z.ZodType): JsonSchema {
  return asObject(open(toolSchemaOf(schema, 'output')));
}

function open(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  ) as Record<string, unknown>;
}

/** @throws ArbiterError INVALID_REQUEST, its message about the first argument at fault, `details.issues` about all */
export function parseArguments<S extends z.ZodType>(schema: S, args: unknown): z.output<S> {
  const parsed = schema.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  const [first = { path: '', message: 'does not fit' }] = issues;
  const where = first.path === '' ? 'the arguments' : `"${first.path}"`;
  throw new ArbiterError('INVALID_REQUEST', `Invalid arguments: ${where}: ${first.message}`, { details: { issues } });
}

function asObject(json: Readonly<Record<string, unknown>>): JsonSchema {
  if (json.type !== 'object') throw new RangeError('the arguments and the result of a tool must be objects');
  return { ...json, type: 'object' };
}
