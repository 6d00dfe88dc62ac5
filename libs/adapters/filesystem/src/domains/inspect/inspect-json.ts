import { join } from 'node:path';
import type { z } from 'zod';
import { locateJsonError } from '../locate-json-error.js';
import { readTextFile } from '../../read-text-file.js';
import { JsonPlaces, type Place } from './json-places.js';
import type { PackFinding } from './pack-finding.js';

/** A JSON file of a pack, and what is wrong with it. */
export interface InspectedJson<T> {
  /** Null where the file is not there, or breaks its schema. */
  readonly value: T | null;
  /** As it was written, also where it breaks its schema; undefined where it is no JSON or not there. */
  readonly written: unknown;
  readonly findings: readonly PackFinding[];
  readonly placeOf: (path: readonly PropertyKey[]) => Place;
}

/**
 * Reads a hand-written file and finds all that its schema finds, each with its line.
 *
 * @param file relative to the pack
 * @returns null where there is no such file
 */
export async function inspectJson<S extends z.ZodType>(
  folder: string,
  file: string,
  schema: S,
): Promise<InspectedJson<z.output<S>> | null> {
  const source = await readTextFile(join(folder, file));
  if (source === null) return null;
  const text = source.replace(/^\uFEFF/, '');
  const places = new JsonPlaces(text);
  const placeOf = (path: readonly PropertyKey[]): Place => places.placeOf(path);
  const error = locateJsonError(text);
  if (error) {
    const { line, column, expected } = error;
    const problem = `This is not valid JSON: expected ${expected}.`;
    const finding = { severity: 'error', file, line, column, field: '', problem, fix: 'Correct that line.' } as const;
    return { value: null, written: undefined, findings: [finding], placeOf };
  }
  const written = JSON.parse(text) as unknown;
  const parsed = schema.safeParse(written);
  if (parsed.success) return { value: parsed.data, written, findings: [], placeOf };
  const findings = parsed.error.issues.map(({ path, message }): PackFinding => {
    const field = path.join('.');
    const problem = `${field === '' ? 'The file' : `"${field}"`}: ${lowerFirst(message)}.`;
    return { severity: 'error', file, ...placeOf(path), field, problem, fix: fixOf(written, path) };
  });
  return { value: null, written, findings, placeOf };
}

function fixOf(written: unknown, path: readonly PropertyKey[]): string {
  const key = String(path.at(-1) ?? '');
  const isMissing = valueAt(written, path) === undefined;
  return isMissing && key !== '' ? `Add "${key}".` : 'Correct the value.';
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, '');
}
