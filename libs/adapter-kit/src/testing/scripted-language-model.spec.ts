import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { GenerationRequest, LanguageModel, Message } from '@arbiter/ports';
import {
  type LanguageModelStage,
  ManualClock,
  type ReceivedMessage,
  type ReceivedPrompt,
  type StageOptions,
  describeLanguageModel,
} from '@arbiter/ports/testing';
import { base64Of } from '../language-model/pictures.js';
import { GuardedLanguageModel } from '../language-model/guarded-language-model.js';
import { ScriptedLanguageModel } from './scripted-language-model.js';

const TRAITS = {
  temperature: true,
  namesStopSequence: true,
  namesRefusal: true,
  cacheUsage: 'read and write',
  countsExactly: false,
} as const;

describeLanguageModel('ScriptedLanguageModel', TRAITS, (options) => stageOf(options, (model) => model));
describeLanguageModel('GuardedLanguageModel', TRAITS, (options) =>
  stageOf(options, (model) => new GuardedLanguageModel(model, new ManualClock())),
);

function stageOf(
  { replies, retry }: StageOptions,
  wrap: (model: LanguageModel) => LanguageModel,
): Promise<LanguageModelStage> {
  const violations: string[] = [];
  const model = new ScriptedLanguageModel(
    (_, attempt) => {
      const reply = replies[attempt - 1];
      if (reply) return reply;
      violations.push(`there was a request ${attempt}`);
      return new ArbiterError('INTERNAL', 'no more replies');
    },
    { retry },
  );
  const stage: LanguageModelStage = {
    model: wrap(model),
    violations,
    get received() {
      return model.requests.map(promptOf);
    },
    untilAbandoned: async (count) => {
      while (model.abandoned < count) await new Promise((resolve) => setTimeout(resolve, 2));
    },
    close: () => model.close(),
  };
  return Promise.resolve(stage);
}

function promptOf(request: GenerationRequest): ReceivedPrompt {
  return {
    system: request.system,
    messages: request.messages.map(messageOf),
    maxTokens: request.maxTokens,
    temperature: request.temperature ?? null,
    stopSequences: request.stopSequences ?? [],
    schema: request.output?.schema ?? null,
    tools: request.tools ?? [],
  };
}

function messageOf(message: Message): ReceivedMessage {
  switch (message.role) {
    case 'user': {
      const { pictures, ...rest } = message;
      return pictures ? { ...rest, pictures: pictures.map(base64Of) } : rest;
    }
    case 'assistant':
      return { ...message, toolCalls: (message.toolCalls ?? []).map(({ id: _, ...call }) => call) };
    case 'tool':
      return { role: 'tool', results: message.results.map(({ name, text }) => ({ name, text })) };
  }
}

describe('ScriptedLanguageModel', () => {
  const ask = (sut: ScriptedLanguageModel, text: string) =>
    sut.generate(
      { system: '', messages: [{ role: 'user', text }], maxTokens: 50 },
      { signal: new AbortController().signal },
    );

  it('chooses its answer by what is asked', async () => {
    const sut = new ScriptedLanguageModel(({ messages }) =>
      messages.some((message) => message.role === 'user' && message.text.includes('lantern'))
        ? 'The keeper [1].'
        : 'No.',
    );
    expect((await ask(sut, 'Who lit the lantern?')).text).toBe('The keeper [1].');
    expect((await ask(sut, 'Who rang the bell?')).text).toBe('No.');
    expect(sut.requests).toHaveLength(2);
  });

  it('tears a text into small pieces', async () => {
    const sut = new ScriptedLanguageModel(() => 'The keeper lit it [12].');
    const texts: string[] = [];
    const request: GenerationRequest = { system: '', messages: [{ role: 'user', text: 'Who?' }], maxTokens: 50 };
    for await (const event of sut.stream(request, { signal: new AbortController().signal })) {
      if (event.type === 'text') texts.push(event.text);
    }
    expect(texts.slice(0, 4)).toEqual(['T', 'he', ' ke', 'eper ']);
    expect(texts.join('')).toBe('The keeper lit it [12].');
  });

  it('throws the error that it is given', async () => {
    const error = new ArbiterError('FORBIDDEN', 'no');
    await expect(ask(new ScriptedLanguageModel(() => error), 'Who?')).rejects.toBe(error);
  });
});
