import { ArbiterError } from '@arbiter/contracts';
import type { z } from 'zod';

export interface JsonLine<T> {
  readonly value: T;
  /** From 1. */
  readonly line: number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads JSON Lines: one JSON value per line, empty lines left out.
 *
 * @param file name for messages
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line that is not JSON or not as the schema
 *   says, with `details: {file, line}`
 */
export function readJsonLines<T>(jsonl: string, file: string, schema: z.ZodType<T>): JsonLine<T>[] {
  const text = jsonl.startsWith(BYTE_ORDER_MARK) ? jsonl.slice(1) : jsonl;
  return text.split('\n').flatMap((content, index) => {
    if (content.trim() === '') return [];
    const line = index + 1;
    const parsed = schema.safeParse(parseLine(content, file, line));
    if (parsed.success) return [{ value: parsed.data, line }];
    const problems = parsed.error.issues.map(({ path, message }) =>
      [path.join('.'), message].filter(Boolean).join(': '),
    );
    throw new ArbiterError('INVALID_REQUEST', `${file}:${line}: ${problems.join('; ')}.`, { details: { file, line } });
  });
}

function parseLine(content: string, file: string, line: number): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${file}:${line}: not JSON.`, { details: { file, line }, cause });
  }
}
