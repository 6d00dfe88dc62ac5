import { ArbiterError } from '@arbiter/contracts';
import { describeLanguageModel, type ScriptedReply } from '@arbiter/ports/testing';
import { freePort, startHttpStandIn } from '@arbiter/testing';
import type { GenerationRequest, LanguageModel } from '@arbiter/ports';
import { afterEach, describe, expect, it } from '@jest/globals';
import { KEY, MODEL, openAnthropicStage, type AnthropicStage } from '../test/anthropic-stand-in.js';
import { sse } from '../test/message-stream.js';
import { createAnthropicLanguageModel } from './index.js';

describeLanguageModel(
  'Anthropic',
  {
    temperature: false,
    namesStopSequence: true,
    namesRefusal: true,
    cacheUsage: 'read and write',
    countsExactly: true,
  },
  openAnthropicStage,
);

const NO_RETRIES = { retries: 0, baseDelayMs: 0, maxDelayMs: 0 };
const REQUEST: GenerationRequest = {
  system: 'Be brief.',
  messages: [
    { role: 'user', text: 'The sources: …' },
    { role: 'assistant', text: 'Read.' },
    { role: 'user', text: 'Who lit the lantern?' },
  ],
  maxTokens: 100,
};
const TOOL = { name: 'look_up', description: 'Finds a ship.', parameters: { type: 'object', properties: {} } };
const signal = (): AbortSignal => new AbortController().signal;
const ask = (model: LanguageModel, request: Partial<GenerationRequest> = {}) =>
  model.generate({ ...REQUEST, ...request }, { signal: signal() });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function stageOf(...replies: ScriptedReply[]): Promise<AnthropicStage> {
  const stage = await openAnthropicStage({ replies, retry: NO_RETRIES });
  closing.push(() => stage.close());
  return stage;
}

/** A model whose vendor streams these bytes, whatever it is asked. */
async function modelOver(body: string): Promise<LanguageModel> {
  const server = await startHttpStandIn((_, answer) => answer.stream('text/event-stream', body, 'end'));
  closing.push(() => server.close());
  return createAnthropicLanguageModel({ apiKey: KEY, model: MODEL, baseUrl: server.url, retry: NO_RETRIES });
}

