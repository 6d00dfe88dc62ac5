import { z } from 'zod';

/** What made the decisions. */
export const ValidationMode = z.enum(['features', 'language_model', 'mixed']);
export type ValidationMode = z.output<typeof ValidationMode>;

/** How much a language model has decided. */
export const LanguageModelUse = z.strictObject({
  model: z.string(),
  /** Claims that it was asked about, of those that were checked. */
  asked: z.int().min(0),
  /** Why the features decided in its place, a sentence; absent when it answered. */
  failure: z.string().optional(),
});
export type LanguageModelUse = z.output<typeof LanguageModelUse>;
