import { z } from 'zod';
import { AnswerBudget, Cost, ModelUsage } from '../model-call.js';
import { defineOperation, WRITING_DEADLINE_MS } from '../operation/define-operation.js';
import { Citation, CollectionName, Passage } from '../passage.js';
import { QueryType } from '../query-type.js';
import { QueryText } from '../retriever/search.operation.js';
import { Highlight, readAnswer, SynthesisMode, WritingStatus } from '../retriever/synthesize.operation.js';
import { Recommendation, RetryInstruction, ValidationIssue, ValidationResult } from '../validator/validation-result.js';

/** One attempt at an answer: its change, its text and its assessment. */
export const AttemptRecord = z.strictObject({
  /** From 1, in order. */
  number: z.int().min(1),
  /** Difference from the best earlier attempt; null for the first attempt. */
  change: z.strictObject({ instruction: RetryInstruction, /** For people. */ detail: z.string() }).nullable(),
  /** As it would have been shown; '' if the sources held no answer. */
  answer: z.string(),
  /** Passages for writing and checking it. */
  passages: z.int().min(0),
  /** 0–1; null without an assessment: no passage was found, or validation was turned off. */
  confidence: z.number().min(0).max(1).nullable(),
  recommendation: Recommendation.nullable(),
  issues: z.array(ValidationIssue),
  /** Whether this is the best attempt. The answer shows it, unless it is too weak. */
  kept: z.boolean(),
});
export type AttemptRecord = z.output<typeof AttemptRecord>;

export const SessionId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1–128 letters, digits, "_" or "-"');

/**
 * `fast`: no plan, one search. `standard`: plan, search, check, correct. `deep`: `standard`, with a more general question as
 * background. It also searches with a passage that the language model made up, if that helps.
 */
export const QueryMode = z.enum(['fast', 'standard', 'deep']);
export type QueryMode = z.output<typeof QueryMode>;

/** Messages that a question may bring along: a follow-up seldom refers back by ten questions or more. */
export const MAX_HISTORY_MESSAGES = 20;
/** Longest of them, in UTF-16 code units: references are resolved from the first sentences. */
export const MAX_HISTORY_LENGTH = 8_192;

/** A message before a question, as a client that keeps conversations itself sends it along. */
export const EarlierMessage = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z
    .string()
    .max(MAX_HISTORY_LENGTH)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text'),
  /** The assistant declined: nothing refers to that question. */
  declined: z.literal(true).optional(),
});
export type EarlierMessage = z.output<typeof EarlierMessage>;

export const QueryRequest = z.strictObject({
  query: QueryText,
  /** Domain pack whose collections are searched. */
  domain: CollectionName.optional(),
  /** Collections to search; the whole library when neither this nor `domain` is given. */
  collections: z.array(CollectionName).min(1).max(32).optional(),
  /** Reads the question as a follow-up in this session, and remembers it and its answer there. */
  sessionId: SessionId.optional(),
  /** The conversation so far, oldest first: it stands in for the messages of a session that has none. Nothing of it is kept. */
  history: z.array(EarlierMessage).max(MAX_HISTORY_MESSAGES).optional(),
  mode: QueryMode.default('standard'),
  /** False skips the three checks; the confidence of the answer is then null. */
  validate: z.boolean().default(true),
  /** Streams the text before it is checked. Parts of it may be withdrawn later. */
  streamDraft: z.boolean().optional(),
  /** False leaves `citations` empty; the markers stay in the text. */
  includeProvenance: z.boolean().default(true),
  /**
   * Answers as of this session of a campaign or a series of meetings; not the session of a conversation. It leaves out
   * documents whose metadata `session` is later. Documents without one always count. Absent: no limit.
   */
  asOfSession: z.int().min(0).optional(),
  /** True returns the retrieved passages, also those of declined answers. Default: false. */
  includePassages: z.boolean().optional(),
  /** Budget of language models; the operator's limit also applies. Rules and extraction replace calls that do not fit. */
  budget: AnswerBudget.optional(),
});
export type QueryRequest = z.output<typeof QueryRequest>;

export const PIPELINE_STAGES = [
  'context',
  'plan',
  'step-back',
  'retrieve',
  'synthesise',
  'validate',
  'correct',
] as const;
export const PipelineStage = z.enum(PIPELINE_STAGES);
export type PipelineStage = z.output<typeof PipelineStage>;

export const StageTiming = z.strictObject({ stage: PipelineStage, ms: z.number().min(0) });

/** The more general question behind the query, with its own answer. */
export const StepBackAnswer = z.strictObject({
  question: z.string(),
  status: z.enum(['answered', 'declined']),
  /** With markers `[n]`; '' when declined. */
  answer: z.string(),
  citations: z.array(Citation),
  /** 0–1; 0 when declined, null when validation was turned off or nothing was found. */
  confidence: z.number().min(0).max(1).nullable(),
});
export type StepBackAnswer = z.output<typeof StepBackAnswer>;

