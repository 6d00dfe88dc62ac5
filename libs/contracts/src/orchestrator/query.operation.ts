import { z } from 'zod';
import { AnswerBudget, Cost, ModelUsage } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { Citation, CollectionName, Passage } from '../passage.js';
import { QueryType } from '../query-type.js';
import { QueryText } from '../retriever/search.operation.js';
import { readAnswer, SynthesisMode } from '../retriever/synthesize.operation.js';
import { Recommendation, RetryInstruction, ValidationIssue, ValidationResult } from '../validator/validation-result.js';

/** One try at an answer, and how it was judged: what was changed, and what came of it. */
export const AttemptRecord = z.strictObject({
  /** From 1, in the order in which they were made. */
  number: z.int().min(1),
  /** Against the attempt that was the best until then; null for the first. */
  change: z.strictObject({ instruction: RetryInstruction, /** For people. */ detail: z.string() }).nullable(),
  /** As it would have been shown; '' when the sources held nothing to answer from. */
  answer: z.string(),
  /** Passages that it was written and checked against. */
  passages: z.int().min(0),
  /** 0–1; null where nothing was judged: no passage was found, or validation was turned off. */
  confidence: z.number().min(0).max(1).nullable(),
  recommendation: Recommendation.nullable(),
  issues: z.array(ValidationIssue),
  /** The best of all: the one that the answer shows, or would have shown had it been good enough. */
  kept: z.boolean(),
});
export type AttemptRecord = z.output<typeof AttemptRecord>;

export const SessionId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1–128 letters, digits, "_" or "-"');

/**
 * `fast`: no plan, one search. `standard`: plan, search, check, correct. `deep`: `standard`, with the general question
 * behind it as background, and with a passage made up by the language model to search with where that helps.
 */
export const QueryMode = z.enum(['fast', 'standard', 'deep']);
export type QueryMode = z.output<typeof QueryMode>;

