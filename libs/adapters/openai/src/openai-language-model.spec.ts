import type { ArbiterError } from '@arbiter/contracts';
import type { GenerationRequest, LanguageModel } from '@arbiter/ports';
import { describeLanguageModel, type ScriptedReply } from '@arbiter/ports/testing';
import { freePort, startHttpStandIn, type StandInAnswer } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { chunk } from '../test/chat-stream.js';
import { KEY, MODEL, openOpenAIStage, type OpenAIStage } from '../test/openai-stand-in.js';
import { createOpenAILanguageModel, type OpenAIOptions } from './index.js';

describeLanguageModel(
  'an OpenAI-compatible server',
  {
    temperature: true,
    namesStopSequence: false,
    namesRefusal: true,
    cacheUsage: 'read and write',
    countsExactly: false,
  },
  openOpenAIStage,
);

const NO_RETRIES = { retries: 0, baseDelayMs: 0, maxDelayMs: 0 };
const REQUEST: GenerationRequest = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Who lit the lantern?' }],
  maxTokens: 100,
};
const signal = (): AbortSignal => new AbortController().signal;
const ask = (model: LanguageModel, request: Partial<GenerationRequest> = {}) =>
  model.generate({ ...REQUEST, ...request }, { signal: signal() });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function stageOf(replies: ScriptedReply[], options: Partial<OpenAIOptions> = {}): Promise<OpenAIStage> {
  const stage = await openOpenAIStage({ replies, retry: NO_RETRIES }, options);
  closing.push(() => stage.close());
  return stage;
}

/** A model whose server answers in this way, whatever it is asked. */
async function modelOver(play: (answer: StandInAnswer) => Promise<void>): Promise<LanguageModel> {
  const server = await startHttpStandIn((_, answer) => play(answer));
  closing.push(() => server.close());
  return createOpenAILanguageModel({ apiKey: KEY, model: MODEL, baseUrl: server.url, retry: NO_RETRIES });
}
const streaming = (...chunks: object[]) =>
  modelOver((answer) =>
    answer.stream(
      'text/event-stream',
      chunks.map((fields) => chunk(MODEL, fields)).join('') + 'data: [DONE]\n\n',
      'end',
    ),
  );

const yes: ScriptedReply = { type: 'answer', pieces: ['{"rank": 1}'] };
const loose = { type: 'object', properties: { rank: { type: 'integer' } } };
const strict = { ...loose, required: ['rank'], additionalProperties: false };

