import {
  agenticSearch,
  AgenticSearchRequest,
  ArbiterError,
  getAnswer,
  query,
  QueryRequest,
  rateAnswer,
  submitFeedback,
  FeedbackRequest,
  WRITING_MESSAGES,
  type AgentEvent,
  type Answer,
  type QueryEvent,
} from '@arbiter/contracts';
import { z } from 'zod';
import { LibraryDomains } from '../resources/resource-uris.js';
import {
  READS,
  runOperation,
  textContent,
  type McpTool,
  type ProgressNotice,
  type ToolCall,
  type ToolOutput,
} from './mcp-tool.js';
import { renderAnswer } from './render-results.js';
import { SlimAnswer, slimAnswer } from './slim-answer.js';
import { inputSchemaOf, outputSchemaOf, parseArguments } from './tool-schema.js';

/** What models are told of: drafts and passages are for pages. */
const ShownQuery = QueryRequest.omit({ streamDraft: true, includePassages: true, budget: true });
const ShownAgent = AgenticSearchRequest.omit({ budget: true });

/** Said once: what declines shows its closest passages as citations are shown. */
const OUTPUT = outputSchemaOf(SlimAnswer, {
  closest: { type: 'array', items: { type: 'object' } },
  cost: { type: 'object' },
  tokens: { type: 'object' },
});

const DOMAIN_FIELDS = {
  domain: 'The domain pack to ask; its collections are searched.',
};

export function queryTool(name: string): McpTool {
  return {
    name,
    title: 'Ask the library',
    description: query.summary,
    inputSchema: inputSchemaOf(ShownQuery, {
      ...DOMAIN_FIELDS,
      query: 'The question, in words.',
      collections: 'The collections to search; all of the library when neither this nor a domain is given.',
      sessionId: 'Reads the question as a follow-up in this session, and remembers it and its answer there.',
      mode: 'How much effort: "fast" makes no plan and searches once, "deep" also seeks what lies behind the question.',
      validate: 'False shows the answer without checking it against its sources.',
      includeProvenance: 'False leaves the citations out.',
      asOfSession: 'Answers as of this session of a campaign or a series of meetings.',
    }),
    outputSchema: OUTPUT,
    annotations: READS,
    async run(args, call) {
      const answer = await runOperation(query, parseArguments(QueryRequest, args), call, noticeOfStage);
      return shownAnswer(answer, call);
    },
  };
}

export function agenticSearchTool(name: string): McpTool {
  return {
    name,
    title: 'Ask step by step',
    description: `${agenticSearch.summary.split(':')[0]}: an agent chooses one tool after the other. For what "query" declines.`,
    inputSchema: inputSchemaOf(ShownAgent, {
      ...DOMAIN_FIELDS,
      query: 'The question, in words.',
      session_id: 'The session that remembers question and answer.',
    }),
    annotations: READS,
    async run(args, call) {
      let failure = 'The agent found no answer.';
      const run = await runOperation(agenticSearch, parseArguments(AgenticSearchRequest, args), call, (event) => {
        if (event.type === 'error' && !event.recoverable) failure = event.message;
        return noticeOfStep(event);
      });
      if (!run.answer) throw new ArbiterError('UNAVAILABLE', failure);
      return shownAnswer(run.answer, call);
    },
  };
}

const AnswerArguments = getAnswer.input.pick({ answerId: true });

export function readAnswerTool(name: string): McpTool {
  return {
    name,
    title: 'Read an answer again',
    description: 'An earlier answer as it was shown, with its citations.',
    inputSchema: inputSchemaOf(AnswerArguments, { answerId: 'The "id" of the answer.' }),
    annotations: READS,
    async run(args, call) {
      const { answerId } = parseArguments(AnswerArguments, args);
      const { shown } = await call.caller.request(getAnswer, { answerId, withoutFlight: true }, call.options);
      if (!shown) throw new ArbiterError('NOT_FOUND', `The text of the answer "${answerId}" is no longer held.`);
      return shownAnswer(shown.answer, call);
    },
  };
}

const RatingArguments = z
  .strictObject({
    answerId: FeedbackRequest.shape.answerId,
    score: z.number().min(0).max(1).optional(),
    claim: FeedbackRequest.shape.claim.optional(),
    verdict: FeedbackRequest.shape.verdict.optional(),
    comment: FeedbackRequest.shape.comment,
  })
  .refine(({ score, claim }) => score !== undefined || claim !== undefined, {
    path: ['score'],
    error: 'rates nothing: give a score, or a claim with a verdict',
  })
  .refine(({ claim, verdict }) => (claim === undefined) === (verdict === undefined), {
    path: ['verdict'],
    error: 'a claim and its verdict belong together',
  })
  .refine(({ claim, comment }) => comment === undefined || claim !== undefined, {
    path: ['comment'],
    error: 'is about a claim, which is missing',
  });

export function rateAnswerTool(name: string): McpTool {
  return {
    name,
    title: 'Rate an answer',
    description: 'Keep what the person thinks of an answer, or of one claim of it. It changes no answer.',
    inputSchema: inputSchemaOf(RatingArguments, {
      answerId: 'The "id" of the answer.',
      score: 'From 0 (bad) to 1 (good).',
      claim: 'A sentence of the answer, with a verdict.',
      verdict: 'Whether the sources support the claim.',
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    async run(args, { caller, options }) {
      const { answerId, score, claim, verdict, comment } = parseArguments(RatingArguments, args);
      if (claim !== undefined && verdict !== undefined) {
        const said = { answerId, claim, verdict, ...(comment !== undefined && { comment }) };
        await caller.request(submitFeedback, said, options);
      }
      if (score !== undefined) await caller.request(rateAnswer, { answerId, rating: score }, options);
      return { content: [textContent('Noted.')] };
    },
  };
}

async function shownAnswer(answer: Answer, call: ToolCall): Promise<ToolOutput> {
  const linking = { domains: await LibraryDomains.read(call.caller, call.options), publicUrl: call.publicUrl };
  return { structured: slimAnswer(answer, linking), content: renderAnswer(answer, linking) };
}

function noticeOfStage(event: QueryEvent): ProgressNotice | null {
  if (event.type === 'status') return { message: `synthesise: ${WRITING_MESSAGES[event.status]}` };
  // A client is shown no text that may have to be taken back.
  if (event.type !== 'stage') return null;
  const { stage, status, detail } = event;
  return { message: status === 'started' || detail === '' ? stage : `${stage}: ${detail}` };
}

function noticeOfStep(event: AgentEvent): ProgressNotice | null {
  if (event.type === 'decision') return { message: `${event.tool}: ${event.reasoning}` };
  return event.type === 'status' ? { message: event.message } : null;
}
