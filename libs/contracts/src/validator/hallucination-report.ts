import { z } from 'zod';
import { modelReport } from '../model-call.js';
import { Claim, VerificationResult } from './support.js';

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

export const HallucinationRecommendation = z.enum(['accept', 'regenerate', 'reject']);
export type HallucinationRecommendation = z.output<typeof HallucinationRecommendation>;

/** What of an answer its sources do not support, field names as published (design document 001). */
export const HallucinationReport = z.strictObject({
  hasHallucinations: z.boolean(),
  /** The claims that the sources do not fully support, in the order of the answer. */
  hallucinations: z.array(Claim),
  /** Share of supported claims, 1 − rate; null when there was nothing to verify. */
  confidence: z.number().min(0).max(1).nullable(),
  /** `regenerate` when there was nothing to verify: nothing vouches for such an answer. */
  recommendation: HallucinationRecommendation,
  /** Share of claims that are not supported, 0–1; null when there was nothing to verify. */
  rate: z.number().min(0).max(1).nullable(),
  /** Every claim that was checked; opinions are not. */
  verifications: z.array(VerificationResult),
  /** In plain words. */
  explanation: z.string(),
  mode: ValidationMode,
  /** Absent where no language model is set. */
  languageModel: LanguageModelUse.optional(),
  ...modelReport,
});
export type HallucinationReport = z.output<typeof HallucinationReport>;
