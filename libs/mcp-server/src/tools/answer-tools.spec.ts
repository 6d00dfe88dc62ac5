import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, checksumOf, type Answer } from '@arbiter/contracts';
import { ScriptedCaller, type Script } from '@arbiter/testing';
import { connectClient, WAYS, type ConnectedClient, type Way } from '../../test/connect-client.js';
import { answerTo, LIBRARY, slimAnswerOf } from '../../test/library.fixture.js';

const open: ConnectedClient[] = [];
afterEach(async () => {
  for (const connected of open.splice(0)) await connected.close();
});

async function connect(scripts: Readonly<Record<string, Script>>, way: Way = 'http 2026', publicUrl?: string) {
  const caller = new ScriptedCaller({ ...LIBRARY, ...scripts });
  const connected = await connectClient(way, caller, true, publicUrl);
  open.push(connected);
  // The client then checks each result against its schema.
  await connected.client.listTools();
  caller.calls.splice(0);
  const call = (name: string, args: object) => connected.client.callTool({ name, arguments: { ...args } });
  return { call, caller };
}

const URI = 'document://coast/places/p%201.md?id=d001';
const PUBLIC = 'https://arbiter.example';
const URL_OF_QUOTE = `${PUBLIC}/documents/d001?start=0&end=8&sum=${checksumOf('At dusk.')}`;

const record = (shown: object | null) => ({
  output: {
    id: 'answer-1',
    domain: null,
    query: 'When?',
    createdAt: '2026-01-01T00:00:00.000Z',
    answer: 'At dusk. [1]',
    claims: [],
    evidence: '',
    shown,
  },
});
const SHOWN = record({ answer: answerTo('When?'), events: [] });

async function* running() {
  yield await Promise.resolve({ type: 'decision', tool: 'hybrid-search', reasoning: 'It may say so.' });
  return { answer: answerTo('When?'), iterations: 1, tools: ['hybrid-search'] };
}

async function* failing() {
  yield await Promise.resolve({ type: 'error', message: 'Nobody decides.', recoverable: false });
  return { answer: null, iterations: 0, tools: [] };
}

const SCRIPTS = {
  'orchestrator.query': { output: answerTo('When?') },
  'orchestrator.agentic-search': running,
  'orchestrator.get-answer': SHOWN,
};
const ASKED = [
  ['query', { query: 'When?' }],
  ['agentic-search', { query: 'When?' }],
  ['read-answer', { answerId: 'answer-1' }],
] as const;

describe.each(WAYS)('an answer over %s', (way) => {
  it.each(ASKED)('is the same slim one from %s, with links into the console', async (tool, args) => {
    const { call } = await connect(SCRIPTS, way, PUBLIC);
    const { structuredContent, content } = await call(tool, args);
    expect(structuredContent).toEqual(slimAnswerOf(URI, URL_OF_QUOTE));
    expect(content).toMatchObject([
      { type: 'text', text: expect.stringContaining(`${URI}) ${URL_OF_QUOTE}\n`) },
      { type: 'resource_link', uri: URI },
    ]);
  });
});

