import { z } from 'zod';
import type { ArbiterError } from '../errors.js';
import { AnswerBudget } from '../model-call.js';
import { defineOperation, WRITING_DEADLINE_MS } from '../operation/define-operation.js';
import { CollectionName, Metadata } from '../passage.js';
import { PayloadType } from '../planner/tool-plan.js';
import { QueryText } from '../retriever/search.operation.js';
import { Answer, SessionId } from './query.operation.js';

/** Field names as published (design document 004). */
export const AgenticSearchRequest = z.strictObject({
  query: QueryText,
  /** The session that remembers question and answer. */
  session_id: SessionId.optional(),
  /** Domain pack whose collections are searched. */
  domain: CollectionName.optional(),
  /** Collections to search; the whole library when neither this nor `domain` is given. */
  collection_names: z.array(CollectionName).min(1).max(32).optional(),
  /** Most decisions, including the final one to answer. */
  max_iterations: z.int().min(1).max(20).default(8),
  /** Budget of language models; the operator's limit also applies. Rules and extraction replace calls that do not fit. */
  budget: AnswerBudget.optional(),
});
export type AgenticSearchRequest = z.output<typeof AgenticSearchRequest>;

/** What came of a run, on its last line: what a page draws. The whole answer is at `/v1/answers/{id}`. */
export const AgentConclusion = Answer.pick({
  id: true,
  status: true,
  resolvedQuery: true,
  confidence: true,
  citations: true,
  closest: true,
  degraded: true,
  notices: true,
  durationMs: true,
  tokens: true,
  cost: true,
}).extend({
  /** Each call of a tool in order of execution. */
  timings: z.array(z.strictObject({ tool: z.string().min(1), /** Milliseconds. */ ms: z.number().min(0) })),
});
export type AgentConclusion = z.output<typeof AgentConclusion>;

/** One line of the published stream. Tools have their published names, if any. */
export const AgentEvent = z.discriminatedUnion('type', [
  /** The next tool and the reason for it. */
  z.strictObject({ type: z.literal('decision'), tool: z.string().min(1), reasoning: z.string() }),
  z.strictObject({ type: z.literal('status'), message: z.string() }),
  z.strictObject({
    type: z.literal('result'),
    tool: z.string().min(1),
    objects: z.array(z.record(z.string(), z.unknown())),
    metadata: Metadata,
    payload_type: PayloadType,
    /** Extra: milliseconds since the tool was started. */
    ms: z.number().min(0).optional(),
  }),
  /** A piece of the answer or the refusal; the pieces in order form the text. */
  z.strictObject({ type: z.literal('token'), content: z.string() }),
  z.strictObject({
    type: z.literal('error'),
    message: z.string(),
    /** False if it ends the run. */
    recoverable: z.boolean(),
    /** A next step to try. */
    suggestion: z.string().optional(),
  }),
  /** Sent exactly once, as the last line. */
  z.strictObject({
    type: z.literal('complete'),
    /** Extra: absent if the run failed before an answer or a refusal. */
    answer: AgentConclusion.optional(),
  }),
]);
export type AgentEvent = z.output<typeof AgentEvent>;

/** Output for callers on the bus, in addition to the stream. */
export const AgentRun = z.strictObject({
  /** Null if the run failed before an answer or a refusal. */
  answer: Answer.nullable(),
  /** Number of decisions. */
  iterations: z.int().min(0),
  /** Tools in order of execution, by their own names. */
  tools: z.array(z.string()),
});
export type AgentRun = z.output<typeof AgentRun>;

/** Events that report a failed run in the published stream. */
export function failureEvents({ message, retryable }: ArbiterError): AgentEvent[] {
  return [
    { type: 'error', message, recoverable: false, ...(retryable && { suggestion: 'Ask again in a moment.' }) },
    { type: 'complete' },
  ];
}

export const agenticSearch = defineOperation({
  name: 'orchestrator.agentic-search',
  summary:
    'Answer a question step by step: an agent chooses one tool at a time, and streams what it decides, finds and answers.',
  input: AgenticSearchRequest,
  output: AgentRun,
  events: AgentEvent,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: WRITING_DEADLINE_MS,
  http: { method: 'POST', path: '/agentic_search', bareStream: { failure: failureEvents } },
  mcp: { tool: 'agentic-search' },
  examples: {
    'the question alone': { query: 'Who keeps the lighthouse?' },
    'every field': {
      query: 'Who keeps the lighthouse?',
      session_id: 's-1',
      domain: 'lantern-coast',
      collection_names: ['lantern-coast'],
      max_iterations: 5,
      budget: { tokens: 20_000 },
    },
  },
});