export const Answer = z.strictObject({
  id: z.string(),
  query: z.string(),
  /** The question as searched, if it followed up on others of its session; absent for an independent question. */
  resolvedQuery: z.string().optional(),
  status: z.enum(['answered', 'declined']),
  /** The answer with markers `[n]`; if declined, one sentence that states what is missing. */
  answer: z.string(),
  /** `citations[n - 1]` belongs to marker `[n]`. Empty when declined. */
  citations: z.array(Citation),
  ...readAnswer,
  /** Stretches of what a language model wrote that the sources do not clearly support; absent if there are none. */
  unsupported: z.array(Highlight).optional(),
  /**
   * For a declined question: the closest spans of the sources, best first, as an offer and not as an answer. Absent if
   * answered, or if nothing was found.
   */
  closest: z.array(Citation).optional(),
  /**
   * Probability that the answer is right, 0–1; null when validation was turned off. 0 when declined, whatever was found out about the
   * text that is not shown: that stands in `history` and `validation`.
   */
  confidence: z.number().min(0).max(1).nullable(),
  /** Of the best attempt, shown or not. Null when validation was turned off or there was nothing to validate. */
  validation: ValidationResult.nullable(),
  queryType: QueryType,
  /**
   * Queries that were searched. First the plan's sub-queries in order, with resolved names in place of descriptions. Then
   * questions that passages left open, each with the names that it added.
   */
  subQueries: z.array(z.string()),
  /** All passages of this attempt, best first; only if the request asks for them. */
  passages: z.array(Passage).optional(),
  mode: QueryMode,
  /** Origin of the text. */
  synthesis: SynthesisMode,
  /** In `deep` mode, if there is a more general question. */
  stepBack: StepBackAnswer.optional(),
  /** A passage that a language model made up as an additional search query, never shown as knowledge; in `deep` mode. */
  hypothesis: z.string().optional(),
  /** Parts that could not be used; empty if there are none. */
  degraded: z.array(z.string()),
  /** Remarks, one sentence each, such as a language that the models do not cover; absent if there are none. */
  notices: z.array(z.string()).optional(),
  timings: z.array(StageTiming),
  durationMs: z.number().min(0),
  /** Usage of language models, by model; empty if none was called. */
  tokens: z.array(ModelUsage).default([]),
  /** Null without a price table. */
  cost: Cost.nullable().default(null),
  /** Number of attempts, including the first. */
  attempts: z.int().min(1),
  /** All attempts in order. */
  history: z.array(AttemptRecord),
  /** Confidence of the kept attempt minus that of the first, 0–1; null without a correction. */
  confidenceGain: z.number().min(0).max(1).nullable(),
  sessionId: SessionId.nullable(),
  createdAt: z.iso.datetime(),
});
export type Answer = z.output<typeof Answer>;

/** What every question is answered with while nothing has been ingested. */
export const LIBRARY_IS_EMPTY = 'There is nothing to answer from: the library is empty.';

/** Confidence of the best attempt, shown or not, 0–1: how well the check tells right texts. Null when validation was turned off. */
export function judgedConfidence({
  status,
  confidence,
  history,
}: Pick<Answer, 'status' | 'confidence' | 'history'>): number | null {
  if (status === 'answered' || confidence === null) return confidence;
  return history.find(({ kept }) => kept)?.confidence ?? confidence;
}

export const StageEvent = z.strictObject({
  type: z.literal('stage'),
  stage: PipelineStage,
  status: z.enum(['started', 'finished']),
  /** Duration in milliseconds; 0 at the start. */
  ms: z.number().min(0),
  /** Result for people: "3 sub-queries", "12 passages". */
  detail: z.string(),
});
export type StageEvent = z.output<typeof StageEvent>;

export const QueryEvent = z.discriminatedUnion('type', [
  StageEvent,
  /** In the stage `synthesise`, where a language model writes: each change of what it is at. */
  z.strictObject({ type: z.literal('status'), status: WritingStatus }),
  /**
   * A piece of unchecked text, only if `streamDraft` asks for it. Each start of a `synthesise` stage begins a new text; the
   * final answer replaces them all. `provisional` pieces belong to an unfinished sentence. The next other piece replaces them.
   */
  z.strictObject({ type: z.literal('draft'), text: z.string(), provisional: z.literal(true).optional() }),
]);
export type QueryEvent = z.output<typeof QueryEvent>;

export const query = defineOperation({
  name: 'orchestrator.query',
  summary:
    'Answer a question from the library with citations, or decline it where the sources do not support an answer.',
  input: QueryRequest,
  output: Answer,
  events: QueryEvent,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: WRITING_DEADLINE_MS,
  http: { method: 'POST', path: '/v1/query' },
  mcp: { tool: 'query' },
  examples: {
    'the question alone': { query: 'Who keeps the lighthouse?' },
    'every field': {
      query: 'Who keeps the lighthouse?',
      domain: 'lantern-coast',
      sessionId: 's-1',
      history: [
        { role: 'user', content: 'Who lights it?' },
        { role: 'assistant', content: 'No passage was found for this question.', declined: true },
      ],
      mode: 'fast',
      validate: true,
      includeProvenance: true,
      includePassages: true,
      budget: { tokens: 20_000, cost: 0.05 },
    },
  },
});