describe('an answer', () => {
  it.each(ASKED)('of %s has no links without a public address', async (tool, args) => {
    const { call } = await connect(SCRIPTS);
    const { structuredContent, content } = await call(tool, args);
    expect(structuredContent).toEqual(slimAnswerOf(URI));
    expect(JSON.stringify(content)).not.toContain('http');
  });

  it('tells of what it was resolved to, its closest passages, tokens and cost', async () => {
    const { citations, ...answer } = answerTo('When?');
    const usage = { model: 'm', inputTokens: 100, outputTokens: 9, cachedInputTokens: 0, cacheWriteTokens: 0 };
    const cost = { amount: 0.01, currency: 'EUR', unpriced: [] };
    const declined = {
      ...{ ...answer, status: 'declined', citations: [], closest: citations, resolvedQuery: 'When is the bell rung?' },
      ...{ tokens: [usage, { ...usage, model: 'n' }], cost, notices: ['A remark.'], degraded: ['rerank'] },
    };
    const { call } = await connect({ 'orchestrator.query': { output: declined } });
    expect((await call('query', { query: 'When?' })).structuredContent).toMatchObject({
      status: 'declined',
      resolvedQuery: 'When is the bell rung?',
      citations: [],
      closest: [{ marker: 1, quote: 'At dusk.', uri: URI }],
      tokens: { input: 200, output: 18 },
      cost,
      notices: ['A remark.'],
      degraded: ['rerank'],
    });
  });

  it('tells which of its words the sources do not clearly support, and where copies of a quote stand', async () => {
    const answer = answerTo('When?');
    const [{ marker: _marker, quote: _quote, score: _score, ...place }] = answer.citations as [Answer['citations'][0]];
    const copy = { ...place, documentId: 'd002', source: 'places/p 2.md', title: 'Copy\nof it', lastPage: 3 };
    const citations = [{ ...answer.citations[0]!, alsoAt: [copy] }];
    const { call } = await connect(
      { 'orchestrator.query': { output: { ...answer, citations, unsupported: [{ start: 0, end: 2 }] } } },
      undefined,
      PUBLIC,
    );
    const { chunkId: _chunk, lastPage: _last, ...shown } = copy;
    const uri = 'document://coast/places/p%202.md?id=d002';
    expect((await call('query', { query: 'When?' })).structuredContent).toMatchObject({
      unsupported: [{ start: 0, end: 2 }],
      citations: [{ alsoAt: [{ ...shown, title: 'Copy of it', uri, url: `${PUBLIC}/documents/d002` }] }],
    });
  });

  it('shows which part of a page was read, and quotes no words where the page has none', async () => {
    const [cited] = answerTo('When?').citations as [Answer['citations'][0]];
    const box = { left: 0, top: 0.1, right: 0.4, bottom: 0.3 };
    const wordless = { ...cited, end: cited.start, quote: '', box };
    const answer = { ...answerTo('When?'), citations: [wordless] };
    const { call } = await connect({ 'orchestrator.query': { output: answer } }, undefined, PUBLIC);
    const { structuredContent, content } = await call('query', { query: 'When?' });
    expect(structuredContent).toMatchObject({
      citations: [{ quote: '', box, part: 'upper left', url: `${PUBLIC}/documents/d001` }],
    });
    expect(content).toMatchObject([
      {
        text: expect.stringContaining(
          `[1] the picture of the page (The harbour › Hours › page 2, upper left, ${URI}) ${PUBLIC}/documents/d001?page=2&box=0-1000-4000-3000\n`,
        ),
      },
      { type: 'resource_link' },
    ]);
  });

  it('that an agent did not find is a failure with its reason', async () => {
    const { call } = await connect({ 'orchestrator.agentic-search': failing });
    expect(await call('agentic-search', { query: 'When?' })).toMatchObject({
      isError: true,
      content: [{ text: 'UNAVAILABLE: Nobody decides.' }],
    });
  });

  it('whose text is no longer held is not there', async () => {
    const { call } = await connect({ 'orchestrator.get-answer': record(null) });
    const asked = await call('read-answer', { answerId: 'answer-1' });
    expect(asked).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'NOT_FOUND' } } });
  });

  it('of somebody else is not read', async () => {
    const { call, caller } = await connect({
      'orchestrator.get-answer': new ArbiterError('NOT_FOUND', 'There is no answer "answer-1".'),
    });
    const asked = await call('read-answer', { answerId: 'answer-1' });
    expect(asked).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'NOT_FOUND' } } });
    expect(caller.calls[0]?.options.origin?.requestId).toBe('request-1');
  });
});

describe('the tool rate-answer', () => {
  const events = { output: { events: [] } };
  const feedback = {
    output: {
      feedback: {
        ...{ id: 'f1', answerId: 'answer-1', domain: null, claim: 'At dusk.', evidence: '', supported: false },
        ...{ comment: null, createdAt: '2026-01-01T00:00:00.000Z' },
      },
      labelled: 0,
      needed: 1,
    },
  };
  const scripts = { 'orchestrator.rate-answer': events, 'orchestrator.submit-feedback': feedback };

  it('keeps a score of the answer, and a verdict on a claim', async () => {
    const { call, caller } = await connect(scripts);
    await call('rate-answer', { answerId: 'answer-1', score: 0 });
    const verdict = { claim: 'At dusk.', verdict: 'wrong', comment: 'At noon.' };
    await call('rate-answer', { answerId: 'answer-1', score: 0.5, ...verdict });
    expect(caller.calls.map(({ operation, input }) => [operation, input])).toEqual([
      ['orchestrator.rate-answer', { answerId: 'answer-1', rating: 0 }],
      ['orchestrator.submit-feedback', { answerId: 'answer-1', ...verdict }],
      ['orchestrator.rate-answer', { answerId: 'answer-1', rating: 0.5 }],
    ]);
  });

  it.each([
    {},
    { score: 2 },
    { claim: 'At dusk.' },
    { verdict: 'wrong' },
    { score: 1, comment: 'Good.' },
    { claim: 'x'.repeat(10_001), verdict: 'wrong' },
  ])('refuses %j', async (said) => {
    const { call, caller } = await connect(scripts);
    const refused = await call('rate-answer', { answerId: 'answer-1', ...said });
    expect(refused).toMatchObject({ isError: true, _meta: { 'arbiter/error': { code: 'INVALID_REQUEST' } } });
    expect(caller.calls).toEqual([]);
  });
});
