import { type AnyOperation, ArbiterError } from '@arbiter/contracts';
import type { z } from 'zod';

/** One thing that is wrong with a request: the dotted path of the field ('' for the input as a whole) and what is wrong. */
export interface RequestIssue {
  readonly path: string;
  readonly message: string;
}

/** @throws ArbiterError INVALID_REQUEST, its message about the first field at fault, `details.issues` about all */
export function parseInput(operation: AnyOperation, input: unknown): unknown {
  const parsed = operation.input.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.map((issue) => requestIssueOf(issue)));
}

export function invalidRequest(issues: readonly RequestIssue[]): ArbiterError {
  const [first] = issues;
  const what = first
    ? `${first.path === '' ? 'the input' : `"${first.path}"`}: ${first.message}`
    : 'the input is wrong';
  return new ArbiterError('INVALID_REQUEST', `Invalid request: ${what}`, { details: { issues } });
}

/**
 * Of a union, which says no more than that nothing fitted, the alternative that came furthest: its issue lies deepest, or
 * it is at least of the right type.
 */
function requestIssueOf(issue: z.core.$ZodIssue, outer: readonly PropertyKey[] = []): RequestIssue {
  const path = [...outer, ...issue.path];
  if (issue.code === 'invalid_union') {
    const closest = issue.errors
      .flatMap((alternative) => alternative.slice(0, 1))
      .filter((inner) => inner.path.length > 0 || inner.code !== 'invalid_type')
      .sort((a, b) => b.path.length - a.path.length)[0];
    if (closest) return requestIssueOf(closest, path);
  }
  return { path: path.map(String).join('.'), message: issue.message };
}

/** @throws ArbiterError INTERNAL when the handler's answer is not what the contract says; the reason is in `cause` only */
export function parseOutput(operation: AnyOperation, output: unknown): unknown {
  return parseOwn(operation, operation.output, 'answer', output);
}

/** @throws ArbiterError INTERNAL when the operation does not stream, or not such events */
export function parseEvent(operation: AnyOperation, event: unknown): unknown {
  if (!operation.events) {
    throw contractBroken(operation, 'event', new TypeError('the operation declares no events'));
  }
  return parseOwn(operation, operation.events, 'event', event);
}

function parseOwn(operation: AnyOperation, schema: z.ZodType, kind: 'answer' | 'event', value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw contractBroken(operation, kind, parsed.error);
}

function contractBroken({ name }: AnyOperation, kind: 'answer' | 'event', cause: unknown): ArbiterError {
  return new ArbiterError('INTERNAL', `${name} made an ${kind} that its contract does not allow.`, { cause });
}
