import json5 from 'json5';
import { parse as parseToml } from 'smol-toml';
import { parseAllDocuments } from 'yaml';

export type SettingsFormat = 'yaml' | 'toml' | 'json5' | 'ini';

export interface Settings {
  /** As JSON, one for each document of the file. */
  readonly values: readonly string[];
  /** Comments on lines of their own, without their marks; neighbouring lines are one. */
  readonly comments: readonly string[];
  /** Whether a key stands twice in one place, of which the last counts. */
  readonly repeats: boolean;
}

/** Aliases of YAML that are followed; a bomb of ten levels has ten to the tenth. */
const MAX_ALIASES = 1_000;
/** Length of the values as JSON, as a multiple of the file: aliases repeat what they name. */
const MAX_GROWTH = 20;
const HARMLESS_LENGTH = 1_024 * 1_024;

/** @returns null for a text that is not valid, or whose values grow beyond measure */
export function readSettings(source: string, format: SettingsFormat): Settings | null {
  try {
    const values = READERS[format](source).map((value) => JSON.stringify(value));
    const length = values.reduce((sum, value) => sum + value.length, 0);
    if (length > Math.max(HARMLESS_LENGTH, MAX_GROWTH * source.length)) return null;
    return { values, comments: commentsIn(source, format), repeats: format === 'yaml' && repeatsKey(source) };
  } catch {
    return null;
  }
}

/** The library compares each key with each other one; that costs seconds beyond this length. */
const MAX_COMPARED = 50_000;

function repeatsKey(source: string): boolean {
  if (source.length > MAX_COMPARED) return false;
  const documents = parseAllDocuments(source, { schema: 'failsafe', logLevel: 'silent' });
  return (
    Array.isArray(documents) && documents.some(({ errors }) => errors.some(({ code }) => code === 'DUPLICATE_KEY'))
  );
}

const READERS: Readonly<Record<SettingsFormat, (source: string) => unknown[]>> = {
  yaml: readYaml,
  toml: (source) => [JSON.parse(JSON.stringify(parseToml(source, { integersAsBigInt: 'asNeeded' }), plain)) as unknown],
  json5: (source) => [json5.parse(source)],
  ini: (source) => [readIni(source)],
};

/** Values stay as they are written, because in the "failsafe" schema of YAML all of them are strings. */
function readYaml(source: string): unknown[] {
  const documents = parseAllDocuments(source, { schema: 'failsafe', logLevel: 'silent', uniqueKeys: false });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return value === null || value === '' ? [] : [value];
  });
}

/** Sections in brackets; `key = value`, `key: value`; a value goes on over lines that end in a backslash or are indented. */
function readIni(source: string): unknown {
  const root = new Map<string, unknown>();
  let section = root;
  let last: string | null = null;
  for (const line of source.replaceAll('\\\n', ' ').split('\n')) {
    const text = line.trim();
    if (text === '' || /^[#;!]/.test(text)) continue;
    const name = /^\[([^\]]+)\]$/.exec(text)?.[1];
    const at = text.search(/[=:]/);
    if (name !== undefined) {
      const former = root.get(name.trim());
      section = former instanceof Map ? (former as Map<string, unknown>) : new Map<string, unknown>();
      root.set(name.trim(), section);
      last = null;
    } else if (/^\s/.test(line) && last !== null && !/^[^=:\s]+\s*=/.test(text)) {
      section.set(last, `${String(section.get(last))} ${text}`.trim());
    } else if (at > 0) {
      last = text.slice(0, at).trim();
      const former = section.get(last);
      const value = text.slice(at + 1).trim();
      section.set(last, typeof former === 'string' ? `${former}, ${value}` : value);
    } else {
      section.set(text, 'set');
    }
  }
  if (root.size === 0 && source.trim() !== '' && commentsIn(source, 'ini').length === 0)
    throw new SyntaxError('no keys');
  return Object.fromEntries(
    [...root].map(([key, value]) => [key, value instanceof Map ? Object.fromEntries(value) : value]),
  );
}

const COMMENTS: Readonly<Record<SettingsFormat, RegExp>> = {
  yaml: /^\s*#+ ?/,
  toml: /^\s*#+ ?/,
  json5: /^\s*\/\/+ ?/,
  ini: /^\s*[#;!]+ ?/,
};

function commentsIn(source: string, format: SettingsFormat): string[] {
  const comments: string[] = [];
  let goesOn = false;
  for (const line of source.split('\n')) {
    const mark = COMMENTS[format].exec(line)?.[0];
    if (mark === undefined) {
      goesOn = false;
      const behind = behindValue(line, format);
      if (behind !== '') comments.push(behind);
      continue;
    }
    const text = line.slice(mark.length).trim();
    const said = goesOn ? comments.pop() : undefined;
    comments.push(said === undefined ? text : `${said}\n${text}`);
    goesOn = true;
  }
  return comments.filter((comment) => /\p{L}/u.test(comment));
}

/** A comment behind a value, or between the marks of JSON5; a mark within quotes is none. */
function behindValue(line: string, format: SettingsFormat): string {
  if (format === 'ini') return '';
  const between = format === 'json5' ? /\/\*+([^*]{1,2000})\*+\//.exec(line)?.[1] : undefined;
  if (between !== undefined) return between.trim();
  const mark = format === 'json5' ? '//' : '#';
  const at = line.lastIndexOf(` ${mark}`);
  const before = at < 0 ? '' : line.slice(0, at);
  const isQuoted = ['"', "'"].some((quote) => before.split(quote).length % 2 === 0);
  return at < 0 || isQuoted ? '' : line.slice(at + 1 + mark.length).trim();
}

/** Large integers as they are written. */
function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
