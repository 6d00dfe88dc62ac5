import type { LanguageModel } from '@arbiter/ports';
import { describeLanguageModel, type ScriptedReply, sizedJpeg } from '@arbiter/ports/testing';
import { startHttpStandIn } from '@arbiter/testing';
import {
  ask,
  closingAfterEach,
  describeVendorModel,
  neverAborted,
  NO_RETRIES,
  type VendorModelAddress,
} from '@arbiter/testing/language-model';
import { describe, expect, it } from '@jest/globals';
import { line, streamOf } from '../test/chat-stream.js';
import { MODEL, openOllamaStage } from '../test/ollama-stand-in.js';
import { createOllamaLanguageModel, type OllamaOptions } from './index.js';

describeLanguageModel(
  'Ollama',
  { temperature: true, namesStopSequence: false, namesRefusal: false, cacheUsage: 'none', countsExactly: false },
  openOllamaStage,
);

const modelAt = ({ url, model = MODEL }: VendorModelAddress, options: Partial<OllamaOptions> = {}): LanguageModel =>
  createOllamaLanguageModel({ model, host: url, retry: NO_RETRIES, ...options });

const yes: ScriptedReply = { type: 'answer', pieces: ['Yes.'] };
const said = line({ model: MODEL, message: { role: 'assistant', content: 'The keeper ' }, done: false });

describeVendorModel('Ollama', {
  modelAt,
  open: () => openOllamaStage({ replies: [], retry: NO_RETRIES }),
  key: null,
  missing: { model: 'qwen3', says: '`ollama pull qwen3`' },
  unreachable: 'OLLAMA_HOST',
  contentType: 'application/x-ndjson',
  // Ollama gives the arguments of a tool as an object, not as a text of its own.
  streams: { unfinished: said, notJson: `${said}{"model": "lla\n${said}`, badArguments: null },
});

describe('Ollama', () => {
  const closing = closingAfterEach();
  const stageOf = async (...replies: ScriptedReply[]) => closing(await openOllamaStage({ replies, retry: NO_RETRIES }));

  it('is told how long its context is, and to refuse what is longer', async () => {
    const { model, url, bodies } = await stageOf(yes, yes);
    await ask(model);
    await ask(modelAt({ url }, { contextTokens: 2_000, keepAlive: '30m' }));
    expect(bodies[0]).toMatchObject({ options: { num_ctx: 8_192 }, truncate: false, shift: false });
    expect(bodies[1]).toMatchObject({ options: { num_ctx: 2_000 }, keep_alive: '30m' });
    expect(model.contextTokens).toBe(8_192);
  });

  describe('of which a model is loaded when it is first asked', () => {
    /** @param loaded as /api/ps names it */
    const startWith = async ({ loaded, thinks = false }: { loaded: readonly string[]; thinks?: boolean }) => {
      const bodies: unknown[] = [];
      const server = await startHttpStandIn(({ target, body }, answer) => {
        if (target === 'GET /api/ps') return answer.json(200, { models: loaded.map((name) => ({ name })) });
        if (target === 'POST /api/show')
          return answer.json(200, { capabilities: ['completion', ...(thinks ? ['thinking'] : [])] });
        bodies.push(JSON.parse(body));
        if (target === 'POST /api/generate') return answer.json(200, { model: MODEL, done: true, done_reason: 'load' });
        return answer.stream('application/x-ndjson', streamOf({ type: 'answer', pieces: ['Yes.'] }, MODEL), 'end');
      });
      return { bodies, model: modelAt(closing(server), { keepAlive: '30m' }) };
    };
    const activities = async (model: LanguageModel): Promise<string[]> => {
      const found: string[] = [];
      const request = { system: '', messages: [{ role: 'user', text: 'Is it?' } as const], maxTokens: 100 };
      for await (const event of model.stream(request, { signal: neverAborted() }))
        if (event.type === 'activity') found.push(event.activity);
      return found;
    };

    it('is told so while it is not loaded', async () => {
      expect(await activities((await startWith({ loaded: [`${MODEL}:latest`] })).model)).toEqual([]);
      expect(await activities((await startWith({ loaded: [] })).model)).toEqual(['loading']);
      expect(await activities((await startWith({ loaded: [`${MODEL}:1b`, 'other:latest'] })).model)).toEqual([
        'loading',
      ]);
    });

    it('is loaded before that, with the context of the questions that follow', async () => {
      for (const thinks of [false, true]) {
        const { bodies, model } = await startWith({ loaded: [], thinks });
        await model.warmUp(neverAborted());
        await ask(model);
        const num_ctx = thinks ? 8_192 + 4_096 : 8_192;
        expect(bodies).toMatchObject([
          { model: MODEL, prompt: '', keep_alive: '30m', stream: false, options: { num_ctx } },
          { keep_alive: '30m', options: { num_ctx, num_predict: thinks ? 4_196 : 100 } },
        ]);
      }
    });
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

  it('is shown no picture where its model is for texts alone, which it would answer with an invention', async () => {
    const targets: string[] = [];
    const server = await startHttpStandIn(({ target }, answer) => {
      targets.push(target);
      return answer.json(200, { models: [], capabilities: ['completion'] });
    });
    const pictures = [{ mediaType: 'image/jpeg', data: sizedJpeg(64, 48) }] as const;
    const messages = [{ role: 'user', text: 'What is it?', pictures }] as const;
    await expect(ask(modelAt(closing(server)), { messages })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      details: { vendor: 'Ollama', reason: 'no-vision' },
    });
    expect(targets).not.toContain('POST /api/chat');
  });

  it('repeats why it does not take a request', async () => {
    const server = await startHttpStandIn((_, answer) =>
      answer.json(400, { error: 'llama3.2 does not support tools' }),
    );
    await expect(ask(modelAt(closing(server)))).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('does not support tools'),
    });
  });

  it('says how to get at a model of its cloud', async () => {
    const server = await startHttpStandIn((_, answer) => answer.json(401, { error: 'unauthorized' }));
    await expect(ask(modelAt(closing(server)))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      message: expect.stringContaining('`ollama signin`'),
    });
  });

  it('gives all words before its failure to a caller that takes its time', async () => {
    const word = line({ model: MODEL, message: { role: 'assistant', content: 'word ' }, done: false });
    const body = word.repeat(50) + line({ error: 'llama runner process has terminated' });
    const server = await startHttpStandIn((_, answer) => answer.stream('application/x-ndjson', body, 'end'));
    const model = modelAt(closing(server));
    const request = { system: '', messages: [{ role: 'user', text: 'Is it?' } as const], maxTokens: 100 };
    const texts: string[] = [];
    const taking = async (): Promise<void> => {
      for await (const event of model.stream(request, { signal: neverAborted() })) {
        if (event.type === 'text') texts.push(event.text);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    await expect(taking()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(texts.join('')).toBe('word '.repeat(50));
  });

  it.each([
    ['is torn off', said.slice(0, -9), { reason: 'malformed-answer' }],
    ['holds an error', `${said}${line({ error: 'llama runner process has terminated' })}`, { status: 500 }],
  ])('is unavailable when a line %s, and loses no text in silence', async (_, body, details) => {
    const server = await startHttpStandIn((_, answer) => answer.stream('application/x-ndjson', body, 'end'));
    await expect(ask(modelAt(closing(server)))).rejects.toMatchObject({ code: 'UNAVAILABLE', details });
  });
});
