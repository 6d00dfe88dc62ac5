import {
  decide,
  decompose,
  describeContext,
  hypothesise,
  listCollections,
  passageOf,
  search,
  stepBack,
  synthesize,
  tellOverview,
  tellSelection,
  tellState,
  validate,
  type Answer,
  type CollectionSummary,
  type Decision,
  type DecomposedQuery,
  type OperationInput,
  type OperationOutput,
  type QueryRequest,
  type SearchPart,
  type SearchResult,
  type StageEvent,
  type SynthesisDegradation,
  type SynthesizeResponse,
  type ValidationResult,
} from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher, type OperationContext } from '@arbiter/messaging';
import {
  InMemoryAnswerEventLog,
  InMemoryAnswerRecordStore,
  InMemoryCostLedger,
  InMemoryDomainCatalog,
  InMemoryInsightStore,
  InMemorySessionStore,
  ManualClock,
  SequentialIds,
} from '@arbiter/ports/testing';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { AnswerEvents } from '../src/experiments/answer-events.js';
import { ContextMemory } from '../src/memory/context-memory.js';
import { LibraryContext } from '../src/execution/library-context.js';
import type { ToolSet } from '../src/execution/tool-set.js';
import { HybridSearchTool, VectorSearchTool } from '../src/tools/search.tools.js';
import { type GraphArm, registerGraph } from './graph-arm.js';
import { type PageArm, registerPages } from './page-arm.js';
import { workbench } from './tool-workbench.js';
import { AnsweringService } from '../src/query/answering.service.js';
import type { AnswerPorts, AnswerSettings } from '../src/answering/inquiry.js';
import type { AnswerBudgetObserver } from '../src/recording/answer-budget.js';
import type { RunRecorderSettings } from '../src/recording/recorded-run.js';
import { RunRecorder } from '../src/recording/run.recorder.js';

