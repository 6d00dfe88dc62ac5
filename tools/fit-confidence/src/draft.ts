import type { UsefulnessFeatures } from '@arbiter/confidence';
import { z } from 'zod';

/**
 * What a draft is to its question: it `answers` it, it `misses` it although the documents hold the answer, or they do not
 * hold it and the question is `unanswerable`.
 */
export const DraftOutcome = z.enum(['answers', 'misses', 'unanswerable']);
export type DraftOutcome = z.output<typeof DraftOutcome>;

/** A draft as the check of usefulness saw it. */
export const Draft = z.strictObject({
  /** The pack that the question is of. */
  pack: z.string(),
  questionId: z.string(),
  outcome: DraftOutcome,
  features: z.strictObject({
    similarity: z.number(),
    alignment: z.number().nullable(),
    openCoverage: z.number(),
    kindCoverage: z.number(),
    asked: z.number(),
    spread: z.number(),
    list: z.number(),
    count: z.number(),
    answerability: z.number().nullable(),
  }) satisfies z.ZodType<UsefulnessFeatures>,
});
export type Draft = z.output<typeof Draft>;
