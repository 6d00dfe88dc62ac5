import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError, PriceTable } from '@arbiter/contracts';
import { z } from 'zod';

// z.coerce is too generous for settings: it reads "" and null as 0, true as 1 and "0x10" as 16.
// These take what a person means by a number, a switch or a list, as text or as YAML's own type.

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i;

/** Of the variable, for people. */
const SOURCE = 'MODEL_PRICES';

function numeric(pattern: RegExp) {
  return z.union([z.number(), z.string().trim().regex(pattern).transform(Number)]);
}

/** A whole number, both bounds included: `8006`, `"8006"`. */
export function wholeNumber(minimum: number, maximum: number) {
  return numeric(WHOLE).pipe(z.int().min(minimum).max(maximum));
}

/** A number, both bounds included: `0.5`, `"1e-3"`. */
export function decimalNumber(minimum: number, maximum: number) {
  return numeric(DECIMAL).pipe(z.number().min(minimum).max(maximum));
}

/** A TCP port; 0 lets the system choose one. */
export function portNumber() {
  return wholeNumber(0, 65_535);
}

/** A switch: true or false, in the environment also 1 or 0. */
export function flag() {
  return z
    .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'insensitive' })])
    .pipe(z.boolean());
}

/** Text that is not blank. */
export function text() {
  return z.string().trim().min(1);
}

/** A key or password as it is: no white space, nothing that a header could not carry. */
export function secretText() {
  return z.string().regex(/^[\x21-\x7e]+$/);
}

/** A list: in the environment separated by commas, in the file a sequence. Blank members are dropped. */
export function commaList() {
  const split = z.string().transform((given) => given.split(',').map((part) => part.trim()));
  return z.union([z.array(z.string()), split]).pipe(z.array(z.string()).transform((parts) => parts.filter(Boolean)));
}

/** An absolute URL of one of the given protocols, as it was written: `urlOf('nats', 'tls')`. */
export function urlOf(...protocols: readonly string[]) {
  return text().refine((given) => parsedUrl(given, protocols) !== null);
}

/** The same for a server that is sent no user and password: `fetch` refuses an address that holds them. */
export function urlWithoutCredentials(...protocols: readonly string[]) {
  return text().refine((given) => {
    const url = parsedUrl(given, protocols);
    return url !== null && url.username === '' && url.password === '';
  });
}

function parsedUrl(given: string, protocols: readonly string[]): URL | null {
  const url = URL.canParse(given) ? new URL(given) : null;
  return url && protocols.includes(url.protocol.slice(0, -1)) ? url : null;
}

/**
 * @param setting a price table as JSON, or the path of a file with one, relative to `cwd`; undefined for none
 * @throws ArbiterError INVALID_REQUEST for a file that cannot be read or is no price table, naming the place
 */
export async function readPriceTable(setting: string | undefined, cwd: string): Promise<PriceTable | null> {
  if (setting === undefined) return null;
  const isInline = setting.trimStart().startsWith('{');
  const text = isInline ? setting : await readTable(resolve(cwd, setting));
  const parsed = PriceTable.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new ArbiterError(
    'INVALID_REQUEST',
    `${SOURCE}: ${isInline ? 'the value' : setting} is no price table${place}: ${issue?.message ?? 'invalid'}. ` +
      'Write {"currency": "USD", "models": {"vendor/model": {"input": 3, "output": 15}}}, per million tokens.',
  );
}

async function readTable(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${SOURCE}: there is no file ${path} that can be read.`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
