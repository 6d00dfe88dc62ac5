import type { LanguageModel } from '@arbiter/ports';
import { describeLanguageModel, type ScriptedReply } from '@arbiter/ports/testing';
import { startHttpStandIn, type StandInAnswer } from '@arbiter/testing';
import {
  ask,
  closingAfterEach,
  describeVendorModel,
  neverAborted,
  NO_RETRIES,
  type VendorModelAddress,
} from '@arbiter/testing/language-model';
import { describe, expect, it } from '@jest/globals';
import { chunk } from '../test/chat-stream.js';
import { KEY, MODEL, openOpenAIStage } from '../test/openai-stand-in.js';
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

const modelAt = ({ url, model = MODEL, apiKey = KEY }: VendorModelAddress): LanguageModel =>
  createOpenAILanguageModel({ apiKey, model, baseUrl: url, retry: NO_RETRIES });

const eventsOf = (...chunks: object[]): string =>
  chunks.map((fields) => chunk(MODEL, fields)).join('') + 'data: [DONE]\n\n';

const badCall = { index: 0, id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '[1]' } };

describeVendorModel('an OpenAI-compatible server', {
  modelAt,
  open: () => openOpenAIStage({ replies: [], retry: NO_RETRIES }),
  basePath: '/v1',
  key: { wrong: 'sk-proj-wrong', prefix: 'sk-proj', setting: 'OPENAI_API_KEY', guardsTokenCounts: false },
  missing: { model: 'gpt-0', says: '"gpt-0"' },
  unreachable: 'does not answer',
  contentType: 'text/event-stream',
  streams: {
    unfinished: eventsOf({ choices: [{ index: 0, delta: { content: 'The kee' }, finish_reason: null }] }),
    notJson: 'data: {"id": \n\n',
    badArguments: eventsOf({ choices: [{ index: 0, delta: { tool_calls: [badCall] }, finish_reason: 'tool_calls' }] }),
  },
});

const yes: ScriptedReply = { type: 'answer', pieces: ['{"rank": 1}'] };
const loose = { type: 'object', properties: { rank: { type: 'integer' } } };
const strict = { ...loose, required: ['rank'], additionalProperties: false };

describe('an OpenAI-compatible server', () => {
  const closing = closingAfterEach();
  const stageOf = async (replies: ScriptedReply[], options: Partial<OpenAIOptions> = {}) =>
    closing(await openOpenAIStage({ replies, retry: NO_RETRIES }, options));
  /** A model whose server answers in this way, whatever it is asked. */
  const modelOver = async (play: (answer: StandInAnswer) => Promise<void>): Promise<LanguageModel> =>
    modelAt(closing(await startHttpStandIn((_, answer) => play(answer))));
  const streaming = (...chunks: object[]): Promise<LanguageModel> =>
    modelOver((answer) => answer.stream('text/event-stream', eventsOf(...chunks), 'end'));

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

  it('has tokens for its thoughts from when it is known to have some', async () => {
    const thinker: ScriptedReply = { type: 'answer', thinking: ['Perhaps.'], pieces: ['Yes.'] };
    const stage = await stageOf([yes, thinker, yes]);
    for (let n = 0; n < 3; n++) await ask(stage.model);
    expect(stage.bodies.map((body) => body.max_tokens)).toEqual([100, 100, 4_196]);
    const known = await stageOf([yes], { dialect: { thinks: true }, thinkingTokens: 1_000 });
    await ask(known.model);
    expect(known.bodies[0]).toMatchObject({ max_tokens: 1_100 });
  });

  it('may send the whole completion as JSON, though a stream was asked for', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{"ship": "Wren"}' } };
    const message = { role: 'assistant', content: 'Let me look.', refusal: null, tool_calls: [call] };
    const model = await modelOver((answer) =>
      answer.json(200, {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_741_570_283,
        model: MODEL,
        choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
        usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
      }),
    );
    expect(await ask(model)).toMatchObject({
      text: 'Let me look.',
      stopReason: 'tool-use',
      toolCalls: [{ id: 'call_1', name: 'look_up', arguments: { ship: 'Wren' } }],
      usage: { inputTokens: 12, outputTokens: 3 },
    });
  });

  it.each([
    ['an error', { error: { message: 'no such route' } }],
    ['no object', []],
  ])('that answers with JSON that is %s is unavailable', async (_, body) => {
    const model = await modelOver((answer) => answer.json(200, body));
    await expect(ask(model)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
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

  it('needs a key only where it is OpenAI itself', async () => {
    expect(() => createOpenAILanguageModel({ apiKey: '', model: MODEL })).toThrow('OPENAI_API_KEY');
    let authorization: string | undefined;
    const server = await startHttpStandIn(({ headers }, answer) => {
      ({ authorization } = headers);
      return answer.json(200, { object: 'list', data: [{ id: MODEL, object: 'model' }] });
    });
    closing(server);
    await createOpenAILanguageModel({ apiKey: '', model: MODEL, baseUrl: server.url }).health(neverAborted());
    expect(authorization).toBe('Bearer none');
  });

  it.each([
    [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
    [500, 'Failed to parse messages: Unsupported content part type: "image_url"; messages = [...]'],
    [400, 'llama-3.1-8b is not a multimodal model None'],
    [400, 'Failed to deserialize the JSON body: unknown variant `image_url`, expected `text`'],
    [404, 'No endpoints found that support image input'],
  ])('may say with status %d that it sees no pictures: %s', async (status, message) => {
    const model = await modelOver((answer) => answer.json(status, { error: { message, type: 'server_error' } }));
    const thrown: unknown = await ask(model).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'INVALID_REQUEST', details: { reason: 'no-vision' } });
    expect(String(thrown)).not.toContain(message);
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

  it('may refuse in its own words, which are no answer', async () => {
    const model = await streaming(
      { choices: [{ index: 0, delta: { refusal: 'I cannot.' }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    );
    expect(await ask(model)).toMatchObject({ text: '', stopReason: 'refusal', usage: { inputTokens: 0 } });
  });

  it('may say "stop" after tool calls', async () => {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'list', arguments: '' } };
    const model = await streaming({ choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'stop' }] });
    expect(await ask(model)).toMatchObject({
      stopReason: 'tool-use',
      toolCalls: [{ id: 'call_1', name: 'list', arguments: {} }],
    });
  });
});
