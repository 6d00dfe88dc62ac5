import { PAGE_BREAKS, RUN_IN_HEADINGS } from '@arbiter/contracts';
import { instantOf, prefixesOfRange, sortableHex } from './sortable-values.js';

/** Deeper nested objects are not indexed. */
const MAX_DEPTH = 32;
/** Longer texts are stored as prefix, length and hash, because an index limits the length of a term (Lucene: 32,766 bytes). */
const MAX_TEXT = 512;

export type FilterValue = string | number | boolean;

/** Conditions on a chunk's metadata, all of which must hold; an empty filter matches every chunk. */
export type ChunkFilter = readonly FilterCondition[];

/**
 * A condition on the value of one key. A list matches by any of its elements. A path of keys with dots reaches into objects
 * ("author.name"), also through lists of objects.
 */
export interface FilterCondition {
  readonly key: string;
  readonly test: FilterTest;
  /** True negates the condition; it then also matches chunks without the key. */
  readonly negated?: boolean;
  /** True if chunks without the key match as well. */
  readonly orAbsent?: boolean;
}

export type FilterTest =
  /** One of these values, with its type: the text "1" is not the number 1. An empty list of values matches nothing. */
  | { readonly kind: 'any-of'; readonly values: readonly FilterValue[] }
  /** Any value except null, an empty list and an empty object. */
  | { readonly kind: 'exists' }
  /** A number within the bounds. */
  | { readonly kind: 'number-range'; readonly bounds: Bounds }
  /** A text that is an ISO 8601 date or time (see `instantOf`), bounds in milliseconds since 1970. */
  | { readonly kind: 'date-range'; readonly bounds: Bounds };

/** At least one bound; all of them must hold. */
export interface Bounds {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}

/**
 * A filter in a form that all stores evaluate alike: sets of strings that a chunk holds or does not hold.
 *
 * A chunk's metadata becomes a list of facts, stored and indexed as plain strings. A condition becomes a set of facts of which
 * the chunk must hold at least one, or none. Ranges become sets too, by prefixes of sortable numbers. All stores therefore give
 * the same answer, and none needs a schema for metadata.
 */
export interface FactClause {
  readonly anyOf: readonly string[];
  /** True if the chunk must hold none of them. */
  readonly negated: boolean;
  /** A chunk that does not hold this fact passes whatever else it holds; absent: none does. */
  readonly orWithout?: string;
}

/** @returns distinct facts, ascending */
export function factsOf(metadata: Readonly<Record<string, unknown>>): string[] {
  const facts = new Set<string>();
  // Offsets of pages and headings are nothing to filter by, and each would be a hundred facts.
  const { [PAGE_BREAKS]: _pages, [RUN_IN_HEADINGS]: _headings, ...filterable } = metadata;
  collect(filterable, [], facts);
  return [...facts].sort();
}

/** One clause for each condition, in order. */
export function clausesOf(filter: ChunkFilter): FactClause[] {
  return filter.map(({ key, test, negated = false, orAbsent = false }) => ({
    anyOf: factsThatPass(key, test),
    negated,
    ...(orAbsent && { orWithout: existsFact(key) }),
  }));
}

function factsThatPass(key: string, test: FilterTest): string[] {
  switch (test.kind) {
    case 'any-of':
      return [...new Set(test.values.map((value) => valueFact(key, value)))];
    case 'exists':
      return [existsFact(key)];
    case 'number-range':
      return prefixesOfRange(test.bounds).map((prefix) => numberFact(key, prefix));
    case 'date-range':
      return prefixesOfRange(test.bounds).map((prefix) => dateFact(key, prefix));
  }
}

function collect(value: unknown, path: readonly string[], facts: Set<string>): void {
  if (Array.isArray(value)) {
    for (const element of value as unknown[]) collect(element, path, facts);
  } else if (typeof value === 'object' && value !== null) {
    if (path.length >= MAX_DEPTH) return;
    for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key], facts);
  } else if (isScalar(value) && path.length > 0) {
    for (let depth = 1; depth <= path.length; depth += 1) facts.add(existsFact(path.slice(0, depth).join('.')));
    for (const fact of scalarFacts(path.join('.'), value)) facts.add(fact);
  }
}

function scalarFacts(key: string, value: FilterValue): string[] {
  const own = valueFact(key, value);
  if (typeof value === 'number') return [own, ...prefixes(value).map((prefix) => numberFact(key, prefix))];
  const instant = typeof value === 'string' ? instantOf(value) : null;
  return instant === null ? [own] : [own, ...prefixes(instant).map((prefix) => dateFact(key, prefix))];
}

/** Every prefix of the sortable form, including the empty one. */
function prefixes(number: number): string[] {
  const hex = sortableHex(number);
  return Array.from({ length: hex.length + 1 }, (_, length) => hex.slice(0, length));
}

// JSON marks the end of the key and distinguishes the text "1" from the number 1.

function valueFact(key: string, value: FilterValue): string {
  return `${JSON.stringify(key)}=${typeof value === 'string' ? textOf(value) : JSON.stringify(value === 0 ? 0 : value)}`;
}

function existsFact(key: string): string {
  return `${JSON.stringify(key)}?`;
}

function numberFact(key: string, prefix: string): string {
  return `${JSON.stringify(key)}#${prefix}`;
}

function dateFact(key: string, prefix: string): string {
  return `${JSON.stringify(key)}@${prefix}`;
}

function textOf(value: string): string {
  if (value.length <= MAX_TEXT) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, MAX_TEXT))}+${value.length}:${fnv1a(value).toString(16)}`;
}

/** FNV-1a over UTF-16 code units, 32 bit (Fowler, Noll, Vo). */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function isScalar(value: unknown): value is FilterValue {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
