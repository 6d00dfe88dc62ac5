import { z } from 'zod';

/** What made the decisions. */
export const ValidationMode = z.enum(['features', 'language_model', 'mixed']);
export type ValidationMode = z.output<typeof ValidationMode>;

export const JUDGEMENT_FAILURES = [
  'malformed',
  'timed-out',
  'unavailable',
  'refused',
  'too-long',
  'over-budget',
  'unproven',
] as const;
/** Why features decided what a language model was to judge; `unproven`: some of its verdicts quote nothing that is there. */
export const JudgementFailure = z.enum(JUDGEMENT_FAILURES);
export type JudgementFailure = z.output<typeof JudgementFailure>;

/** How much a language model has decided. */
export const LanguageModelUse = z.strictObject({
  model: z.string(),
  /** Claims that it was asked about, of those that were checked. */
  asked: z.int().min(0),
  /** Why the features decided in its place, a sentence; absent when it answered. */
  failure: z.string().optional(),
  /** The same as a word. */
  failureCode: JudgementFailure.optional(),
});
export type LanguageModelUse = z.output<typeof LanguageModelUse>;
