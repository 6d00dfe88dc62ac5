import { z } from 'zod';
import { modelReport } from '../model-call.js';
import { SupportCalibration } from './calibrate.operation.js';
import { HallucinationRecommendation, LanguageModelUse, ValidationMode } from './hallucination-report.js';
import { ClaimCitation, ClaimVerdict, SupportToken } from './support.js';

/** What a retry should change: search again in another way, write again from what was found, or add what is missing. */
export const RetryInstruction = z.enum(['retrieve_more', 'rewrite_grounded', 'complete']);
export type RetryInstruction = z.output<typeof RetryInstruction>;

/** What the next attempt should change, and in what. */
export const CorrectionAdvice = z.strictObject({
  instruction: RetryInstruction,
  reason: z.string(),
  /** Claims to drop or to write as the sources have them, as they stand in the answer. */
  unsupported: z.array(z.string()),
  /** Words of the question that nothing speaks of: what to search for or to say. */
  missing: z.array(z.string()),
  /** What to do, a sentence each, for a person or a prompt. */
  steps: z.array(z.string()),
});
export type CorrectionAdvice = z.output<typeof CorrectionAdvice>;

/** One of two statements that cannot both be true. */
export const ContradictingStatement = z.strictObject({
  /** Null for the answer. */
  sourceId: z.string().nullable(),
  /** Span in the answer or in the source's content as they were sent, UTF-16 code units. */
  start: z.int().min(0),
  end: z.int().min(0),
  quote: z.string(),
  /** Of the source, as its metadata says it. */
  date: z.string().optional(),
});
export type ContradictingStatement = z.output<typeof ContradictingStatement>;

export const Contradiction = z.strictObject({
  between: z.enum(['answer', 'answer_and_source', 'sources']),
  /** In what the two differ. */
  conflict: z.enum(['number', 'date', 'negation', 'antonym', 'name']),
  /** In plain words. */
  message: z.string(),
  statements: z.tuple([ContradictingStatement, ContradictingStatement]),
  /** Index of the statement of the newer source; null when the dates do not tell. */
  newer: z.union([z.literal(0), z.literal(1)]).nullable(),
});
export type Contradiction = z.output<typeof Contradiction>;

const share = z.number().min(0).max(1);

/** How good a source is to rest on, every part 0–1. */
export const SourceQuality = z.strictObject({
  sourceId: z.string(),
  /** Weighted mean of the parts that are known. */
  score: share,
  /** How much its kind is worth, by its metadata or the domain; null when neither says. */
  authority: share.nullable(),
  /** 1 for the newest date among the sources; null without a date. */
  recency: share.nullable(),
  /** Share of what it says about the answer that other sources do not contradict; null when it is the only source. */
  agreement: share.nullable(),
  /** Share of the checked claims that it speaks of. */
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
