import type { LanguageModel } from '@arbiter/ports';
import { describeLanguageModel, type ScriptedReply, sizedJpeg } from '@arbiter/ports/testing';
import { startHttpStandIn } from '@arbiter/testing';
import {
  ask,
  closingAfterEach,
  describeVendorModel,
  NO_RETRIES,
  type VendorModelAddress,
} from '@arbiter/testing/language-model';
import { describe, expect, it } from '@jest/globals';
import { KEY, MODEL, openAnthropicStage } from '../test/anthropic-stand-in.js';
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

const modelAt = ({ url, model = MODEL, apiKey = KEY }: VendorModelAddress): LanguageModel =>
  createAnthropicLanguageModel({ apiKey, model, baseUrl: url, retry: NO_RETRIES });

const badArguments =
  sse('content_block_start', { index: 0, content_block: { type: 'tool_use', id: 'a', name: 'look_up', input: {} } }) +
  sse('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '{"ship": ' } }) +
  sse('message_delta', { delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 3 } }) +
  sse('message_stop');

describeVendorModel('Anthropic', {
  modelAt,
  open: () => openAnthropicStage({ replies: [], retry: NO_RETRIES }),
  key: { wrong: 'sk-ant-wrong', prefix: 'sk-ant', setting: 'ANTHROPIC_API_KEY', guardsTokenCounts: true },
  missing: { model: 'claude-0', says: '"claude-0"' },
  unreachable: 'Anthropic',
  contentType: 'text/event-stream',
  streams: {
    unfinished: sse('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'The keeper' } }),
    notJson: 'event: message_start\ndata: {"type": "message_st\n\n',
    badArguments,
  },
});

const TOOL = { name: 'look_up', description: 'Finds a ship.', parameters: { type: 'object', properties: {} } };

describe('Anthropic', () => {
  const closing = closingAfterEach();
  const stageOf = async (...replies: ScriptedReply[]) =>
    closing(await openAnthropicStage({ replies, retry: NO_RETRIES }));
  const ephemeral = { type: 'ephemeral' };

  it('is told where the prefix ends that comes again', async () => {
    const stage = await stageOf({ type: 'answer', pieces: ['Yes.'] });
    const messages = [
      { role: 'user', text: 'The sources: …' },
      { role: 'assistant', text: 'Read.' },
      { role: 'user', text: 'Who lit the lantern?' },
    ] as const;
    await ask(stage.model, { messages, cacheableMessages: 1, tools: [TOOL] });
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

  it('thinks where it may, and has as many tokens as before for its answer', async () => {
    const stage = await stageOf({ type: 'answer', pieces: ['Yes.'] }, { type: 'answer', pieces: ['Yes.'] });
    await ask(stage.model);
    const model = createAnthropicLanguageModel({
      apiKey: KEY,
      model: MODEL,
      baseUrl: stage.url,
      thinkingTokens: 2_000,
    });
    await ask(model);
    expect(stage.bodies[0]).toMatchObject({ max_tokens: 100 });
    expect(stage.bodies[0]).not.toHaveProperty('thinking');
    expect(stage.bodies[1]).toMatchObject({ max_tokens: 2_100, thinking: { type: 'enabled', budget_tokens: 2_000 } });
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

  it('has a picture too large for it told apart', async () => {
    const message =
      'messages.0.content.0.image.source.base64: image exceeds 5 MB maximum: 5300000 bytes > 5242880 bytes';
    const server = await startHttpStandIn((_, answer) =>
      answer.json(400, { type: 'error', error: { type: 'invalid_request_error', message } }),
    );
    await expect(ask(modelAt(closing(server)))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { reason: 'picture-too-large' },
    });
  });

  it('shows a document behind the picture', async () => {
    const stage = await stageOf({ type: 'answer', pieces: ['Yes.'] });
    const pictures = [{ mediaType: 'image/jpeg', data: sizedJpeg(64, 48) }] as const;
    const documents = [{ title: 'Log', text: 'Mara lit it.' }];
    await ask(stage.model, { messages: [{ role: 'user', text: 'Who?', documents, pictures }], cacheableMessages: 1 });
    expect(stage.bodies[0]?.messages[0]?.content.map(({ type }) => type)).toEqual(['image', 'document', 'text']);
  });

  it('does not start without a key', () => {
    expect(() => createAnthropicLanguageModel({ apiKey: ' ', model: MODEL })).toThrow('ANTHROPIC_API_KEY');
  });

  it.each([
    ['overloaded_error', 'OVERLOADED'],
    ['rate_limit_error', 'RATE_LIMITED'],
    ['api_error', 'UNAVAILABLE'],
    ['invalid_request_error', 'INVALID_REQUEST'],
    ['something_new', 'UNAVAILABLE'],
  ])('may fail with %s after it has begun', async (type, code) => {
    const failed = sse('error', { error: { type, message: 'sorry' } });
    const server = await startHttpStandIn((_, answer) => answer.stream('text/event-stream', failed, 'end'));
    await expect(ask(modelAt(closing(server)))).rejects.toMatchObject({ code });
  });
});