/** Of the collection that the library of these tests holds. */
export const LORE_MANIFEST: CollectionSummary['manifest'] = {
  name: 'lore',
  formatVersion: 1,
  embeddingModel: 'm',
  dimensions: 3,
  language: 'en',
  analyser: 'english-3',
  chunkerVersion: 1,
  vectorStore: null,
  keywordStore: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** What the arms of one test answer; each has a sensible default. */
export interface Arms {
  readonly plan?: () => Promise<OperationOutput<typeof decompose>>;
  readonly find?: (request: OperationInput<typeof search>) => SearchResult[];
  /** What the retriever says of the models. */
  readonly notices?: readonly string[];
  readonly judge?: (request: OperationInput<typeof validate>) => ValidationResult;
  readonly chunks?: number;
  /** What searches have done without. */
  readonly missing?: readonly SearchPart[];
  /** Why the text is less than the language model was to make of it. */
  readonly degraded?: SynthesisDegradation;
  /** What is written from passages; default: all of them, one after the other. */
  readonly write?: (request: OperationInput<typeof synthesize>) => SynthesizeResponse;
  /** What an agent decides; no planner answers when absent. */
  readonly next?: (request: OperationInput<typeof decide>) => Decision;
  /** A passage that would answer a question; no planner answers when absent. */
  readonly imagine?: (query: string) => string | null;
  /** The general question behind one; no planner answers when absent. */
  readonly general?: (query: string) => string | null;
  /** What communities say to a question about everything; no retriever answers when absent. */
  readonly overview?: (request: OperationInput<typeof tellOverview>) => OperationOutput<typeof tellOverview>;
  /** What the graph counts or lists; no retriever answers when absent. */
  readonly selection?: (request: OperationInput<typeof tellSelection>) => OperationOutput<typeof tellSelection>;
  /** What the changelog answers; no retriever answers when absent. */
  readonly state?: (request: OperationInput<typeof tellState>) => OperationOutput<typeof tellState>;
  /** What knowledge graphs tell; no retriever tells it when absent. */
  readonly graph?: GraphArm;
  /** Pages of documents; no retriever finds any when absent. */
  readonly pages?: PageArm;
  readonly settings?: AnswerSettings;
  readonly recording?: RunRecorderSettings;
  /** Told of answers over their budget. */
  readonly observer?: AnswerBudgetObserver;
  /** False where answers are not to be kept. Default true. */
  readonly keepsAnswers?: boolean;
  /** Besides the search. */
  readonly tools?: readonly BaseMcpTool[];
  readonly clock?: ManualClock;
}

export function result(id: string, content: string, score = 0.9): SearchResult {
  return {
    content,
    source: `${id}.md`,
    relevance_score: score,
    rank: 1,
    metadata: {
      chunk_id: `${id}:0`,
      document_id: id,
      collection: 'lore',
      start: 0,
      end: content.length,
      title: id,
      section: [],
      page: null,
    },
  };
}

export function verdict(over: Partial<ValidationResult> = {}): ValidationResult {
  return {
    isRelevant: true,
    isSupported: true,
    isUseful: true,
    confidence: 0.95,
    reasoning: 'fine',
    citations: [],
    issues: [],
    recommendation: 'accept',
    checks: {
      relevance: { token: 'relevant', score: 1, reasoning: '', perSource: [] },
      support: { token: 'fully_supported', reasoning: '', perClaim: [] },
      usefulness: { token: 'useful', score: 1, reasoning: '', missing: [] },
    },
    mode: 'features',
    ...over,
  };
}

/** An accepted answer to "Who keeps the lamp?". */
export function answered(over: Partial<Answer>): Answer {
  const { text, citations } = written(['Mara keeps the lamp.'], [passageOf(result('light', 'Mara keeps the lamp.'))]);
  return {
    id: 'answer_1',
    query: 'Who keeps the lamp?',
    status: 'answered',
    answer: text,
    citations,
    confidence: 0.95,
    validation: verdict(),
    queryType: 'simple_lookup',
    subQueries: ['Who keeps the lamp?'],
    mode: 'standard',
    synthesis: 'extractive',
    tokens: [],
    cost: null,
    degraded: [],
    timings: [],
    durationMs: 1,
    attempts: 1,
    history: [],
    confidenceGain: null,
    sessionId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...over,
  };
}

/** Of an answer that leaves out what was asked. */
export const MISSING = verdict({
  isUseful: false,
  confidence: 0.4,
  recommendation: 'retry',
  correction: { instruction: 'complete', reason: '', unsupported: [], missing: ['shoe', 'size'], steps: [] },
  checks: {
    relevance: { token: 'relevant', score: 1, reasoning: '', perSource: [] },
    support: { token: 'fully_supported', reasoning: '', perClaim: [] },
    usefulness: { token: 'not_useful', score: 0.1, reasoning: '', missing: ['shoe', 'size'] },
  },
});

/** A question whose second part builds on what its first part describes. */
export function planOfTwoHops(question: string, description: string): DecomposedQuery {
  const part = { suggestedTool: 'hybrid-search' };
  return {
    originalQuery: question,
    queryType: 'multi_hop',
    subQueries: [
      { ...part, id: 'q1', query: description, dependencies: [], priority: 1 },
      { ...part, id: 'q2', query: question, dependencies: ['q1'], priority: 2 },
    ],
    executionPlan: { strategy: 'sequential', batches: [['q1'], ['q2']] },
    synthesisRequired: true,
  };
}

/** A synthesis of these sentences, each resting on the passage of its place, or on the last one. */
export function written(
  sentences: readonly string[],
  passages: OperationInput<typeof synthesize>['passages'],
  mode: SynthesizeResponse['mode'] = 'extractive',
): SynthesizeResponse {
  let text = '';
  const spans = sentences.map((sentence, index) => {
    const start = text === '' ? 0 : text.length + 1;
    text += `${text === '' ? '' : ' '}${sentence} [${index + 1}]`;
    return { start, end: text.length, markers: [index + 1] };
  });
  const citations = sentences.flatMap((sentence, index) => {
    const passage = passages[index] ?? passages.at(-1);
    if (!passage) return [];
    const { text: _text, metadata: _metadata, ...where } = passage;
    return [{ ...where, marker: index + 1, quote: sentence }];
  });
  return { text, citations, sentences: spans, mode };
}

/** The pipeline over real messaging, with arms that a test scripts. */
export async function pipelineOver(arms: Arms) {
  const { ports, ...kept } = await portsOver(arms);
  const toolSetOf = ({ client, clock }: AnswerPorts): ToolSet => ({
    tools: [new HybridSearchTool(client), new VectorSearchTool(client), ...(arms.tools ?? [])],
    ...workbench([]).shared,
    library: new LibraryContext(client, clock),
  });
  const { observer: _, ...options } = arms;
  return { pipeline: new AnsweringService(ports, { ...options, toolSetOf }), ...kept };
}

/** Real messaging with arms that a test scripts, and stores in memory. */
export async function portsOver({
  plan,
  find = () => [result('light', 'Mara keeps the lamp.')],
  notices = [],
  judge = () => verdict(),
  chunks = 9,
  missing = [],
  degraded,
  write = ({ passages }) =>
    written(
      passages.map(({ text }) => text),
      passages,
    ),
  next,
  general,
  imagine,
  overview,
  selection,
  state,
  graph,
  pages,
  clock = new ManualClock(),
  recording = { version: '0.0.1', prices: null },
  observer,
  keepsAnswers = true,
}: Arms) {
  const bus = new InProcessBus();
  const dispatcher = new OperationDispatcher();
  const searches: OperationInput<typeof search>[] = [];
  dispatcher.register(
    decompose,
    plan ??
      (({ query }) =>
        Promise.resolve({
          originalQuery: query,
          queryType: 'simple_lookup',
          subQueries: [{ id: 'q1', query, suggestedTool: 'hybrid-search', dependencies: [], priority: 1 }],
          executionPlan: { strategy: 'sequential', batches: [['q1']] },
          synthesisRequired: false,
        })),
  );
  dispatcher.register(search, (request) => {
    searches.push(request);
    const results = find(request);
    return Promise.resolve({
      results,
      query: request.query,
      method_used: request.method ?? 'hybrid',
      total_results: results.length,
      synthesis: null,
      citations: [],
      degraded: [...missing],
      notices: [...notices],
    });
  });
  const syntheses: OperationInput<typeof synthesize>[] = [];
  dispatcher.register(synthesize, async function* (request) {
    syntheses.push(request);
    const response = await Promise.resolve({ ...write(request), ...(degraded && { degraded }) });
    yield { type: 'token' as const, text: response.text };
    return response;
  });
  dispatcher.register(validate, (request) => Promise.resolve(judge(request)));
  if (imagine) {
    dispatcher.register(hypothesise, ({ query }) => {
      const passage = imagine(query);
      return Promise.resolve({ passage, helps: passage !== null, reason: 'because' });
    });
  }
  if (general) {
    dispatcher.register(stepBack, ({ query }) => Promise.resolve({ question: general(query), reason: 'because' }));
  }
  if (overview) dispatcher.register(tellOverview, (request) => Promise.resolve(overview(request)));
  if (selection) dispatcher.register(tellSelection, (request) => Promise.resolve(selection(request)));
  if (state) dispatcher.register(tellState, (request) => Promise.resolve(request).then(state));
  if (pages) registerPages(dispatcher, pages);
  if (graph) registerGraph(dispatcher, graph);
  else if (state && !pages)
    dispatcher.register(describeContext, ({ collections }) => Promise.resolve(describing(collections)));
  if (next) dispatcher.register(decide, (request) => Promise.resolve(next(request)));
  dispatcher.register(listCollections, () =>
    Promise.resolve({
      collections: [
        {
          manifest: LORE_MANIFEST,
          documents: 1,
          chunks,
        },
      ],
    }),
  );
  await bus.start(dispatcher);
  const sessions = new InMemorySessionStore();
  const insights = new InMemoryInsightStore();
  const ids = new SequentialIds();
  const answers = new InMemoryAnswerRecordStore();
  const client = new InProcessOperationClient(bus);
  const costs = new InMemoryCostLedger();
  const events = new InMemoryAnswerEventLog();
  const kept = keepsAnswers
    ? { answers, costs, events: new AnswerEvents(events) }
    : { answers: null, costs: null, events: null };
  const recorder = new RunRecorder({ client, clock, ids, ...kept, ...(observer && { observer }) }, recording);
  const memory = new ContextMemory({ sessions, insights, clock, ids });
  const ports = { recorder, memory, domains: new InMemoryDomainCatalog() };
  return { ports, sessions, insights, answers, costs, events, searches, syntheses };
}

/** Of a library in which every collection has changes. */
function describing(collections: readonly string[] = ['lore']): OperationOutput<typeof describeContext> {
  return { generations: [], withGraph: [...collections], withChanges: [...collections], writer: 'extractive' };
}

export function contextOf(signal: AbortSignal = new AbortController().signal): OperationContext {
  return {
    requestId: 'r1',
    deadline: Date.now() + 30_000,
    signal,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    principal: null,
    annotate: () => undefined,
  };
}

export async function ask(
  pipeline: AnsweringService,
  over: Partial<QueryRequest> = {},
): Promise<{ events: StageEvent[]; draft: string; answer: Answer }> {
  const request: QueryRequest = {
    query: 'Who keeps the lamp?',
    mode: 'standard',
    validate: true,
    includeProvenance: true,
    ...over,
  };
  const stream = pipeline.answer(request, contextOf());
  const events: StageEvent[] = [];
  let draft = '';
  for (;;) {
    const step = await stream.next();
    if (step.done) return { events, draft, answer: step.value };
    if (step.value.type === 'stage') events.push(step.value);
    if (step.value.type === 'draft') draft += step.value.text;
  }
}
