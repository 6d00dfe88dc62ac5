import { describe, expect, it } from '@jest/globals';
import {
  ArbiterError,
  decompose,
  listCollections,
  search,
  synthesize,
  validate,
  type Answer,
  type OperationInput,
  type OperationOutput,
  type QueryEvent,
  type QueryRequest,
  type SearchResult,
  type SynthesisDegradation,
  type ValidationResult,
} from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher, type OperationContext } from '@arbiter/messaging';
import { InMemoryDomainCatalog, InMemorySessionStore, ManualClock, SequentialIds } from '@arbiter/ports/testing';
import { QueryPipeline } from './pipeline.service.js';

/** What the arms of one test answer; each has a sensible default. */
interface Arms {
  readonly plan?: () => Promise<OperationOutput<typeof decompose>>;
  readonly find?: (request: OperationInput<typeof search>) => SearchResult[];
  /** What the retriever says of the models. */
  readonly notices?: readonly string[];
  readonly judge?: (request: OperationInput<typeof validate>) => ValidationResult;
  readonly chunks?: number;
  /** Why the text is less than the language model was to make of it. */
  readonly degraded?: SynthesisDegradation;
}

function result(id: string, content: string, score = 0.9): SearchResult {
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

function verdict(over: Partial<ValidationResult> = {}): ValidationResult {
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

const MISSING = verdict({
  isUseful: false,
  confidence: 0.4,
  recommendation: 'retry',
  checks: {
    relevance: { token: 'relevant', score: 1, reasoning: '', perSource: [] },
    support: { token: 'fully_supported', reasoning: '', perClaim: [] },
    usefulness: { token: 'not_useful', score: 0.1, reasoning: '', missing: ['shoe', 'size'] },
  },
});

/** The pipeline over real messaging, with arms that a test scripts. */
async function pipelineOver({
  plan,
  find = () => [result('light', 'Mara keeps the lamp.')],
  notices = [],
  judge = () => verdict(),
  chunks = 9,
  degraded,
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
      degraded: [],
      notices: [...notices],
    });
  });
  dispatcher.register(synthesize, ({ passages }) =>
    Promise.resolve({
      text: passages.map(({ text }, index) => `${text} [${index + 1}]`).join(' '),
      citations: passages.map(({ text, metadata: _metadata, ...passage }, index) => ({
        ...passage,
        marker: index + 1,
        quote: text,
      })),
      sentences: [],
      mode: 'extractive' as const,
      ...(degraded && { degraded }),
    }),
  );
  dispatcher.register(validate, (request) => Promise.resolve(judge(request)));
  dispatcher.register(listCollections, () =>
    Promise.resolve({
      collections: [
        {
          manifest: {
            name: 'lore',
            formatVersion: 1 as const,
            embeddingModel: 'm',
            dimensions: 3,
            tokenDimensions: null,
            language: 'en',
            analyser: 'english-2',
            chunkerVersion: 1,
            vectorStore: null,
            keywordStore: null,
            createdAt: '2026-01-01T00:00:00.000Z',
          },
          documents: 1,
          chunks,
        },
      ],
    }),
  );
  await bus.start(dispatcher);
  const sessions = new InMemorySessionStore();
  const pipeline = new QueryPipeline({
    client: new InProcessOperationClient(bus),
    sessions,
    domains: new InMemoryDomainCatalog(),
    clock: new ManualClock(),
    ids: new SequentialIds(),
  });
  return { pipeline, sessions, searches };
}

function contextOf(signal = new AbortController().signal): OperationContext {
  return {
    requestId: 'r1',
    deadline: Date.now() + 5_000,
    signal,
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    principal: null,
    annotate: () => undefined,
  };
}

