import { ArbiterError } from '@arbiter/contracts';
import type { z } from 'zod';

/** A line of a file, for messages. */
export interface LinePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One line of JSON Lines as a value of the schema.
 *
 * @throws ArbiterError INVALID_REQUEST that names file and line when it is not JSON or not as the schema says, with
 *   `details: {file, line}`
 */
export function parseJsonLine<T>(content: string, place: LinePlace, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(parseJson(content, place));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw brokenLine(place, `${problems.join('; ')}.`);
}

export function brokenLine({ file, line }: LinePlace, problem: string, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `${file}:${line}: ${problem}`, { details: { file, line }, cause });
}

function parseJson(content: string, place: LinePlace): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw brokenLine(place, 'not JSON.', cause);
  }
}
