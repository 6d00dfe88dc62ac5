import { z } from 'zod';

/** Field names of this file are those of design documents 000 and 001. */
export const Source = z.strictObject({
  id: z.string().min(1),
  /** Id of the document. */
  document: z.string(),
  chunkId: z.string(),
  content: z.string(),
  metadata: z.looseObject({
    title: z.string().optional(),
    page: z.int().min(1).optional(),
    section: z.string().optional(),
    url: z.string().optional(),
    domain: z.string().optional(),
  }),
  /** Relevance of the search that found it, 0–1. */
  score: z.number().min(0).max(1),
});
export type Source = z.output<typeof Source>;

export const Claim = z.strictObject({
  text: z.string(),
  type: z.enum(['fact', 'opinion', 'inference']),
  /** That this is one claim of this type, 0–1. */
  confidence: z.number().min(0).max(1),
  /** Span in the answer, UTF-16 code units: `text === answer.slice(start, end)`. */
  start: z.int().min(0),
  end: z.int().min(0),
});
export type Claim = z.output<typeof Claim>;

export const RelevanceToken = z.enum(['relevant', 'irrelevant']);
export type RelevanceToken = z.output<typeof RelevanceToken>;
export const SupportToken = z.enum(['fully_supported', 'partially_supported', 'no_support']);
export type SupportToken = z.output<typeof SupportToken>;
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

export const VerificationMethod = z.enum(['semantic_similarity', 'exact_match', 'llm_verification', 'computed']);
export type VerificationMethod = z.output<typeof VerificationMethod>;

/** A claim and what it rests on. */
export const ClaimCitation = z.strictObject({
  claim: z.string(),
  sources: z.array(Source),
  confidence: z.number().min(0).max(1),
  verificationMethod: VerificationMethod,
});
export type ClaimCitation = z.output<typeof ClaimCitation>;

export const ClaimVerdict = z.strictObject({
  claim: Claim,
  support: SupportToken,
  /** Support score, 0–1. */
  score: z.number().min(0).max(1),
  reasoning: z.string(),
  sourceIds: z.array(z.string()),
});
export type ClaimVerdict = z.output<typeof ClaimVerdict>;

export const Recommendation = z.enum(['accept', 'retry', 'reject']);
export type Recommendation = z.output<typeof Recommendation>;

export const ValidationResult = z.strictObject({
  isRelevant: z.boolean(),
  isSupported: z.boolean(),
  isUseful: z.boolean(),
  /** 0–1; support caps it. */
  confidence: z.number().min(0).max(1),
  reasoning: z.string(),
  citations: z.array(ClaimCitation),
  issues: z.array(ValidationIssue),
  recommendation: Recommendation,
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
    }),
  }),
  /** What made the decisions. */
  mode: z.enum(['features', 'language_model', 'mixed']),
});
export type ValidationResult = z.output<typeof ValidationResult>;
