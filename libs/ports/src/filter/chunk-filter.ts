export type FilterValue = string | number | boolean;

/** Conditions on a chunk's metadata, all of which must hold; empty means every chunk. */
export type ChunkFilter = readonly FilterCondition[];

/**
 * A condition on what stands under one key. A list holds each of its elements; an object is reached by a path of keys
 * with dots ("author.name"), also through lists of objects.
 */
export interface FilterCondition {
  readonly key: string;
  readonly test: FilterTest;
  /** True turns the condition round: it then holds for chunks without the key, too. */
  readonly negated?: boolean;
}

export type FilterTest =
  /** One of these values, of the same type: the text "1" is not the number 1. No value at all never holds. */
  | { readonly kind: 'any-of'; readonly values: readonly FilterValue[] }
  /** Any value but null, an empty list and an empty object. */
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
