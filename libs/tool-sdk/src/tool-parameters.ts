import { ArbiterError, ParameterReference, type ToolResult } from '@arbiter/contracts';
import type { z } from 'zod';

/** A reference, and where among the parameters it stands. */
export interface PlacedReference {
  readonly path: readonly (string | number)[];
  readonly reference: ParameterReference;
}

/** Every reference among parameters, however deep. */
export function referencesIn(parameters: unknown, path: readonly (string | number)[] = []): PlacedReference[] {
  if (typeof parameters !== 'object' || parameters === null) return [];
  const parsed = ParameterReference.safeParse(parameters);
  if (parsed.success) return [{ path, reference: parsed.data }];
  const parts: readonly [string | number, unknown][] = Array.isArray(parameters)
    ? [...parameters.entries()]
    : Object.entries(parameters);
  return parts.flatMap(([key, value]) => referencesIn(value, [...path, key]));
}

/**
 * Parameters with what they refer to in its place.
 *
 * @throws ArbiterError INVALID_REQUEST when a reference leads to nothing
 */
export function resolveReferences<Parameters>(
  parameters: Parameters,
  results: ReadonlyMap<string, ToolResult>,
): Parameters {
  return resolve(parameters, results) as Parameters;
}

function resolve(value: unknown, results: ReadonlyMap<string, ToolResult>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parsed = ParameterReference.safeParse(value);
  if (parsed.success) return follow(parsed.data, results);
  if (Array.isArray(value)) return value.map((each) => resolve(each, results));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, results)]));
}

function follow({ $from, path }: ParameterReference, results: ReadonlyMap<string, ToolResult>): unknown {
  let found: unknown = results.get($from)?.data;
  for (const key of path === undefined || path === '' ? [] : path.split('.')) {
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key) ? Reflect.get(found, key) : undefined;
  }
  if (found !== undefined) return found;
  throw new ArbiterError('INVALID_REQUEST', `Step "${$from}" found nothing at "${path ?? ''}".`, {
    details: { step: $from, path: path ?? '' },
  });
}

/** One thing that is wrong with the inputs of a tool. */
export interface ParameterIssue {
  /** Keys and indexes from the inputs down to the value; empty for the inputs as a whole. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function parameterIssuesOf(error: z.ZodError): ParameterIssue[] {
  return error.issues.map(({ path, message }) => {
    const steps = path.map((key) => (typeof key === 'number' ? key : String(key)));
    return { path: steps, message: steps.length === 0 ? message : `"${steps.join('.')}": ${message}` };
  });
}
