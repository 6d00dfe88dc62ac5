import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type { z } from 'zod';
import { readText } from './read-text.js';

/** What one search may take, in milliseconds, and what its answer may hold, in bytes. */
const TIMEOUT_MS = 8_000;
const MAX_BYTES = 2 * 1024 * 1024;

export interface SearchEngine {
  readonly name: string;
  /** What to do when it takes neither key nor form. */
  readonly refusal: string;
}

/** Asks a search engine for JSON, with the errors of the port. Follows no redirect, which could carry the key elsewhere. */
export async function fetchResults<Schema extends z.ZodType>(
  { name, refusal }: SearchEngine,
  schema: Schema,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  return withDeadline(signal, { timeoutMs: TIMEOUT_MS, what: name }, async (inTime) => {
    const text = await answerOf({ name, refusal }, url, headers, inTime);
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new ArbiterError('UNAVAILABLE', `${name} does not answer as its interface says.`, { cause: parsed.error });
  });
}

async function answerOf(
  { name, refusal }: SearchEngine,
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url, { headers: { accept: 'application/json', ...headers }, redirect: 'error', signal });
  } catch (thrown) {
    signal.throwIfAborted();
    throw new ArbiterError('UNAVAILABLE', `${name} does not answer.`, { cause: thrown });
  }
  if (response.ok && response.body) return readText(response.body, MAX_BYTES);
  await response.body?.cancel();
  throw errorOf(name, response.status, refusal);
}

function errorOf(name: string, status: number, refusal: string): ArbiterError {
  const details = { status };
  if (status === 401) return new ArbiterError('UNAUTHENTICATED', `${name} refuses: ${refusal}`, { details });
  if (status === 403 || status === 422)
    return new ArbiterError('FORBIDDEN', `${name} refuses: ${refusal}`, { details });
  if (status === 429) return new ArbiterError('RATE_LIMITED', `${name} has had too many questions.`, { details });
  return new ArbiterError('UNAVAILABLE', `${name} answers with status ${status}.`, { details });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
