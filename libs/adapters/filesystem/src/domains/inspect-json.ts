import { join } from 'node:path';
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { z } from 'zod';
import { readTextFile } from '../read-text-file.js';
import { locateJsonError } from './read-json-file.js';

/** Something that is wrong with a domain pack, or likely to be. */
export interface PackFinding {
  /** An error keeps the pack, or a tool of it, from being used; a warning is what its author hardly means. */
  readonly severity: 'error' | 'warning';
  /** Relative to the pack, `/` between segments. */
  readonly file: string;
  /** From 1; null where the whole file is meant. */
  readonly line: number | null;
  /** From 1, in UTF-16 code units; null with the line. */
  readonly column: number | null;
  /** Keys from the outermost, joined by dots; '' for none. */
  readonly field: string;
  /** One sentence. */
  readonly problem: string;
  /** What to do, one sentence. */
  readonly fix: string;
}

/** The order in which an author goes through them. */
export function byPlace(a: PackFinding, b: PackFinding): number {
  if (a.severity !== b.severity) return a.severity === 'error' ? -1 : 1;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}

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

interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** Finds the lines of fields in a JSON text. */
class JsonPlaces {
  private readonly root: Node | undefined;

  constructor(private readonly text: string) {
    this.root = parseTree(text);
  }

  /** Where a field stands, or the innermost of those around it that is there: a missing field belongs to its object. */
  placeOf(path: readonly PropertyKey[]): Place {
    for (let depth = path.length; depth > 0; depth -= 1) {
      const segments = path.slice(0, depth).map((key) => (typeof key === 'number' ? key : String(key)));
      const node = this.root && findNodeAtLocation(this.root, segments);
      if (node) return this.at(node.parent?.type === 'property' ? node.parent.offset : node.offset);
    }
    return this.at(this.root?.offset ?? 0);
  }

  private at(offset: number): Place {
    const before = this.text.slice(0, offset).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  }
}
