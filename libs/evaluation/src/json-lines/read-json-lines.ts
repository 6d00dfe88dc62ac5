import type { z } from 'zod';
import { BYTE_ORDER_MARK, parseJsonLine } from './parse-json-line.js';

export interface JsonLine<T> {
  readonly value: T;
  /** From 1. */
  readonly line: number;
}

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
    return [{ value: parseJsonLine(content, { file, line }, schema), line }];
  });
}
