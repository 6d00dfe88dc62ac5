import { z } from 'zod';
import { RetryInstruction } from '../validator/correction.js';
import { Recommendation, ValidationIssue } from '../validator/validation-result.js';

/** One try at an answer, and how it was judged: what was changed, and what came of it. */
export const AttemptRecord = z.strictObject({
  /** From 1, in the order in which they were made. */
  number: z.int().min(1),
  /** Against the attempt that was the best until then; null for the first. */
  change: z.strictObject({ instruction: RetryInstruction, /** For people. */ detail: z.string() }).nullable(),
  /** As it would have been shown; '' when the sources held nothing to answer from. */
  answer: z.string(),
  /** Passages that it was written and checked against. */
  passages: z.int().min(0),
  /** 0–1; null where nothing was judged: no passage was found, or validation was turned off. */
  confidence: z.number().min(0).max(1).nullable(),
  recommendation: Recommendation.nullable(),
  issues: z.array(ValidationIssue),
  /** The best of all: the one that the answer shows, or would have shown had it been good enough. */
  kept: z.boolean(),
});
export type AttemptRecord = z.output<typeof AttemptRecord>;
