import { isJsonArray, isJsonObject, scalarText, type JsonObject, type JsonValue } from './parse-json.js';
import type { Field } from './tabular-record.js';

/** Nesting that is read; what lies deeper is left out. */
const MAX_DEPTH = 32;

/**
 * The values of an object with the keys that lead to them: `{ address: { city } }` gives "address city", a list of plain
 * values one field ("tags: a, b"), a list of objects numbered ones ("items 1 price").
 */
export function flattenJson(value: JsonValue, path = '', depth = 0): Field[] {
  if (depth > MAX_DEPTH) return [];
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

export function isScalar(value: JsonValue): boolean {
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
