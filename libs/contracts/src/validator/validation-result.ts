import { z } from 'zod';
import { modelReport } from '../model-call.js';
import { SupportCalibration } from './calibrate.operation.js';
import { HallucinationRecommendation, LanguageModelUse, ValidationMode } from './hallucination-report.js';
import { ClaimCitation, ClaimVerdict, SupportToken } from './support.js';

/** The change for a retry: search in another way, write again from the same passages, or add missing parts. */
export const RetryInstruction = z.enum(['retrieve_more', 'rewrite_grounded', 'complete']);
export type RetryInstruction = z.output<typeof RetryInstruction>;

/** Advice for the next attempt. */
export const CorrectionAdvice = z.strictObject({
  instruction: RetryInstruction,
  reason: z.string(),
  /** Claims as they stand in the answer, to drop or to reword as the sources state them. */
  unsupported: z.array(z.string()),
  /** Words of the question that are not addressed, to search for or to mention. */
  missing: z.array(z.string()),
  /** Steps to take, one sentence each, for a person or a prompt. */
  steps: z.array(z.string()),
  /** Where no correction betters the answer, it may be shown whole, with its few unsupported claims marked. */
  mayStandMarked: z.literal(true).optional(),
});
export type CorrectionAdvice = z.output<typeof CorrectionAdvice>;

/** One of two statements that cannot both be true. */
export const ContradictingStatement = z.strictObject({
  /** Null for a statement of the answer. */
  sourceId: z.string().nullable(),
  /** Span in the answer or in the source's content as sent, UTF-16 code units. */
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
  /** Date of the source, from its metadata. */
  date: z.string().optional(),
});
export type ContradictingStatement = z.output<typeof ContradictingStatement>;

export const Contradiction = z.strictObject({
  between: z.enum(['answer', 'answer_and_source', 'sources']),
  /** Kind of the contradiction. */
  conflict: z.enum(['number', 'date', 'negation', 'antonym', 'name']),
  /** In plain words. */
  message: z.string(),
  statements: z.tuple([ContradictingStatement, ContradictingStatement]),
  /** Index of the statement of the newer source; null if the dates do not decide. */
  newer: z.union([z.literal(0), z.literal(1)]).nullable(),
});
export type Contradiction = z.output<typeof Contradiction>;

const share = z.number().min(0).max(1);

/** Quality of a source as evidence, every part 0–1. */
export const SourceQuality = z.strictObject({
  sourceId: z.string(),
  /** Weighted mean of the known parts. */
  score: share,
  /** Authority of its kind, from its metadata or the domain; null if neither states one. */
  authority: share.nullable(),
  /** 1 for the newest date among the sources; null without a date. */
  recency: share.nullable(),
  /** Share of its statements about the answer that other sources do not contradict; null for the only source. */
  agreement: share.nullable(),
  /** Share of the checked claims that it addresses. */
  completeness: share.nullable(),
  /** In plain words. */
  reasoning: z.string(),
});
export type SourceQuality = z.output<typeof SourceQuality>;

export const RelevanceToken = z.enum(['relevant', 'irrelevant']);
export type RelevanceToken = z.output<typeof RelevanceToken>;
export const UsefulnessToken = z.enum(['useful', 'not_useful']);
export type UsefulnessToken = z.output<typeof UsefulnessToken>;

export const ValidationIssue = z.strictObject({
  type: z.enum(['relevance', 'support', 'usefulness', 'hallucination', 'completeness', 'consistency']),
  severity: z.enum(['error', 'warning', 'info']),
  /** For people. */
  message: z.string(),
  claim: z.string().optional(),
  /** For who writes the next attempt. */
  suggestion: z.string().optional(),
});
export type ValidationIssue = z.output<typeof ValidationIssue>;

export const Recommendation = z.enum(['accept', 'retry', 'reject']);
export type Recommendation = z.output<typeof Recommendation>;

/** Result of a validation, field names as published (design document 001). Stored answers may lack the optional fields. */
export const ValidationResult = z.strictObject({
  isRelevant: z.boolean(),
  isSupported: z.boolean(),
  isUseful: z.boolean(),
  /** Probability that the answer is right, 0–1; an unsupported claim or a contradiction caps it. */
  confidence: z.number().min(0).max(1),
  /** Weighted score of the published checks; a fully supported answer has at least .9. Older results lack it. */
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
  /** Advice for the next attempt; present if `recommendation` is `retry`. */
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
      /** null if the answer makes no claim that could be checked. */
      token: SupportToken.nullable(),
      reasoning: z.string(),
      perClaim: z.array(ClaimVerdict),
    }),
    usefulness: z.strictObject({
      token: UsefulnessToken,
      score: z.number().min(0).max(1),
      reasoning: z.string(),
      /** Words of the question that the answer and its sources do not address. */
      missing: z.array(z.string()),
      /**
       * `words`: no reader ran, and word overlap alone decided whether the answer addresses the question. Absent in older
       * results.
       */
      mode: z.enum(['reader', 'words', 'language_model']).optional(),
    }),
    /** Absent if hallucination detection is turned off; the rate is null if there was nothing to verify. */
    hallucination: z
      .strictObject({ rate: z.number().min(0).max(1).nullable(), recommendation: HallucinationRecommendation })
      .optional(),
    /** Within the answer, between answer and sources, and between sources. */
    contradictions: z.array(Contradiction).optional(),
    /** In the order of the sources. */
    sourceQuality: z.array(SourceQuality).optional(),
  }),
  mode: ValidationMode,
  /** The language model's part in the decision; absent if none is configured. */
  languageModel: LanguageModelUse.optional(),
  ...modelReport,
  /** The domain's calibration that was used for support; absent if the shipped one was used. */
  calibration: SupportCalibration.optional(),
});
export type ValidationResult = z.output<typeof ValidationResult>;
