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

/**
 * Reads JSON Lines as they come in, holding one line at a time: for files larger than memory. Only "\n" ends a line; the
 * separators U+2028 and U+2029 may stand inside a JSON string.
 *
 * @param chunks of the text, cut anywhere between characters
 * @param file name for messages
 * @throws ArbiterError as `readJsonLines` does, at the line where it comes to it
 */
export async function* streamJsonLines<T>(
  chunks: AsyncIterable<string>,
  file: string,
  schema: z.ZodType<T>,
): AsyncGenerator<JsonLine<T>, void, undefined> {
  let line = 0;
  for await (const content of linesOf(chunks)) {
    line += 1;
    const text = line === 1 && content.startsWith(BYTE_ORDER_MARK) ? content.slice(1) : content;
    if (text.trim() !== '') yield { value: parseJsonLine(text, { file, line }, schema), line };
  }
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  // Pieces of the line that is not at its end yet: joining them once keeps a line of many chunks linear.
  let pieces: string[] = [];
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    pieces.push(first);
    for (const next of others) {
      yield pieces.join('');
      pieces = [next];
    }
  }
  yield pieces.join('');
}
