import { z } from 'zod';
import { modelReport } from '../model-call.js';
import { Claim } from './claim.js';
import { LanguageModelUse, ValidationMode } from './language-model-use.js';
import { VerificationResult } from './support.js';

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
