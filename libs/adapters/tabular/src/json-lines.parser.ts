import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ParsedDocumentBuilder, readText } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { isLosslessNumber, type LosslessNumber, parse, stringify } from 'lossless-json';
import { type Field, type TabularRecord, writeRecords } from './write-records.js';

/** Lines read before other work of the process gets a turn. */
const LINES_PER_TURN = 2_000;
/** Broken lines that are named; the others are counted. */
const MAX_NAMED_LINES = 5;

/** Nesting that is read; what lies deeper is left out. */
const MAX_DEPTH = 32;

interface JsonLines {
  readonly read: number;
  readonly broken: number;
}

/** Reads a JSON value per line, objects as rows with their keys. A line that is broken is left out with a warning. */
export class JsonLinesParser implements DocumentParser {
  readonly name = 'json-lines';
  readonly mediaType = 'application/jsonl';
  readonly extensions = ['.jsonl', '.ndjson'];
  readonly otherMediaTypes = { 'application/x-ndjson': '.ndjson' };

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, builder } = await readText(request);
    const { read, broken } = await readJsonLines(text, builder, signal);
    if (read === 0 && broken > 0) {
      throw new ArbiterError('INVALID_REQUEST', `${name} holds no JSON lines: none of its lines is valid JSON.`, {
        details: { name },
      });
    }
    return builder.build({ metadata: { records: read } });
  }
}

/** Writes the values of all lines that are JSON into a document, and a warning that names the others. */
export async function readJsonLines(
  text: string,
  builder: ParsedDocumentBuilder,
  signal: AbortSignal,
): Promise<JsonLines> {
  const records: TabularRecord[] = [];
  const broken: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (index % LINES_PER_TURN === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (value === undefined) broken.push(index + 1);
    else records.push(flattenJson(value));
  }
  if (records.length > 0) await writeRecords(builder, records, { level: 1, signal });
  if (broken.length > 0) builder.warn(brokenLines(broken));
  return { read: records.length, broken: broken.length };
}

function brokenLines(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_NAMED_LINES).join(', ');
  const rest = lines.length - MAX_NAMED_LINES;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return lines.length === 1
    ? `Line ${named} is not valid JSON and was left out.`
    : `Lines ${named}${more} are not valid JSON and were left out.`;
}

/**
 * The values of an object with the keys that lead to them: `{ address: { city } }` gives "address city", a list of plain
 * values one field ("tags: a, b"), a list of objects numbered ones ("items 1 price").
 */
export function flattenJson(value: JsonValue, path = '', depth = 0): Field[] {
  if (depth > MAX_DEPTH && !isScalar(value)) return [{ name: path, value: stringify(value) ?? '' }];
  if (isJsonObject(value)) {
    return Object.entries(value).flatMap(([key, child]) => flattenJson(child, joinPath(path, key), depth + 1));
  }
  if (isJsonArray(value)) {
    if (value.every(isScalar)) {
      const texts = value.map(scalarText).filter((text) => text !== '');
      return texts.length === 0 ? [] : [{ name: path, value: texts.join(', ') }];
    }
    return value.flatMap((child, index) => flattenJson(child, joinPath(path, String(index + 1)), depth + 1));
  }
  const text = scalarText(value);
  return text === '' ? [] : [{ name: path, value: text }];
}

function isScalar(value: JsonValue): boolean {
  return !isJsonArray(value) && !isJsonObject(value);
}

/** Whether a list holds objects that are to be read as rows. */
export function isRecordList(value: JsonValue): value is readonly JsonObject[] {
  return isJsonArray(value) && value.length > 0 && value.every(isJsonObject);
}

function joinPath(path: string, key: string): string {
  const name = key.replace(/\s+/g, ' ').trim();
  return path === '' || name === '' ? path + name : `${path} ${name}`;
}

/** A JSON value whose numbers are as they were written: 1.10 is not 1.1, and an id of twenty digits keeps them all. */
export type JsonValue = string | boolean | null | LosslessNumber | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * @param repeated called with each key that stands twice in an object
 * @returns undefined when the text is not JSON, or nested deeper than the reader's stack; of a key that stands twice in an
 *   object the last holds, as in every browser
 */
export function parseJson(text: string, repeated?: (key: string) => void): JsonValue | undefined {
  try {
    const onDuplicateKey = ({ key, newValue }: { key: string; newValue: unknown }): unknown => {
      repeated?.(key);
      return newValue;
    };
    return parse(text, null, { onDuplicateKey }) as JsonValue;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** What is written down of a value that has no parts; empty for null. */
function scalarText(value: JsonValue): string {
  return value === null || isJsonArray(value) || isJsonObject(value) ? '' : String(value).trim();
}
