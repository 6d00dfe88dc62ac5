import type { GenerationRequest, LanguageModel } from '@arbiter/ports';
import { describeLanguageModel, type ScriptedReply } from '@arbiter/ports/testing';
import { freePort, startHttpStandIn } from '@arbiter/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { line } from '../test/chat-stream.js';
import { MODEL, openOllamaStage, type OllamaStage } from '../test/ollama-stand-in.js';
import { createOllamaLanguageModel, type OllamaOptions } from './index.js';

describeLanguageModel(
  'Ollama',
  { temperature: true, namesStopSequence: false, namesRefusal: false, cacheUsage: 'none', countsExactly: false },
  openOllamaStage,
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

async function stageOf(...replies: ScriptedReply[]): Promise<OllamaStage> {
  const stage = await openOllamaStage({ replies, retry: NO_RETRIES });
  closing.push(() => stage.close());
  return stage;
}
const modelAt = (host: string, options: Partial<OllamaOptions> = {}) =>
  createOllamaLanguageModel({ model: MODEL, host, retry: NO_RETRIES, ...options });

/** A model whose server streams these lines, whatever it is asked. */
async function modelOver(body: string): Promise<LanguageModel> {
  const server = await startHttpStandIn((_, answer) => answer.stream('application/x-ndjson', body, 'end'));
  closing.push(() => server.close());
  return modelAt(server.url);
}
const yes: ScriptedReply = { type: 'answer', pieces: ['Yes.'] };
const said = line({ model: MODEL, message: { role: 'assistant', content: 'The keeper ' }, done: false });

describe('Ollama', () => {
  it('is told how long its context is, and to refuse what is longer', async () => {
    const { model, url, bodies } = await stageOf(yes, yes);
    await ask(model);
    await ask(modelAt(url, { contextTokens: 2_000, keepAlive: '30m' }));
    expect(bodies[0]).toMatchObject({ options: { num_ctx: 8_192 }, truncate: false, shift: false });
    expect(bodies[1]).toMatchObject({ options: { num_ctx: 2_000 }, keep_alive: '30m' });
    expect(model.contextTokens).toBe(8_192);
  });

  it('numbers the calls of a conversation on', async () => {
    const call = { id: 'any', name: 'list', arguments: {} };
    const stage = await stageOf({ type: 'answer', pieces: [], toolCalls: [call] });
    const { toolCalls } = await ask(stage.model, {
      messages: [
        { role: 'user', text: 'When?' },
        { role: 'assistant', text: '', toolCalls: [{ ...call, id: 'call-1' }] },
        { role: 'tool', results: [{ callId: 'call-1', name: 'list', text: 'no ships', isError: true }] },
      ],
    });
    expect(toolCalls).toEqual([{ ...call, id: 'call-2' }]);
    expect(stage.bodies[0]?.messages.at(-1)).toEqual({ role: 'tool', tool_name: 'list', content: 'Error: no ships' });
  });

  it('says how to get a model that it does not have', async () => {
    const { url } = await stageOf();
    const model = modelAt(url, { model: 'qwen3' });
    const missing = { code: 'NOT_FOUND', message: expect.stringContaining('`ollama pull qwen3`') };
    await expect(model.health(signal())).rejects.toMatchObject(missing);
    await expect(ask(model)).rejects.toMatchObject(missing);
  });

  it('is unavailable where nobody listens, and says what to look at', async () => {
    const model = modelAt(`http://127.0.0.1:${await freePort()}`);
    const unreachable = {
      code: 'UNAVAILABLE',
      details: { reason: 'unreachable' },
      message: expect.stringContaining('OLLAMA_HOST'),
    };
    await expect(ask(model)).rejects.toMatchObject(unreachable);
    await expect(model.health(signal())).rejects.toMatchObject(unreachable);
  });

  it('repeats why it does not take a request', async () => {
    const server = await startHttpStandIn((_, answer) =>
      answer.json(400, { error: 'llama3.2 does not support tools' }),
    );
    closing.push(() => server.close());
    await expect(ask(modelAt(server.url))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('does not support tools'),
    });
  });

  it.each([
    ['is not JSON', `${said}{"model": "lla\n${said}`, { reason: 'malformed-answer' }],
    ['is torn off', said.slice(0, -9), { reason: 'malformed-answer' }],
    ['holds an error', `${said}${line({ error: 'llama runner process has terminated' })}`, { status: 500 }],
    ['is missing at the end', said, { reason: 'unreachable' }],
  ])('is unavailable when a line %s, and loses no text in silence', async (_, body, details) => {
    await expect(ask(await modelOver(body))).rejects.toMatchObject({ code: 'UNAVAILABLE', details });
  });
});
