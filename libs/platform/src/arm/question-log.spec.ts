import { ArbiterError, search, type SearchResponse } from '@arbiter/contracts';
import { HandlesOperation, InProcessBus, InProcessOperationClient, type OperationContext } from '@arbiter/messaging';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { createLogger } from '../logging.js';
import { type RunningArm, startArm } from './start-arm.js';

const QUESTION = 'Who is the zyphrantic keeper?';
const PRINCIPAL = { name: 'desk', role: 'reader', tenant: 'acme', groups: null } as const;
const FOUND: SearchResponse = {
  results: [],
  query: QUESTION,
  method_used: 'hybrid',
  total_results: 0,
  synthesis: null,
  citations: [],
};

let answer: (context: OperationContext) => Promise<SearchResponse>;

@Controller()
class SearchController {
  @HandlesOperation(search)
  search(_input: unknown, context: OperationContext): Promise<SearchResponse> {
    return answer(context);
  }
}

@Module({ controllers: [SearchController] })
class SearchModule {}

let arm: RunningArm;
let client: InProcessOperationClient;
let lines: Record<string, unknown>[];
const questionLines = () => lines.filter(({ msg }) => msg === 'worked on a question');
const ask = () =>
  client
    .request(search, { query: QUESTION, knowledge_bases: ['acme.notes'] }, { parent: parentOf('r-1') })
    .catch(() => null);
const parentOf = (requestId: string) => ({
  requestId,
  deadline: Date.now() + 60_000,
  signal: new AbortController().signal,
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  principal: PRINCIPAL,
});

beforeEach(async () => {
  lines = [];
  const bus = new InProcessBus();
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  arm = await startArm({
    app: 'retriever-arm',
    version: '0.0.0',
    module: SearchModule,
    transports: [bus],
    doors: [],
    checks: [],
    logger: createLogger({ name: 'retriever-arm', level: 'info', destination: { write } }),
  });
  client = new InProcessOperationClient(bus);
});
afterEach(async () => {
  await client.close();
  await arm.close();
});

it('has a line at info for a call that worked on a question: ids, tenant, kind, time and what came of it', async () => {
  answer = ({ annotate }) => {
    annotate('degraded', 'vector,rerank');
    return Promise.resolve(FOUND);
  };
  await ask();
  expect(questionLines()).toEqual([
    expect.objectContaining({
      level: 'info',
      requestId: 'r-1',
      trace_id: 'a'.repeat(32),
      tenant: 'acme',
      operation: 'retriever.search',
      durationMs: expect.any(Number),
      outcome: 'done',
      degraded: ['vector', 'rerank'],
      passages: 0,
    }),
  ]);
});

it.each(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INVALID_REQUEST'] as const)(
  'tells of a call that ends with %s in that line alone, without a stack',
  async (code) => {
    answer = () => Promise.reject(new ArbiterError(code, `"${QUESTION}" cannot be searched.`));
    await ask();
    // What may pass is tried again, and each try is a call.
    expect(lines.filter(({ operation }) => operation === 'retriever.search')).toEqual(questionLines());
    expect(questionLines()[0]).toMatchObject({ outcome: 'failed', code, degraded: [] });
    expect(JSON.stringify(lines)).not.toContain('stack');
  },
);

it('tells what nobody expected with its stack, once, where it happened', async () => {
  answer = () => Promise.reject(new TypeError('nothing here'));
  await ask();
  expect(lines.filter(({ level }) => level === 'error')).toEqual([
    expect.objectContaining({
      requestId: 'r-1',
      err: expect.objectContaining({ stack: expect.stringContaining('question-log.spec') }),
    }),
  ]);
  lines = [];
  let calls = 0;
  // An arm that asks another one.
  answer = () => {
    calls += 1;
    if (calls > 1) throw new TypeError('nothing here');
    return client.request(search, { query: QUESTION, knowledge_bases: ['acme.notes'] });
  };
  await ask();
  expect(questionLines()).toMatchObject([{ code: 'INTERNAL' }, { code: 'INTERNAL' }]);
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
});

it('holds no word of the question and no name of a principal', async () => {
  answer = () => Promise.resolve(FOUND);
  await ask();
  expect(JSON.stringify(lines)).not.toMatch(/zyphrantic|desk/);
});
