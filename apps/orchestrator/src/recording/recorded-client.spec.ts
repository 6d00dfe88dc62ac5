import {
  ArbiterError,
  listCollections,
  search,
  synthesize,
  type ModelCall,
  type ModelTerms,
  type SearchRequest,
  type SynthesizeRequest,
} from '@arbiter/contracts';
import { InProcessBus, InProcessOperationClient, OperationDispatcher, type OperationClient } from '@arbiter/messaging';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { flightRecordOf } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { CallLog } from './call-log.js';
import { CallScript } from './call-script.js';
import { RecordingClient, ReplayingClient } from './recorded-client.js';

const ANSWER = { text: 'Mara.', citations: [], sentences: [], mode: 'generated' as const };
const ASKED: ModelCall = {
  role: 'synthesise',
  model: 'a/b',
  answeredBy: 'b-2026',
  prompt: 'synthesis-2',
  system: 'You are a research assistant.',
  messages: [{ role: 'user', text: 'Who keeps the lamp?' }],
  answer: 'Mara.',
  cutCharacters: 0,
  tokens: null,
  ms: 3,
  error: null,
};
const EMPTY = {
  results: [],
  query: 'x',
  method_used: 'hybrid' as const,
  total_results: 0,
  synthesis: null,
  citations: [],
};

/** A client of two arms, with a log, and one that answers from that log. */
async function clients(terms: ModelTerms = {}) {
  const dispatcher = new OperationDispatcher();
  let isStopped = false;
  dispatcher.register(search, (request, { annotate }) => {
    if (request.query === 'gone') throw new ArbiterError('NOT_FOUND', 'No such collection.', { details: { x: 1 } });
    annotate('mode', 'hybrid');
    return Promise.resolve({ ...EMPTY, query: request.query });
  });
  const received: SynthesizeRequest[] = [];
  dispatcher.register(synthesize, async function* (request, { signal }) {
    received.push(request);
    signal.addEventListener('abort', () => (isStopped = true));
    yield { type: 'token' as const, text: 'Ma' };
    yield { type: 'token' as const, text: 'ra.' };
    await Promise.resolve();
    return { ...ANSWER, ...(request.includePrompts && { modelCalls: [ASKED] }) };
  });
  dispatcher.register(listCollections, () => Promise.resolve({ collections: [] }));
  const bus = new InProcessBus();
  await bus.start(dispatcher);
  const log = new CallLog(SYSTEM_CLOCK);
  const recording = new RecordingClient(new InProcessOperationClient(bus), log, () => terms);
  const replaying = () =>
    new ReplayingClient(
      new CallScript(flightRecordOf({ calls: log.calls.map((call) => ({ ...call, cutBytes: 0 })), texts: {} })),
    );
  return { recording, replaying, log, received, isStopped: () => isStopped };
}

const find = (query: string): SearchRequest => ({ query }) as SearchRequest;
const WRITE = { query: 'x', passages: [] };

describe('a recorded call', () => {
  it('comes back with its output and what was said beside it', async () => {
    const { recording, replaying, log } = await clients();
    const heard: unknown[] = [];
    const onAnnotations = (annotations: ReadonlyMap<string, string>) => heard.push([...annotations]);
    const before = await recording.request(search, find('x'), { onAnnotations });
    const now = await replaying().request(search, find('x'), { onAnnotations });
    expect(now).toEqual(before);
    expect(heard).toEqual([[['mode', 'hybrid']], [['mode', 'hybrid']]]);
    expect(log.calls).toMatchObject([{ name: 'retriever.search', revision: 1, input: { query: 'x' }, ended: 0 }]);
    expect(log.calls[0]?.ms).toBeGreaterThan(0);
  });

  it('fails again as it failed', async () => {
    const { recording, replaying } = await clients();
    const error = { code: 'NOT_FOUND', message: 'No such collection.', details: { x: 1 } };
    await expect(recording.request(search, find('gone'))).rejects.toMatchObject(error);
    const again = replaying().request(search, find('gone'));
    await expect(again).rejects.toBeInstanceOf(ArbiterError);
    await expect(again).rejects.toMatchObject(error);
  });

  it('streams its events again', async () => {
    const { recording, replaying } = await clients();
    const read = async (client: OperationClient) => {
      const texts: string[] = [];
      const stream = client.stream(synthesize, WRITE);
      let next = await stream.next();
      for (; !next.done; next = await stream.next()) {
        if (next.value.type === 'token') texts.push(next.value.text);
      }
      return [texts, next.value];
    };
    const before = await read(recording);
    expect(before).toEqual([['Ma', 'ra.'], ANSWER]);
    expect(await read(replaying())).toEqual(before);
  });

  it('stops the callee when its reader stops', async () => {
    const { recording, log, isStopped } = await clients();
    for await (const event of recording.stream(synthesize, WRITE)) {
      expect(event).toMatchObject({ text: 'Ma' });
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStopped()).toBe(true);
    expect(log.calls).toMatchObject([{ error: { code: 'CANCELLED' }, events: [{ text: 'Ma' }] }]);
  });

  it('takes with it what language models may take, and brings back apart what they were asked', async () => {
    const { recording, replaying, log, received } = await clients({ budget: { maxTokens: 70 }, includePrompts: true });
    const before = await recording.request(synthesize, WRITE);
    expect(received).toMatchObject([{ budget: { maxTokens: 70 }, includePrompts: true }]);
    expect(before).toEqual(ANSWER);
    expect(log.calls).toMatchObject([{ input: WRITE, output: ANSWER, budget: { maxTokens: 70 }, modelCalls: [ASKED] }]);
    // Whatever is left by then: the code that is replayed has never seen it.
    expect(await replaying().request(synthesize, WRITE)).toEqual(ANSWER);
  });

  it.each([
    [70, 0, 0],
    [70, 90, 70],
    [undefined, 0, 0],
  ])(
    'takes the smaller of what the answer has left (%p) and what the step asks for (%d)',
    async (left, asked, sent) => {
      const { recording, received } = await clients(left === undefined ? {} : { budget: { maxTokens: left } });
      await recording.request(synthesize, { ...WRITE, budget: { maxTokens: asked } });
      expect(received).toMatchObject([{ budget: { maxTokens: sent } }]);
    },
  );

  it('takes nothing of that to an operation that asks no language model', async () => {
    const { recording, log } = await clients({ budget: { maxTokens: 70 }, includePrompts: true });
    await recording.request(listCollections, {});
    expect(log.calls[0]).not.toHaveProperty('budget');
  });

  it('does not come back under an aborted signal', async () => {
    const { recording, replaying } = await clients();
    await recording.request(search, find('x'));
    await expect(replaying().request(search, find('x'), { signal: AbortSignal.abort('gone') })).rejects.toBe('gone');
  });
});
