import { z } from 'zod';
import { modelReport } from '../model-call.js';
import { SupportCalibration } from './calibration.js';
import { Contradiction } from './contradiction.js';
import { CorrectionAdvice } from './correction.js';
import { HallucinationRecommendation } from './hallucination-report.js';
import { LanguageModelUse, ValidationMode } from './language-model-use.js';
import { SourceQuality } from './source-quality.js';
import { ClaimCitation, ClaimVerdict, SupportToken } from './support.js';

export const RelevanceToken = z.enum(['relevant', 'irrelevant']);
export type RelevanceToken = z.output<typeof RelevanceToken>;
export const UsefulnessToken = z.enum(['useful', 'not_useful']);
export type UsefulnessToken = z.output<typeof UsefulnessToken>;

export const ValidationIssue = z.strictObject({
  type: z.enum(['relevance', 'support', 'usefulness', 'hallucination', 'completeness', 'consistency']),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  claim: z.string().optional(),
  suggestion: z.string().optional(),
});
export type ValidationIssue = z.output<typeof ValidationIssue>;

export const Recommendation = z.enum(['accept', 'retry', 'reject']);
export type Recommendation = z.output<typeof Recommendation>;

/** What validation has found, field names as published (design document 001); what is optional is newer than stored answers. */
export const ValidationResult = z.strictObject({
  isRelevant: z.boolean(),
  isSupported: z.boolean(),
  isUseful: z.boolean(),
  /** Probability that the answer is right, 0–1; an unsupported claim or a contradiction caps it. */
  confidence: z.number().min(0).max(1),
  /** The published checks, weighed: full support is at least .9 of it. Older results do not have it. */
  checkScore: z
    .strictObject({
      score: z.number().min(0).max(1),
      weights: z.strictObject({ relevance: z.number(), support: z.number(), usefulness: z.number() }),
    })
    .optional(),
  reasoning: z.string(),
  citations: z.array(ClaimCitation),
  issues: z.array(ValidationIssue),
  recommendation: Recommendation,
  /** What the next attempt should change; there when `recommendation` is `retry`. */
  correction: CorrectionAdvice.optional(),
  /** The decision in plain words, for people. */
  explanation: z.string().optional(),
  /** The three checks behind the booleans. */
  checks: z.strictObject({
    relevance: z.strictObject({
      token: RelevanceToken,
      score: z.number().min(0).max(1),
      reasoning: z.string(),
      perSource: z.array(
        z.strictObject({ sourceId: z.string(), token: RelevanceToken, score: z.number().min(0).max(1) }),
      ),
    }),
    support: z.strictObject({
      /** null when the answer makes no claim that could be checked: nothing to verify. */
      token: SupportToken.nullable(),
      reasoning: z.string(),
      perClaim: z.array(ClaimVerdict),
    }),
    usefulness: z.strictObject({
      token: UsefulnessToken,
      score: z.number().min(0).max(1),
      reasoning: z.string(),
      /** Words of the question that the answer and its sources say nothing about. */
      missing: z.array(z.string()),
      /** `words`: no reader took part, and words alone say whether the answer answers. Older results do not say it. */
      mode: z.enum(['reader', 'words', 'language_model']).optional(),
    }),
    /** Absent where hallucination detection is turned off; the rate is null when there was nothing to verify. */
    hallucination: z
      .strictObject({ rate: z.number().min(0).max(1).nullable(), recommendation: HallucinationRecommendation })
      .optional(),
    /** Within the answer, between answer and sources, and between sources. */
    contradictions: z.array(Contradiction).optional(),
    /** In the order of the sources. */
    sourceQuality: z.array(SourceQuality).optional(),
  }),
  mode: ValidationMode,
  /** How much a language model has decided; absent where none is set. */
  languageModel: LanguageModelUse.optional(),
  ...modelReport,
  /** The calibration of its domain that the support was judged by; absent where the shipped one holds. */
  calibration: SupportCalibration.optional(),
});
export type ValidationResult = z.output<typeof ValidationResult>;
