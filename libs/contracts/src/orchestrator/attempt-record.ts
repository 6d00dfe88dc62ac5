import { z } from 'zod';
import { Recommendation, ValidationIssue } from '../validator/validation-result.js';

export const CORRECTION_KINDS = ['retrieve_more', 'rewrite_grounded', 'complete'] as const;
/**
 * What a correction changes: `retrieve_more` searches in another way, `rewrite_grounded` takes out or rewrites what the
 * sources do not support, `complete` searches for what the answer leaves out.
 */
export const CorrectionKind = z.enum(CORRECTION_KINDS);
export type CorrectionKind = z.output<typeof CorrectionKind>;

/** One try at an answer, and how it was judged: what was changed, and what came of it. */
export const AttemptRecord = z.strictObject({
  /** From 1, in the order in which they were made. */
  number: z.int().min(1),
  /** Against the attempt that was the best until then; null for the first. */
  change: z.strictObject({ kind: CorrectionKind, /** For people. */ detail: z.string() }).nullable(),
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
