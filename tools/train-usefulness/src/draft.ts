import { QueryType, Source } from '@arbiter/contracts';
import { z } from 'zod';

/**
 * What a draft is to its question: it `answers` it, it `misses` it although the documents hold the answer, or they do not
 * hold it and the question is `unanswerable`.
 */
export const DraftOutcome = z.enum(['answers', 'misses', 'unanswerable']);
export type DraftOutcome = z.output<typeof DraftOutcome>;

/** A draft as it came before the validator. */
export const Draft = z.strictObject({
  /** The pack that the question is of. */
  pack: z.string(),
  questionId: z.string(),
  query: z.string(),
  queryType: QueryType,
  answer: z.string(),
  sources: z.array(Source),
  outcome: DraftOutcome,
});
export type Draft = z.output<typeof Draft>;
