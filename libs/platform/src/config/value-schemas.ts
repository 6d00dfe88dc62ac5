import { readFile } from 'node:fs/promises';
import { delimiter, resolve } from 'node:path';
import { ArbiterError, PriceTable, parseJson } from '@arbiter/contracts';
import { z } from 'zod';

// z.coerce is too generous for settings: it reads "" and null as 0, true as 1 and "0x10" as 16.
// These take what a person means by a number, a switch or a list, as text or as YAML's own type.

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i;

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

/** What a list of paths may be separated by, for people. */
export const PATH_LIST = 'folders separated by commas, or as in PATH';

/**
 * A list of paths: in the environment separated by commas or as in `PATH` (`:`, on Windows `;`), in the file a sequence, in
 * which a path may hold either.
 *
 * @param separator of the platform
 */
export function pathList(separator: string = delimiter) {
  const split = z.string().transform((given) => given.split(',').flatMap((part) => part.split(separator)));
  return z
    .union([z.array(z.string()), split])
    .pipe(z.array(z.string()).transform((paths) => paths.map((path) => path.trim()).filter(Boolean)));
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

/** A setting whose value is JSON, or the path of a file with it. */
export interface JsonSetting<T> {
  /** Of the variable, for people. */
  readonly source: string;
  readonly schema: z.ZodType<T>;
  /** For people: "price table". */
  readonly noun: string;
  /** What to write, a sentence. */
  readonly hint: string;
}

/**
 * @param setting JSON, or the path of a file with it, relative to `cwd`; undefined for none
 * @throws ArbiterError INVALID_REQUEST for a file that cannot be read or does not fit the schema, naming the place
 */
export async function readJsonSetting<T>(
  setting: string | undefined,
  cwd: string,
  { source, schema, noun, hint }: JsonSetting<T>,
): Promise<T | null> {
  if (setting === undefined) return null;
  const isInline = setting.trimStart().startsWith('{');
  const text = isInline ? setting : await readSettingFile(source, resolve(cwd, setting));
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new ArbiterError(
    'INVALID_REQUEST',
    `${source}: ${isInline ? 'the value' : setting} is no ${noun}${place}: ${issue?.message ?? 'invalid'}. ${hint}`,
  );
}

/** As {@link readJsonSetting}, of MODEL_PRICES. */
export function readPriceTable(setting: string | undefined, cwd: string): Promise<PriceTable | null> {
  return readJsonSetting(setting, cwd, {
    source: 'MODEL_PRICES',
    schema: PriceTable,
    noun: 'price table',
    hint: 'Write {"currency": "USD", "models": {"vendor/model": {"input": 3, "output": 15}}}, per million tokens.',
  });
}

async function readSettingFile(source: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${source}: there is no file ${path} that can be read.`, { cause });
  }
}