export const QueryRequest = z.strictObject({
  query: QueryText,
  /** A domain pack; its collections are searched. */
  domain: CollectionName.optional(),
  /** Collections to search; all of the library when neither this nor `domain` is given. */
  collections: z.array(CollectionName).min(1).max(32).optional(),
  /** Read the question as a follow-up in this session, and remember it and its answer there. */
  sessionId: SessionId.optional(),
  mode: QueryMode.default('standard'),
  /** False shows the answer without the three checks; its confidence is then null. */
  validate: z.boolean().default(true),
  /** Stream the text as it is written, before it is checked: what is shown of it may have to be taken back. */
  streamDraft: z.boolean().optional(),
  /** False leaves `citations` empty; the markers stay in the text. */
  includeProvenance: z.boolean().default(true),
  /**
   * Answer as after this session of a campaign or a series of meetings: documents whose metadata `session` is later are left
   * out, those without one always count. Not the session of a conversation. Absent means everything.
   */
  asOfSession: z.int().min(0).optional(),
  /** True returns the passages that the answer was sought in, declined answers' too. Absent means false. */
  includePassages: z.boolean().optional(),
  /** For language models; what the operator grants still holds. What does not fit is done by rules and extraction. */
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

/** The general question behind the one that was asked, with an answer of its own. */
export const StepBackAnswer = z.strictObject({
  question: z.string(),
  status: z.enum(['answered', 'declined']),
  /** With markers `[n]`; '' when declined. */
  answer: z.string(),
  citations: z.array(Citation),
  /** 0–1; null when validation was turned off or nothing was found. */
  confidence: z.number().min(0).max(1).nullable(),
});
export type StepBackAnswer = z.output<typeof StepBackAnswer>;

export const Answer = z.strictObject({
  id: z.string(),
  query: z.string(),
  /** The question as it was searched for, where it followed up on others of its session; absent where it stood alone. */
  resolvedQuery: z.string().optional(),
  status: z.enum(['answered', 'declined']),
  /** The answer with markers `[n]`, or, when declined, one sentence that says what is missing. */
  answer: z.string(),
  /** `citations[n - 1]` is what marker `[n]` points to. Empty when declined. */
  citations: z.array(Citation),
  ...readAnswer,
  /**
   * Of a declined question: spans of the sources that come closest to it, best first, each an offer and no answer. Absent
   * when answered, or when nothing was found.
   */
  closest: z.array(Citation).optional(),
  /** Probability that the answer is right, 0–1; null when validation was turned off. */
  confidence: z.number().min(0).max(1).nullable(),
  /** Null when validation was turned off or there was nothing to validate. */
  validation: ValidationResult.nullable(),
  queryType: QueryType,
  /**
   * What was searched for: the plan's sub-queries in their order, names that were found in the place of their descriptions;
   * then what passages left open of the question, each with the names that it added.
   */
  subQueries: z.array(z.string()),
  /** Everything that was found for this attempt, best first; only where the request asks for it. */
  passages: z.array(Passage).optional(),
  mode: QueryMode,
  /** How the text was made. */
  synthesis: SynthesisMode,
  /** In `deep` mode, where a general question stands behind the one that was asked. */
  stepBack: StepBackAnswer.optional(),
  /** Made up by a language model and searched with beside the question, never shown as knowledge; in `deep` mode. */
  hypothesis: z.string().optional(),
  /** Parts that could not be used; empty when all is well. */
  degraded: z.array(z.string()),
  /** What the models do not cover of the question or the library, a sentence each; absent when there is nothing to say. */
  notices: z.array(z.string()).optional(),
  timings: z.array(StageTiming),
  durationMs: z.number().min(0),
  /** What language models were asked, by model; empty where none was. */
  tokens: z.array(ModelUsage).default([]),
  /** Null without a price table. */
  cost: Cost.nullable().default(null),
  /** Attempts made, the first included. */
  attempts: z.int().min(1),
  /** Every attempt in order, so many as `attempts` says. */
  history: z.array(AttemptRecord),
  /** Confidence of the attempt that was kept above that of the first, 0–1; null when nothing was corrected. */
  confidenceGain: z.number().min(0).max(1).nullable(),
  sessionId: SessionId.nullable(),
  createdAt: z.iso.datetime(),
});
export type Answer = z.output<typeof Answer>;

export const StageEvent = z.strictObject({
  type: z.literal('stage'),
  stage: PipelineStage,
  status: z.enum(['started', 'finished']),
  /** Duration in milliseconds; 0 when started. */
  ms: z.number().min(0),
  /** What came of it, for people: "3 sub-queries", "12 passages". */
  detail: z.string(),
});
export type StageEvent = z.output<typeof StageEvent>;

export const QueryEvent = z.discriminatedUnion('type', [
  StageEvent,
  /**
   * A piece of a text that nobody has checked yet, only where `streamDraft` asks for it. A new text begins after each
   * `synthesise` stage has started; the answer at the end replaces all of them. `provisional` pieces are of a sentence that
   * is still being written: the next piece that is not takes the place of all of them.
   */
  z.strictObject({ type: z.literal('draft'), text: z.string(), provisional: z.literal(true).optional() }),
]);
export type QueryEvent = z.output<typeof QueryEvent>;

export const query = defineOperation({
  name: 'orchestrator.query',
  revision: 1,
  summary:
    'Answer a question from the library with citations, or decline it where the sources do not support an answer.',
  input: QueryRequest,
  output: Answer,
  events: QueryEvent,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  idempotent: true,
  deadlineMs: 60_000,
  http: { method: 'POST', path: '/v1/query' },
  mcp: { tool: 'query' },
  examples: {
    accepted: [
      { title: 'the question alone', input: { query: 'Who keeps the lighthouse?' } },
      {
        title: 'every field',
        input: {
          query: 'Who keeps the lighthouse?',
          domain: 'lantern-coast',
          sessionId: 's-1',
          mode: 'fast',
          validate: true,
          includeProvenance: true,
          includePassages: true,
          budget: { tokens: 20_000, cost: 0.05 },
        },
      },
    ],
    rejected: [
      { title: 'an empty question', input: { query: '' }, field: 'query' },
      { title: 'a question of 100 kB', input: { query: 'x'.repeat(100_000) }, field: 'query' },
      { title: 'a session that is a path', input: { query: 'x', sessionId: '../../etc' }, field: 'sessionId' },
      { title: 'a budget below nothing', input: { query: 'x', budget: { tokens: -1 } }, field: 'budget.tokens' },
      { title: 'an unknown field', input: { query: 'x', temperature: 1 }, field: '' },
    ],
  },
});
