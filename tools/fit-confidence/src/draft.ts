import type { RightnessFeatures } from '@arbiter/confidence';
import { QueryType } from '@arbiter/contracts';
import { z } from 'zod';

/**
 * What a draft is to its question: it `answers` it, it `misses` it although the documents hold the answer, or they do not
 * hold it and the question is `unanswerable`. What `evades` speaks of nothing else than what is asked, and does not say it.
 */
export const DraftOutcome = z.enum(['answers', 'misses', 'evades', 'unanswerable']);
export type DraftOutcome = z.output<typeof DraftOutcome>;

/** A draft as the validator saw it. */
export const Draft = z.strictObject({
  /** The pack that the question is of. */
  pack: z.string(),
  questionId: z.string(),
  outcome: DraftOutcome,
  features: z.strictObject({
    queryType: QueryType,
    isAccount: z.boolean(),
    reading: z
      .strictObject({
        alone: z.number(),
        evidence: z.number().nullable(),
        parts: z.array(z.number().nullable()).readonly(),
        source: z.number(),
        elsewhere: z.number().nullable(),
        said: z.number().nullable(),
        unsaid: z.number().nullable(),
      })
      .nullable(),
    isExtracted: z.boolean(),
    relevance: z.number(),
    coverage: z.number(),
    kind: z.number(),
  }) satisfies z.ZodType<RightnessFeatures>,
});
export type Draft = z.output<typeof Draft>;