describe('an OpenAI-compatible server', () => {
  it.each([
    ['which it can enforce', strict, true],
    ['which it can only follow', loose, false],
    ['of which a part is loose', { ...strict, properties: { rank: { type: 'array', items: loose } } }, false],
  ])('is told of a schema %s', async (_, schema, isStrict) => {
    const stage = await stageOf([yes]);
    await ask(stage.model, { output: { name: 'rank', schema } });
    expect(stage.bodies[0]?.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'rank', schema, strict: isStrict },
    });
  });

  it('is told of the schema in words when it knows no schemas', async () => {
    const stage = await stageOf([yes, yes], { dialect: { structuredOutput: 'json-object' } });
    const output = { name: 'rank', schema: strict };
    expect((await ask(stage.model, { output })).output).toEqual({ rank: 1 });
    await ask(stage.model, { output, system: '' });
    expect(stage.bodies.map((body) => body.response_format)).toEqual([
      { type: 'json_object' },
      { type: 'json_object' },
    ]);
    expect(stage.received.map(({ system }) => system)).toEqual([
      expect.stringMatching(/^Be brief\.\n\nAnswer with one JSON object[^]*"rank"/),
      expect.stringMatching(/^Answer with one JSON object[^]*"rank"/),
    ]);
  });

  it('is asked in the dialect that it speaks', async () => {
    const usual = await stageOf([yes]);
    await ask(usual.model);
    expect(usual.bodies[0]).toMatchObject({ max_tokens: 100, stream_options: { include_usage: true } });
    const other = await stageOf([yes], {
      dialect: { maxTokensParameter: 'max_completion_tokens', streamUsage: false, temperature: false },
    });
    await ask(other.model, { temperature: 0 });
    expect(other.bodies[0]).toMatchObject({ max_completion_tokens: 100 });
    expect(other.bodies[0]).not.toHaveProperty('max_tokens');
    expect(other.bodies[0]).not.toHaveProperty('stream_options');
    expect(other.bodies[0]).not.toHaveProperty('temperature');
  });

  it('is told which tool failed, in words', async () => {
    const stage = await stageOf([yes]);
    await ask(stage.model, {
      messages: [
        { role: 'user', text: 'When?' },
        { role: 'assistant', text: '', toolCalls: [{ id: 'call_1', name: 'look_up', arguments: {} }] },
        { role: 'tool', results: [{ callId: 'call_1', name: 'look_up', text: 'no such ship', isError: true }] },
      ],
    });
    expect(stage.bodies[0]?.messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call_1',
      content: 'Error: no such ship',
    });
  });

  it('does not take a wrong key, and keeps it to itself', async () => {
    const { url } = await stageOf([]);
    const model = createOpenAILanguageModel({ apiKey: 'sk-proj-wrong', model: MODEL, baseUrl: url });
    for (const call of [() => ask(model), () => model.health(signal())]) {
      const error = await call().then(String, (thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining('OPENAI_API_KEY') });
      expect(JSON.stringify([String(error), (error as ArbiterError).details])).not.toContain('sk-proj');
    }
  });

  it('needs a key only where it is OpenAI itself', async () => {
    expect(() => createOpenAILanguageModel({ apiKey: '', model: MODEL })).toThrow('OPENAI_API_KEY');
    let authorization: string | undefined;
    const server = await startHttpStandIn(({ headers }, answer) => {
      ({ authorization } = headers);
      return answer.json(200, { object: 'list', data: [{ id: MODEL, object: 'model' }] });
    });
    closing.push(() => server.close());
    await createOpenAILanguageModel({ apiKey: '', model: MODEL, baseUrl: server.url }).health(signal());
    expect(authorization).toBe('Bearer none');
  });

  it('says which model it does not have', async () => {
    const { url } = await stageOf([]);
    const model = createOpenAILanguageModel({ apiKey: KEY, model: 'gpt-0', baseUrl: url });
    const missing = { code: 'NOT_FOUND', message: expect.stringContaining('"gpt-0"') };
    await expect(model.health(signal())).rejects.toMatchObject(missing);
    await expect(ask(model)).rejects.toMatchObject(missing);
  });

  it('is unavailable where nobody listens', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/v1`;
    const model = createOpenAILanguageModel({ apiKey: KEY, model: MODEL, baseUrl, retry: NO_RETRIES });
    const unreachable = { code: 'UNAVAILABLE', details: { reason: 'unreachable' } };
    await expect(ask(model)).rejects.toMatchObject(unreachable);
    await expect(model.health(signal())).rejects.toMatchObject(unreachable);
  });

  it('without credit is not asked again, though it says 429', async () => {
    const error = {
      message: 'You exceeded your current quota',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    };
    const model = await modelOver((answer) => answer.json(429, { error }));
    await expect(ask(model)).rejects.toMatchObject({ code: 'FORBIDDEN', retryable: false });
  });

  it.each([
    ['rate_limit_exceeded', 'RATE_LIMITED'],
    ['context_length_exceeded', 'INVALID_REQUEST'],
    ['something_new', 'UNAVAILABLE'],
  ])('may fail with %s after it has begun', async (code, expected) => {
    const model = await streaming({ error: { message: 'sorry', type: 'server_error', code } });
    await expect(ask(model)).rejects.toMatchObject({ code: expected });
  });

  it('may refuse in its own words', async () => {
    const model = await streaming(
      { choices: [{ index: 0, delta: { refusal: 'I cannot.' }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    );
    expect(await ask(model)).toMatchObject({ text: 'I cannot.', stopReason: 'refusal', usage: { inputTokens: 0 } });
  });

  it('may say "stop" after tool calls', async () => {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'list', arguments: '' } };
    const model = await streaming({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'stop' }] });
    expect(await ask(model)).toMatchObject({
      stopReason: 'tool-use',
      toolCalls: [{ id: 'call_1', name: 'list', arguments: {} }],
    });
  });

  it('is unavailable when its stream ends in good order, but too early', async () => {
    const model = await streaming({ choices: [{ index: 0, delta: { content: 'The kee' }, finish_reason: null }] });
    await expect(ask(model)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'unreachable' } });
  });

  it('is unavailable when it sends what is not JSON', async () => {
    const model = await modelOver((answer) => answer.stream('text/event-stream', 'data: {"id": \n\n', 'end'));
    await expect(ask(model)).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'malformed-answer' } });
  });

  it('is unavailable when the arguments of a tool are not JSON', async () => {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '[1]' } };
    const model = await streaming({
      choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }],
    });
    await expect(ask(model)).rejects.toMatchObject({ details: { reason: 'malformed-answer' } });
  });
});
