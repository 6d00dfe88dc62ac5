import { z } from 'zod';

/** One of two statements that cannot both be true. */
export const ContradictingStatement = z.strictObject({
  /** Null for the answer. */
  sourceId: z.string().nullable(),
  /** Span in the answer or in the source's content as they were sent, UTF-16 code units. */
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
  /** Of the source, as its metadata says it. */
  date: z.string().optional(),
});
export type ContradictingStatement = z.output<typeof ContradictingStatement>;

export const Contradiction = z.strictObject({
  between: z.enum(['answer', 'answer_and_source', 'sources']),
  /** In what the two differ. */
  conflict: z.enum(['number', 'date', 'negation', 'antonym', 'name']),
  /** In plain words. */
  message: z.string(),
  statements: z.tuple([ContradictingStatement, ContradictingStatement]),
  /** Index of the statement of the newer source; null when the dates do not tell. */
  newer: z.union([z.literal(0), z.literal(1)]).nullable(),
});
export type Contradiction = z.output<typeof Contradiction>;
