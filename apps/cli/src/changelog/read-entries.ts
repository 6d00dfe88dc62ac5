import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type ChangelogEntry, parseChangelog, parseChangelogEntry } from '@arbiter/changelog';
import { ArbiterError, parseJson } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';

/** The word that means: read it from the standard input. */
const FROM_STDIN = '-';

/**
 * The entries of a file: one JSON object a line, or one JSON text with an entry or a list of them.
 *
 * @throws ArbiterError INVALID_REQUEST naming the file and the first wrong line or field, NOT_FOUND
 */
export async function readEntries(
  file: string,
  context: Pick<CommandContext, 'cwd' | 'stdin'>,
): Promise<ChangelogEntry[]> {
  const { name, text } = await readTextFile(file, context);
  try {
    const whole = parseJson(text);
    if (whole === undefined) return parseChangelog(text);
    return (Array.isArray(whole) ? whole : [whole]).map(parseChangelogEntry);
  } catch (thrown) {
    const { message, details } = ArbiterError.from(thrown);
    throw new ArbiterError('INVALID_REQUEST', `${name}: ${message}`, { details, cause: thrown });
  }
}

/**
 * The text of a file, or of the standard input.
 *
 * @returns also how messages call it
 * @throws ArbiterError NOT_FOUND, INVALID_REQUEST for bytes that are no UTF-8
 */
export async function readTextFile(
  file: string,
  { cwd, stdin }: Pick<CommandContext, 'cwd' | 'stdin'>,
): Promise<{ readonly name: string; readonly text: string }> {
  const name = file === FROM_STDIN ? 'The standard input' : file;
  return { name, text: decode(name, file === FROM_STDIN ? await bytesOf(stdin) : await bytesIn(resolve(cwd, file))) };
}

function decode(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${name} is not text in UTF-8.`, { cause });
  }
}

async function bytesOf(stdin: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function bytesIn(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown reason';
    const message = code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read (${code}).`;
    throw new ArbiterError('NOT_FOUND', message, { details: { path }, cause });
  }
}
