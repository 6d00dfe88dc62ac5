import { readFile } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import type { z } from 'zod';
import { fromFilesystemError, hasCode } from '../filesystem-error.js';
import { locateJsonError } from './locate-json-error.js';

/** Largest configuration that is read: a pack is written by hand. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Reads a hand-written JSON file.
 *
 * @param shown name of the file in messages
 * @returns null when it is not there
 * @throws ArbiterError INVALID_REQUEST naming the line of a syntax error, or every field that is wrong; FORBIDDEN when it
 *   may not be read
 */
export async function readJsonFile<S extends z.ZodType>(
  path: string,
  shown: string,
  schema: S,
): Promise<z.output<S> | null> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw fromFilesystemError(error, shown, 'source');
  }
  if (bytes.length > MAX_BYTES) throw broken(shown, `it is larger than ${MAX_BYTES} bytes; make it smaller.`, {});
  const parsed = schema.safeParse(parse(bytes.toString('utf8').replace(/^\uFEFF/, ''), shown));
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path: field, message }) => ({ field: field.join('.'), message }));
  const list = issues.map(({ field, message }) => `${field === '' ? 'the file' : `"${field}"`}: ${message}`).join('; ');
  throw broken(shown, `${list}. Correct it and try again.`, { field: issues[0]?.field ?? '', issues });
}

function parse(text: string, shown: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const found = locateJsonError(text);
    if (found === null) throw broken(shown, 'it is not valid JSON.', {}, error);
    const { line, column, expected } = found;
    throw broken(
      shown,
      `line ${line}, column ${column} is not valid JSON: expected ${expected}. Correct that line.`,
      { line, column },
      error,
    );
  }
}

function broken(shown: string, what: string, details: Record<string, unknown>, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `${shown}: ${what}`, { details: { file: shown, ...details }, cause });
}
