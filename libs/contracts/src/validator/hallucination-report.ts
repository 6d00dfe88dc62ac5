import { z } from 'zod';
import { modelReport } from '../model-call.js';
import { Claim, VerificationResult } from './support.js';

/** The judges of the claims. */
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
/** Why features decided instead of the language model; `unproven`: some of its verdicts quote text that is not there. */
export const JudgementFailure = z.enum(JUDGEMENT_FAILURES);
export type JudgementFailure = z.output<typeof JudgementFailure>;

/** The language model's part in the decision. */
export const LanguageModelUse = z.strictObject({
  model: z.string(),
  /** Checked claims that it was asked about. */
  asked: z.int().min(0),
  /** Why the features decided instead, in one sentence; absent if it answered. */
  failure: z.string().optional(),
  /** The same as a code. */
  failureCode: JudgementFailure.optional(),
});
export type LanguageModelUse = z.output<typeof LanguageModelUse>;

export const HallucinationRecommendation = z.enum(['accept', 'regenerate', 'reject']);
export type HallucinationRecommendation = z.output<typeof HallucinationRecommendation>;

/** The unsupported claims of an answer, field names as published (design document 001). */
export const HallucinationReport = z.strictObject({
  hasHallucinations: z.boolean(),
  /** The claims that the sources do not fully support, in the order of the answer. */
  hallucinations: z.array(Claim),
  /** Share of supported claims, 1 − rate; null if there was nothing to verify. */
  confidence: z.number().min(0).max(1).nullable(),
  /** `regenerate` if there was nothing to verify, because such an answer has no support. */
  recommendation: HallucinationRecommendation,
  /** Share of unsupported claims, 0–1; null if there was nothing to verify. */
  rate: z.number().min(0).max(1).nullable(),
  /** All checked claims; opinions are not checked. */
  verifications: z.array(VerificationResult),
  /** In plain words. */
  explanation: z.string(),
  mode: ValidationMode,
  /** Absent if no language model is configured. */
  languageModel: LanguageModelUse.optional(),
  ...modelReport,
});
export type HallucinationReport = z.output<typeof HallucinationReport>;
