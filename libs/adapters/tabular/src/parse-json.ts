import { isLosslessNumber, parse, type LosslessNumber } from 'lossless-json';

/** A JSON value whose numbers are as they were written: 1.10 is not 1.1, and an id of twenty digits keeps them all. */
export type JsonValue = string | boolean | null | LosslessNumber | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * @returns undefined when the text is not JSON, or nested deeper than the reader's stack; of a key that stands twice in an
 *   object the last holds, as in every browser
 */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return parse(text, null, { onDuplicateKey: ({ newValue }) => newValue }) as JsonValue;
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
export function scalarText(value: JsonValue): string {
  return value === null || isJsonArray(value) || isJsonObject(value) ? '' : String(value).trim();
}
