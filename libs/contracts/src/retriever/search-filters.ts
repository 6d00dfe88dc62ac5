import { z } from 'zod';

/** Values of one filter, and keys of one request. */
const MAX_VALUES = 1_000;
const MAX_KEYS = 64;
const MAX_KEY_LENGTH = 512;

const FilterScalar = z.union([z.string(), z.number(), z.boolean()]);
const AnyOf = z.array(FilterScalar).min(1).max(MAX_VALUES);

const ISO_DATE = /^\d{4}(-\d{2}(-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?)?)?)?$/;
/** A year, month, day or time. As an upper bound it includes all of the year, month or day. */
const FilterDate = z.string().regex(ISO_DATE, 'must be a date such as 2024-03-15 or 2024-03-15T08:00:00Z');

/** Both bounds numbers, or both dates. */
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

/** What stands under a key must pass all of the operators given. */
export const FilterOperators = z
  .strictObject({
    eq: FilterScalar.optional(),
    in: AnyOf.optional(),
    /** Whether the key holds anything but null. */
    exists: z.boolean().optional(),
    ...Comparisons,
    /** Holds where this does not, also for documents without the key. */
    not: z.union([FilterScalar, AnyOf, NotThese]).optional(),
  })
  .refine(atLeastOne, { error: 'must hold an operator', when: ({ issues }) => issues.length === 0 });
export type FilterOperators = z.output<typeof FilterOperators>;

/**
 * Metadata key to the value it must have, a list of which it must have one, or operators. Objects are reached by dots
 * (`author.name`); a list holds each of its elements. `date_from` and `date_to` bound `metadata.date`, both included.
 */
export const SearchFilters = z
  .object({ date_from: FilterDate.optional(), date_to: FilterDate.optional() })
  .catchall(z.union([FilterScalar, AnyOf, FilterOperators]))
  .refine((filters) => Object.keys(filters).length <= MAX_KEYS, `must have at most ${MAX_KEYS} keys`)
  .refine(
    (filters) => Object.keys(filters).every((key) => key.length > 0 && key.length <= MAX_KEY_LENGTH),
    `keys must have 1 to ${MAX_KEY_LENGTH} characters`,
  );
export type SearchFilters = z.output<typeof SearchFilters>;