async function ask(
  pipeline: QueryPipeline,
  over: Partial<QueryRequest> = {},
): Promise<{ events: QueryEvent[]; answer: Answer }> {
  const request: QueryRequest = {
    query: 'Who keeps the lamp?',
    mode: 'standard',
    validate: true,
    includeProvenance: true,
    ...over,
  };
  const stream = pipeline.answer(request, contextOf());
  const events: QueryEvent[] = [];
  for (;;) {
    const step = await stream.next();
    if (step.done) return { events, answer: step.value };
    events.push(step.value);
  }
}

describe('QueryPipeline', () => {
  it('answers with what the sources say, its citations and its confidence', async () => {
    const { pipeline } = await pipelineOver({});
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({
      status: 'answered',
      answer: 'Mara keeps the lamp. [1]',
      confidence: 0.95,
      attempts: 1,
      degraded: [],
    });
    expect(answer.citations).toMatchObject([{ marker: 1, documentId: 'light', quote: 'Mara keeps the lamp.' }]);
  });

  it('announces every stage as it starts and ends', async () => {
    const { pipeline } = await pipelineOver({});
    const { events } = await ask(pipeline);
    expect(events.map(({ stage, status }) => `${stage} ${status}`)).toEqual(
      ['context', 'plan', 'retrieve', 'synthesise', 'validate'].flatMap((stage) => [
        `${stage} started`,
        `${stage} finished`,
      ]),
    );
  });

  it('declines an answer that the validator does not accept, and says what is missing', async () => {
    const { pipeline } = await pipelineOver({ judge: () => MISSING });
    const { answer } = await ask(pipeline, { query: 'What is the keeper’s shoe size?' });
    expect(answer.status).toBe('declined');
    expect(answer.answer).toContain('"shoe" or "size"');
    expect(answer.answer).not.toContain('Mara');
    expect(answer.citations).toEqual([]);
  });

  it('searches wider once before it gives up', async () => {
    const { pipeline, searches } = await pipelineOver({ judge: () => MISSING });
    const { answer } = await ask(pipeline);
    expect(answer.attempts).toBe(2);
    expect(searches[1]!.limit).toBeGreaterThan(searches[0]!.limit!);
    expect(searches[1]!.min_relevance_score).toBeLessThan(searches[0]!.min_relevance_score!);
  });

  it('shows the second attempt when that one is accepted', async () => {
    const { pipeline } = await pipelineOver({
      find: ({ limit = 0 }) =>
        limit > 16 ? [result('log', 'The log names Odo.')] : [result('light', 'Mara keeps the lamp.')],
      judge: ({ answer }) => (answer.includes('Odo') ? verdict() : MISSING),
    });
    expect((await ask(pipeline)).answer).toMatchObject({
      status: 'answered',
      answer: 'The log names Odo. [1]',
      attempts: 2,
    });
  });

  it('does not try again what the validator rejects', async () => {
    const { pipeline, searches } = await pipelineOver({ judge: () => ({ ...MISSING, recommendation: 'reject' }) });
    await ask(pipeline);
    expect(searches).toHaveLength(1);
  });

  it('declines when nothing was found', async () => {
    const { pipeline } = await pipelineOver({ find: () => [] });
    const { answer } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'declined', confidence: 0, validation: null });
    expect(answer.answer).toContain('hold nothing about this');
  });

  it('tells how to fill an empty library', async () => {
    const { pipeline } = await pipelineOver({ find: () => [], chunks: 0 });
    expect((await ask(pipeline)).answer.answer).toContain('arbiter ingest');
  });

  it('gives the names that the first hop found to the second', async () => {
    const plan: OperationOutput<typeof decompose> = {
      originalQuery: 'Who taught the man who built the light?',
      queryType: 'multi_hop',
      subQueries: [
        {
          id: 'q1',
          query: 'the man who built the light',
          suggestedTool: 'hybrid-search',
          dependencies: [],
          priority: 1,
        },
        {
          id: 'q2',
          query: 'Who taught the man who built the light?',
          suggestedTool: 'hybrid-search',
          dependencies: ['q1'],
          priority: 2,
        },
      ],
      executionPlan: { strategy: 'sequential', batches: [['q1'], ['q2']] },
      synthesisRequired: true,
    };
    const { pipeline, searches } = await pipelineOver({
      plan: () => Promise.resolve(plan),
      find: ({ query }) =>
        query.startsWith('the man')
          ? [result('Odo Finch', 'Odo built it.')]
          : [result('Ansel Roe', 'Ansel taught Odo.')],
    });
    const { answer } = await ask(pipeline);
    expect(searches.map(({ query }) => query)).toEqual(['the man who built the light', 'Who taught Odo Finch?']);
    expect(answer.citations.map(({ documentId }) => documentId).sort()).toEqual(['Ansel Roe', 'Odo Finch']);
  });

  it('asks the question as it stands when the planner is away, and says so', async () => {
    const { pipeline } = await pipelineOver({ plan: () => Promise.reject(new ArbiterError('UNAVAILABLE', 'gone')) });
    expect((await ask(pipeline)).answer).toMatchObject({ status: 'answered', degraded: ['planner'] });
  });

  it('names the language model where extraction had to stand in for it, and how it failed while it runs', async () => {
    const { pipeline } = await pipelineOver({ degraded: 'model-timed-out' });
    const { answer, events } = await ask(pipeline);
    expect(answer).toMatchObject({ status: 'answered', synthesis: 'extractive', degraded: ['language-model'] });
    expect(events.map(({ detail }) => detail)).toContain('1 citation, model-timed-out');
  });

  it('hands on what the models do not cover, and is silent where there is nothing to say', async () => {
    const notices = ['Collection "küste" is in German, which the model does not cover.'];
    expect((await ask((await pipelineOver({ notices })).pipeline)).answer).toMatchObject({ notices });
    expect((await ask((await pipelineOver({})).pipeline)).answer).not.toHaveProperty('notices');
  });

  it('never shows an unchecked answer when the validator is away', async () => {
    const { pipeline } = await pipelineOver({
      judge: () => {
        throw new ArbiterError('UNAVAILABLE', 'The validator is away.');
      },
    });
    await expect(ask(pipeline)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('shows an unchecked answer only to who asked for one, without a confidence', async () => {
    const { pipeline } = await pipelineOver({ judge: () => MISSING });
    const { answer } = await ask(pipeline, { validate: false });
    expect(answer).toMatchObject({ status: 'answered', confidence: null, validation: null });
  });

  it('makes one search without a plan in fast mode', async () => {
    const { pipeline, searches } = await pipelineOver({
      plan: () => Promise.reject(new ArbiterError('INTERNAL', 'not to be asked')),
    });
    expect((await ask(pipeline, { mode: 'fast' })).answer.status).toBe('answered');
    expect(searches).toHaveLength(1);
  });

  it('names an unknown domain', async () => {
    const { pipeline } = await pipelineOver({});
    await expect(ask(pipeline, { domain: 'nowhere' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('"nowhere"'),
    });
  });

  it('remembers question and answer under the session', async () => {
    const { pipeline, sessions } = await pipelineOver({});
    await ask(pipeline, { sessionId: 's1' });
    const messages = await sessions.recent('s1', 10, new AbortController().signal);
    expect(messages).toMatchObject([
      { role: 'user', content: 'Who keeps the lamp?' },
      { role: 'assistant', content: 'Mara keeps the lamp. [1]', metadata: { confidence: 0.95, validated: true } },
    ]);
  });

  it('stops when the caller goes away', async () => {
    const { pipeline } = await pipelineOver({});
    const caller = new AbortController();
    const request: QueryRequest = { query: 'Who?', mode: 'standard', validate: true, includeProvenance: true };
    const stream = pipeline.answer(request, contextOf(caller.signal));
    await stream.next();
    caller.abort(new ArbiterError('CANCELLED', 'gone'));
    await expect(
      (async () => {
        for await (const _event of stream);
      })(),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
