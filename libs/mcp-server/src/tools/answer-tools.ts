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
  type Answer,
  type QueryEvent,
} from '@arbiter/contracts';
import { z } from 'zod';
import type { Library, ProgressNotice } from '../library.js';
import { textContent, toolOf, WRITES, type ToolOutput } from './mcp-tool.js';
import { renderAnswer } from './render-results.js';
import { SlimAnswer, slimAnswer } from './slim-answer.js';
import { outputSchemaOf } from './tool-schema.js';

/** Said once: what declines shows its closest passages as citations are shown. */
const OUTPUT = outputSchemaOf(SlimAnswer, {
  closest: { type: 'array', items: { type: 'object' } },
  cost: { type: 'object' },
  tokens: { type: 'object' },
});

const ASKED_FIELDS = {
  domain: 'The domain pack to ask; its collections are searched.',
  query: 'The question, in words.',
};

export const QUERY = toolOf(query, {
  title: 'Ask the library',
  // Drafts and passages are for pages.
  shown: QueryRequest.omit({ streamDraft: true, includePassages: true, budget: true }),
  fields: {
    ...ASKED_FIELDS,
    collections: 'The collections to search; all of the library when neither this nor a domain is given.',
    sessionId: 'Reads the question as a follow-up in this session, and remembers it and its answer there.',
    mode: 'How much effort: "fast" makes no plan and searches once, "deep" also seeks what lies behind the question.',
    validate: 'False shows the answer without checking it against its sources.',
    includeProvenance: 'False leaves the citations out.',
    asOfSession: 'Answers as of this session of a campaign or a series of meetings.',
  },
  outputSchema: OUTPUT,
  run: async (args, library) => shownAnswer(await library.run(query, args, noticeOfStage), library),
});

export const AGENTIC_SEARCH = toolOf(agenticSearch, {
  title: 'Ask step by step',
  description: `${agenticSearch.summary.split(':')[0]}: an agent chooses one tool after the other. For what "query" declines.`,
  shown: AgenticSearchRequest.omit({ budget: true }),
  fields: { ...ASKED_FIELDS, session_id: 'The session that remembers question and answer.' },
  async run(args, library) {
    let failure = 'The agent found no answer.';
    const { answer } = await library.run(agenticSearch, args, (event) => {
      if (event.type === 'error' && !event.recoverable) failure = event.message;
      if (event.type === 'decision') return { message: `${event.tool}: ${event.reasoning}` };
      return event.type === 'status' ? { message: event.message } : null;
    });
    if (!answer) throw new ArbiterError('UNAVAILABLE', failure);
    return shownAnswer(answer, library);
  },
});

export const READ_ANSWER = toolOf(getAnswer, {
  title: 'Read an answer again',
  description: 'An earlier answer as it was shown, with its citations.',
  input: getAnswer.input.pick({ answerId: true }),
  fields: { answerId: 'The "id" of the answer.' },
  async run({ answerId }, library) {
    const { shown } = await library.ask(getAnswer, { answerId, withoutFlight: true });
    if (!shown) throw new ArbiterError('NOT_FOUND', `The text of the answer "${answerId}" is no longer held.`);
    return shownAnswer(shown.answer, library);
  },
});

const RatingArguments = FeedbackRequest.partial({ claim: true, verdict: true })
  .extend({ score: z.number().min(0).max(1).optional() })
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

export const RATE_ANSWER = toolOf(rateAnswer, {
  title: 'Rate an answer',
  description: 'Keep what the person thinks of an answer, or of one claim of it. It changes no answer.',
  input: RatingArguments,
  fields: {
    answerId: 'The "id" of the answer.',
    score: 'From 0 (bad) to 1 (good).',
    claim: 'A sentence of the answer, with a verdict.',
    verdict: 'Whether the sources support the claim.',
  },
  annotations: { ...WRITES, destructiveHint: false },
  async run({ answerId, score, claim, verdict, comment }, library) {
    if (claim !== undefined && verdict !== undefined) {
      const said = { answerId, claim, verdict, ...(comment !== undefined && { comment }) };
      await library.ask(submitFeedback, said);
    }
    if (score !== undefined) await library.ask(rateAnswer, { answerId, rating: score });
    return { content: [textContent('Noted.')] };
  },
});

async function shownAnswer(answer: Answer, library: Library): Promise<ToolOutput> {
  const places = await library.places();
  return { structured: slimAnswer(answer, places), content: renderAnswer(answer, places) };
}

function noticeOfStage(event: QueryEvent): ProgressNotice | null {
  if (event.type === 'status') return { message: `synthesise: ${WRITING_MESSAGES[event.status]}` };
  // A client is shown no text that may have to be taken back.
  if (event.type !== 'stage') return null;
  const { stage, status, detail } = event;
  return { message: status === 'started' || detail === '' ? stage : `${stage}: ${detail}` };
}
