import { readFile } from 'node:fs/promises';
import { ArbiterError } from '@arbiter/contracts';
import type { z } from 'zod';
import { fromFilesystemError, hasCode } from '../filesystem-error.js';

/** Largest configuration that is read: a pack is written by hand. */
const MAX_BYTES = 8 * 1024 * 1024;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- control characters are what RFC 8259 forbids inside a string
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const LITERAL = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;

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

/** Where a text stops being JSON. */
interface JsonErrorLocation {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** What was expected there, to follow the word "expected". */
  readonly expected: string;
}

class NotJson extends Error {
  constructor(
    readonly position: number,
    readonly expected: string,
  ) {
    super(expected);
  }
}

/**
 * Finds the first syntax error by the grammar of RFC 8259, since the position that JSON.parse reports is missing from
 * some of its messages.
 *
 * @returns null when the text is JSON, or too deep to look into
 */
export function locateJsonError(text: string): JsonErrorLocation | null {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)));
    if (end < text.length) throw new NotJson(end, 'nothing after the end of the value');
    return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    if (!(error instanceof NotJson)) throw error;
    const before = text.slice(0, error.position).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, expected: error.expected };
  }
}

/** Each reader takes the position where its part begins and returns the one after it. */
function readValue(text: string, at: number): number {
  const first = text[at];
  if (first === '{') return readMembers(text, at + 1, '}', readMember);
  if (first === '[') return readMembers(text, at + 1, ']', readValue);
  for (const pattern of [STRING, NUMBER, LITERAL]) {
    const end = match(pattern, text, at);
    if (end !== null) return end;
  }
  throw new NotJson(at, first === '"' ? 'a closed string without line breaks and with valid escapes' : 'a value');
}

function readMembers(
  text: string,
  start: number,
  close: '}' | ']',
  readOne: (text: string, at: number) => number,
): number {
  let at = skipSpace(text, start);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = skipSpace(text, readOne(text, at));
    if (text[at] === close) return at + 1;
    if (text[at] !== ',') throw new NotJson(at, `"," or "${close}"`);
    at = skipSpace(text, at + 1);
    if (text[at] === close) throw new NotJson(at, `no "," before "${close}"`);
  }
}

function readMember(text: string, at: number): number {
  const key = match(STRING, text, at);
  if (key === null) throw new NotJson(at, 'a key in double quotes');
  const colon = skipSpace(text, key);
  if (text[colon] !== ':') throw new NotJson(colon, '":"');
  return readValue(text, skipSpace(text, colon + 1));
}

function skipSpace(text: string, at: number): number {
  return match(SPACE, text, at) ?? at;
}

function match(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}
