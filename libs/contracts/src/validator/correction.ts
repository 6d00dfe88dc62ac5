import { z } from 'zod';

/** What a retry should change: search again in another way, write again from what was found, or add what is missing. */
export const RetryInstruction = z.enum(['retrieve_more', 'rewrite_grounded', 'complete']);
export type RetryInstruction = z.output<typeof RetryInstruction>;

/** What the next attempt should change, and in what. */
export const CorrectionAdvice = z.strictObject({
  instruction: RetryInstruction,
  reason: z.string(),
  /** Claims to drop or to write as the sources have them, as they stand in the answer. */
  unsupported: z.array(z.string()),
  /** Words of the question that nothing speaks of: what to search for or to say. */
  missing: z.array(z.string()),
  /** What to do, a sentence each, for a person or a prompt. */
  steps: z.array(z.string()),
});
export type CorrectionAdvice = z.output<typeof CorrectionAdvice>;
