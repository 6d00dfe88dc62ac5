import { GuardedLanguageModel } from '@arbiter/adapter-kit/language-model';
import { ScriptedLanguageModel } from '@arbiter/adapter-kit/testing';
import { ArbiterError } from '@arbiter/contracts';
import { inSpan } from '@arbiter/messaging';
import type { GenerationRequest } from '@arbiter/ports';
import { ManualClock, SCRIPTED_USAGE } from '@arbiter/ports/testing';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { countLanguageModel } from '../watch-language-model.js';
import { traceLanguageModel } from './trace-models.js';

const REQUEST: GenerationRequest = {
  prompt: 'synthesis-3',
  system: 'You answer about lanterns.',
  messages: [{ role: 'user', text: 'Who keeps the lantern?' }],
  maxTokens: 50,
  temperature: 0.2,
};
const ANSWER = 'Maren keeps it.';
const { signal } = new AbortController();

describe('the span of a language model', () => {
  let exporter: InMemorySpanExporter;
  let provider: BasicTracerProvider;
  beforeEach(() => {
    exporter = new InMemorySpanExporter();
    provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(provider);
  });
  afterEach(async () => {
    trace.disable();
    context.disable();
    await provider.shutdown();
  });

  const only = (): ReadableSpan => {
    const spans = exporter.getFinishedSpans().filter(({ name }) => name.startsWith('chat '));
    expect(spans).toHaveLength(1);
    return spans[0]!;
  };
  const textOf = ({ name, attributes, events, status }: ReadableSpan): string =>
    JSON.stringify([name, attributes, events.map((event) => [event.name, event.attributes]), status]);
  const model = () => traceLanguageModel(new ScriptedLanguageModel(() => ANSWER, { name: 'ollama/llama3.2' }));

  it('follows the semantic conventions and holds no text', async () => {
    await inSpan('call', {}, () => model().generate(REQUEST, { signal }));
    expect(only().attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'ollama',
      'gen_ai.request.model': 'llama3.2',
      'gen_ai.request.max_tokens': 50,
      'gen_ai.request.temperature': 0.2,
      'gen_ai.response.model': expect.any(String),
      'gen_ai.response.finish_reasons': ['end'],
      'gen_ai.usage.input_tokens': SCRIPTED_USAGE.inputTokens,
      'gen_ai.usage.output_tokens': SCRIPTED_USAGE.outputTokens,
      ...(SCRIPTED_USAGE.cachedInputTokens > 0 && {
        'gen_ai.usage.cache_read.input_tokens': SCRIPTED_USAGE.cachedInputTokens,
      }),
      ...(SCRIPTED_USAGE.cacheWriteTokens > 0 && {
        'gen_ai.usage.cache_creation.input_tokens': SCRIPTED_USAGE.cacheWriteTokens,
      }),
      'arbiter.prompt': 'synthesis-3',
    });
    expect(textOf(only())).not.toMatch(/lantern|Maren/);
  });

  it('is the same of a stream', async () => {
    for await (const _ of model().stream(REQUEST, { signal }));
    expect(only().attributes['gen_ai.usage.output_tokens']).toBe(SCRIPTED_USAGE.outputTokens);
    expect(only().events.map(({ name }) => name)).toEqual(['first token']);
    expect(textOf(only())).not.toMatch(/lantern|Maren/);
  });

  it('leaves it to the model whether it takes documents', () => {
    const binding = new ScriptedLanguageModel(() => ANSWER, { bindsCitations: true });
    expect([traceLanguageModel(binding), model()].map(({ bindsCitations }) => bindsCitations)).toEqual([true, false]);
  });

  it('has the code of a failure and not its message', async () => {
    const failing = new ScriptedLanguageModel(() => new ArbiterError('RATE_LIMITED', 'no lantern today'));
    await expect(traceLanguageModel(failing).generate(REQUEST, { signal })).rejects.toThrow();
    expect(only().attributes['error.type']).toBe('RATE_LIMITED');
    expect(textOf(only())).not.toContain('lantern');
  });
});

describe('the metrics of a language model', () => {
  it('count each call once, its outcome and its tokens, whoever else counts it', async () => {
    const [one, other] = [new Registry(), new Registry()];
    const model = new GuardedLanguageModel(
      new ScriptedLanguageModel((_, attempt) => (attempt === 2 ? new ArbiterError('UNAVAILABLE', 'away') : ANSWER)),
      new ManualClock(),
    );
    for (const registry of [one, one, other]) countLanguageModel(model, registry);
    await model.generate(REQUEST, { signal });
    await expect(model.generate(REQUEST, { signal })).rejects.toThrow();
    for await (const event of model.stream(REQUEST, { signal })) if (event.type === 'text') break;
    for (const registry of [one, other]) {
      const calls = await registry.getSingleMetric('arbiter_language_model_calls_total')!.get();
      expect(calls.values.map(({ labels, value }) => [labels.prompt, labels.code, value])).toEqual([
        ['synthesis-3', 'OK', 1],
        ['synthesis-3', 'UNAVAILABLE', 1],
        ['synthesis-3', 'CANCELLED', 1],
      ]);
      const tokens = await registry.getSingleMetric('arbiter_language_model_tokens_total')!.get();
      const output = tokens.values.find(({ labels }) => labels.type === 'output');
      expect(output!.value).toBe(SCRIPTED_USAGE.outputTokens);
      const all = tokens.values.filter(({ labels }) => labels.type !== 'output');
      expect(all.reduce((sum, { value }) => sum + value, 0)).toBe(SCRIPTED_USAGE.inputTokens);
    }
  });
});