describe('Anthropic', () => {
  const ephemeral = { type: 'ephemeral' };

  it('is told where the prefix ends that comes again', async () => {
    const stage = await stageOf({ type: 'answer', pieces: ['Yes.'] });
    await ask(stage.model, { cacheableMessages: 1, tools: [TOOL] });
    expect(stage.bodies[0]).toMatchObject({
      system: [{ text: 'Be brief.', cache_control: ephemeral }],
      messages: [{ content: [{ cache_control: ephemeral }] }, {}, {}],
    });
    expect(JSON.stringify(stage.bodies[0]).match(/cache_control/g)).toHaveLength(2);
  });

  it('is told of the tools as prefix when there is no system text', async () => {
    const stage = await stageOf({ type: 'answer', pieces: ['Yes.'] });
    await ask(stage.model, { system: '', cacheableMessages: 0, tools: [TOOL, { ...TOOL, name: 'list' }] });
    expect(stage.bodies[0]?.tools?.map((tool) => tool.cache_control)).toEqual([undefined, ephemeral]);
  });

  it('is told of no prefix that nobody marked', async () => {
    const stage = await stageOf({ type: 'answer', pieces: ['Yes.'] });
    await ask(stage.model);
    expect(JSON.stringify(stage.bodies[0])).not.toContain('cache_control');
  });

  it('is told which tool failed', async () => {
    const stage = await stageOf({ type: 'answer', pieces: ['Yes.'] });
    const call = { id: 'toolu_1', name: 'look_up', arguments: {} };
    const result = { callId: 'toolu_1', name: 'look_up', text: 'no such ship', isError: true };
    await ask(stage.model, {
      messages: [
        { role: 'user', text: 'When?' },
        { role: 'assistant', text: '', toolCalls: [call] },
        { role: 'tool', results: [result] },
      ],
    });
    expect(stage.bodies[0]?.messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'toolu_1', content: 'no such ship', is_error: true },
    ]);
  });

  it('gets what its grammar cannot enforce as words', async () => {
    const stage = await stageOf({ type: 'answer', pieces: ['{"rank": 1}'] });
    const schema = { type: 'object', properties: { rank: { type: 'integer', minimum: 1 } }, required: ['rank'] };
    await ask(stage.model, { output: { name: 'rank', schema } });
    expect(stage.received[0]?.schema).toMatchObject({
      properties: { rank: { type: 'integer', description: '{minimum: 1}' } },
      additionalProperties: false,
    });
  });

  it('refuses a schema that cannot be said to it', async () => {
    const stage = await stageOf();
    const schema = { type: 'object', properties: { rank: {} } };
    await expect(ask(stage.model, { output: { name: 'rank', schema } })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { field: 'output.schema' },
    });
  });

  it('does not take a wrong key, and keeps it to itself', async () => {
    const { url } = await stageOf();
    const model = createAnthropicLanguageModel({ apiKey: 'sk-ant-wrong', model: MODEL, baseUrl: url });
    const count = () => model.countTokens(REQUEST, { signal: signal() });
    for (const call of [() => ask(model), () => model.health(signal()), count]) {
      const error: unknown = await call().then(String, (thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ArbiterError);
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining('ANTHROPIC_API_KEY') });
      expect(JSON.stringify([String(error), (error as ArbiterError).details])).not.toContain('sk-ant');
    }
  });

  it('does not start without a key', () => {
    expect(() => createAnthropicLanguageModel({ apiKey: ' ', model: MODEL })).toThrow('ANTHROPIC_API_KEY');
  });

  it('says which model it does not have', async () => {
    const { url } = await stageOf();
    const model = createAnthropicLanguageModel({ apiKey: KEY, model: 'claude-0', baseUrl: url });
    const missing = { code: 'NOT_FOUND', message: expect.stringContaining('"claude-0"') };
    await expect(model.health(signal())).rejects.toMatchObject(missing);
    await expect(ask(model)).rejects.toMatchObject(missing);
  });

  it('is unavailable where nobody listens', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const model = createAnthropicLanguageModel({ apiKey: KEY, model: MODEL, baseUrl, retry: NO_RETRIES });
    const unreachable = { code: 'UNAVAILABLE', details: { reason: 'unreachable' } };
    await expect(ask(model)).rejects.toMatchObject(unreachable);
    await expect(model.health(signal())).rejects.toMatchObject(unreachable);
  });

  it.each([
    ['overloaded_error', 'OVERLOADED'],
    ['rate_limit_error', 'RATE_LIMITED'],
    ['api_error', 'UNAVAILABLE'],
    ['invalid_request_error', 'INVALID_REQUEST'],
    ['something_new', 'UNAVAILABLE'],
  ])('may fail with %s after it has begun', async (type, code) => {
    const model = await modelOver(sse('error', { error: { type, message: 'sorry' } }));
    await expect(ask(model)).rejects.toMatchObject({ code });
  });

  it('is unavailable when its stream ends in good order, but too early', async () => {
    const piece = sse('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'The keeper' } });
    await expect(ask(await modelOver(piece))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'unreachable' },
    });
  });

  it('is unavailable when it sends what is not JSON', async () => {
    const model = await modelOver('event: message_start\ndata: {"type": "message_st\n\n');
    await expect(ask(model)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'malformed-answer' } });
  });

  it('is unavailable when the arguments of a tool are not JSON', async () => {
    const model = await modelOver(
      sse('content_block_start', {
        index: 0,
        content_block: { type: 'tool_use', id: 'a', name: 'look_up', input: {} },
      }) +
        sse('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '{"ship": ' } }) +
        sse('message_delta', { delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 3 } }) +
        sse('message_stop'),
    );
    await expect(ask(model)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { reason: 'malformed-answer' },
      message: expect.stringContaining('"look_up"'),
    });
  });
});
