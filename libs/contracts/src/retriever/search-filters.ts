import { z } from 'zod';

/** Most values of one filter, and most keys of one request. */
const MAX_VALUES = 1_000;
const MAX_KEYS = 64;
/** Most values of all filters together: a door reads no body with more than four times as many (json-excess.ts of the platform). */
export const MAX_FILTER_VALUES = 10_000;
const MAX_KEY_LENGTH = 512;

const FilterScalar = z.union([z.string(), z.number(), z.boolean()]);
const AnyOf = z.array(FilterScalar).min(1).max(MAX_VALUES);

const ISO_DATE = /^\d{4}(-\d{2}(-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?)?)?)?$/;
/** A year, month, day or time. An upper bound includes the whole year, month or day. */
const FilterDate = z.string().regex(ISO_DATE, 'must be a date such as 2024-03-15 or 2024-03-15T08:00:00Z');

/** Both bounds are numbers, or both are dates. */
const Bound = z.union([
  z.number(),
  z.string().regex(ISO_DATE, 'must be a number, or a date such as 2024-03-15 or 2024-03-15T08:00:00Z'),
]);
const Comparisons = {
  gt: Bound.optional(),
  gte: Bound.optional(),
  lt: Bound.optional(),
  lte: Bound.optional(),
};

const atLeastOne = (given: object): boolean => Object.values(given).some((value) => value !== undefined);

const NotThese = z
  .strictObject({
    eq: FilterScalar.optional(),
    in: AnyOf.optional(),
    exists: z.literal(true).optional(),
    ...Comparisons,
  })
  .refine(atLeastOne, { error: 'must hold an operator', when: ({ issues }) => issues.length === 0 });

/** A value must pass all the given operators. */
export const FilterOperators = z
  .strictObject({
    eq: FilterScalar.optional(),
    in: AnyOf.optional(),
    /** Whether the key has a value other than null. */
    exists: z.boolean().optional(),
    ...Comparisons,
    /** Matches where the operand does not, including documents without the key. */
    not: z.union([FilterScalar, AnyOf, NotThese]).optional(),
  })
  .refine(atLeastOne, { error: 'must hold an operator', when: ({ issues }) => issues.length === 0 });
export type FilterOperators = z.output<typeof FilterOperators>;

/**
 * Maps each metadata key to a required value, a list of allowed values, or operators. Dots reach into objects (`author.name`);
 * a list matches by any of its elements. `date_from` and `date_to` bound `metadata.date`, inclusively.
 */
export const SearchFilters = z
  .object({ date_from: FilterDate.optional(), date_to: FilterDate.optional() })
  .catchall(z.union([FilterScalar, AnyOf, FilterOperators]))
  .refine((filters) => Object.keys(filters).length <= MAX_KEYS, `must have at most ${MAX_KEYS} keys`)
  .refine(
    (filters) => Object.keys(filters).every((key) => key.length > 0 && key.length <= MAX_KEY_LENGTH),
    `keys must have 1 to ${MAX_KEY_LENGTH} characters`,
  )
  .refine(
    (filters) => Object.values(filters).reduce<number>((sum, filter) => sum + valuesOf(filter), 0) <= MAX_FILTER_VALUES,
    `must have at most ${MAX_FILTER_VALUES} values together`,
  );
export type SearchFilters = z.output<typeof SearchFilters>;

/** How many values a filter names: of a list each, of operators those of all. */
function valuesOf(filter: unknown): number {
  if (typeof filter !== 'object' || filter === null) return 1;
  return Object.values(filter).reduce<number>((sum, value) => sum + valuesOf(value), 0);
}
