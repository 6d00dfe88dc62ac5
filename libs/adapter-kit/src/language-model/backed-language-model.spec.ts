import { setTimeout as sleep } from 'node:timers/promises';
import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { GenerationEvent, GenerationRequest } from '@arbiter/ports';
import {
  BackedLanguageModel,
  type Completion,
  type ModelBackend,
  type ModelPiece,
  type Retry,
} from './backed-language-model.js';

const REQUEST: GenerationRequest = { system: '', messages: [{ role: 'user', text: 'When?' }], maxTokens: 50 };
const NO_PAUSE = { retries: 2, baseDelayMs: 0, maxDelayMs: 0 };
const COMPLETION: Completion = {
  toolCalls: [],
  stopReason: 'end',
  usage: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 0, cacheWriteTokens: 0 },
  model: 'paper',
};

/** A backend that reads its answers from paper: each attempt the next one, what is not a text being thrown. */
function backendOf(...attempts: readonly (readonly (ModelPiece | Error)[])[]): ModelBackend {
  let attempt = 0;
  return {
    name: 'test/paper',
    contextTokens: null,
    async *generate() {
      for (const piece of attempts[attempt++] ?? []) {
        if (piece instanceof Error) throw piece;
        yield await Promise.resolve(piece);
      }
      yield COMPLETION;
    },
    countTokens: () => Promise.resolve({ tokens: 1, exact: true }),
    health: () => Promise.resolve(),
  };
}

const signal = (): AbortSignal => new AbortController().signal;
const down = (): ArbiterError => new ArbiterError('UNAVAILABLE', 'down');

async function textsOf(sut: BackedLanguageModel): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of sut.stream(REQUEST, { signal: signal() }))
    if (event.type === 'text') texts.push(event.text);
  return texts;
}

describe('BackedLanguageModel', () => {
  it('says of each retry why and when', async () => {
    const retries: Retry[] = [];
    const sut = new BackedLanguageModel(backendOf([down()], [down()], ['noon']), {
      retry: { retries: 2, baseDelayMs: 2, maxDelayMs: 10 },
      random: () => 0,
      onRetry: (retry) => retries.push(retry),
    });
    expect((await sut.generate(REQUEST, { signal: signal() })).text).toBe('noon');
    expect(retries.map(({ model, retry, delayMs, error }) => [model, retry, delayMs, error.code])).toEqual([
      ['test/paper', 1, 1, 'UNAVAILABLE'],
      ['test/paper', 2, 2, 'UNAVAILABLE'],
    ]);
  });

  it('generates anew after half an answer, of which nobody has seen anything', async () => {
    const sut = new BackedLanguageModel(backendOf(['at mid', down()], ['at ', 'noon']), { retry: NO_PAUSE });
    expect(await sut.generate(REQUEST, { signal: signal() })).toEqual({ ...COMPLETION, text: 'at noon', output: null });
  });

  it('bills answers that cannot be used with the one that can, and with the failure where none can', async () => {
    const asking = { ...REQUEST, output: { name: 'hour', schema: { type: 'object' } } };
    const twice = new BackedLanguageModel(backendOf(['noon!'], ['{"hour":12}']), { retry: NO_PAUSE });
    const { output, usage } = await twice.generate(asking, { signal: signal() });
    expect([output, usage.inputTokens, usage.outputTokens]).toEqual([{ hour: 12 }, 6, 4]);
    const never = new BackedLanguageModel(backendOf(['noon!'], [down()], ['noon?']), { retry: NO_PAUSE });
    await expect(never.generate(asking, { signal: signal() })).rejects.toMatchObject({
      details: { reason: 'malformed-output', usage: { inputTokens: 6, outputTokens: 4 } },
    });
  });

  it('streams anew only while nothing has been given', async () => {
    const early = new BackedLanguageModel(backendOf([down()], ['at ', 'noon']), { retry: NO_PAUSE });
    expect(await textsOf(early)).toEqual(['at ', 'noon']);
    const late = new BackedLanguageModel(backendOf(['at ', down()], ['at ', 'noon']), { retry: NO_PAUSE });
    await expect(textsOf(late)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('throws what is no ArbiterError as it is, at once', async () => {
    const bug = new TypeError('a bug');
    const sut = new BackedLanguageModel(backendOf([bug], ['noon']), { retry: NO_PAUSE });
    await expect(sut.generate(REQUEST, { signal: signal() })).rejects.toBe(bug);
  });

  it('stops waiting for a retry when the signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new ArbiterError('DEADLINE_EXCEEDED', 'too late');
    const sut = new BackedLanguageModel(backendOf([down()], ['noon']), {
      retry: { retries: 1, baseDelayMs: 60_000, maxDelayMs: 60_000 },
      onRetry: () => controller.abort(reason),
    });
    await expect(sut.generate(REQUEST, { signal: controller.signal })).rejects.toBe(reason);
  });

  describe('of which nothing is heard for a second', () => {
    const SILENCE_MS = 1_000;
    /** Says something, or waits for so many milliseconds. */
    const backendThat = (
      ...steps: readonly (ModelPiece | number)[]
    ): { backend: ModelBackend; attempts: () => number } => {
      let attempts = 0;
      const backend: ModelBackend = {
        ...backendOf(),
        async *generate(_, live) {
          attempts += 1;
          for (const step of steps) {
            if (typeof step === 'number') await sleep(step, undefined, { signal: live });
            else yield step;
          }
        },
      };
      return { backend, attempts: () => attempts };
    };
    const modelOf = (backend: ModelBackend) =>
      new BackedLanguageModel(backend, { silenceMs: SILENCE_MS, retry: NO_PAUSE });

    it('is given up, at once and with a reason', async () => {
      for (const steps of [[60_000], ['at ', 60_000]]) {
        const { backend, attempts } = backendThat(...steps);
        await expect(modelOf(backend).generate(REQUEST, { signal: signal() })).rejects.toMatchObject({
          code: 'DEADLINE_EXCEEDED',
          message: 'test/paper said nothing for 1 s.',
          details: { reason: 'silent' },
        });
        expect(attempts()).toBe(1);
      }
    });

    it('is waited for while it gives signs of life', async () => {
      const loading = { activity: 'loading' } as const;
      const signs = [loading, 250, '', 250, { activity: 'thinking' } as const, 250, '', 250, '', 250, 'noon'];
      const { backend } = backendThat(...signs, COMPLETION);
      expect(await textsOf(modelOf(backend))).toEqual(['noon']);
    });

    it('does not count the time that its reader takes', async () => {
      const { backend } = backendThat('at ', 'noon', COMPLETION);
      const texts: string[] = [];
      for await (const event of modelOf(backend).stream(REQUEST, { signal: signal() })) {
        if (event.type === 'text') texts.push(event.text);
        await sleep(1.2 * SILENCE_MS);
      }
      expect(texts).toEqual(['at ', 'noon']);
    });
  });

  it('gives a text with what it rests on, and the next one without', async () => {
    const citations = [{ document: 0, start: 0, end: 4 }];
    const backend = backendOf([{ text: 'at noon', citations }, '.', { text: ' Or so.', citations: [] }]);
    const events: GenerationEvent[] = [];
    for await (const event of new BackedLanguageModel(backend).stream(REQUEST, { signal: signal() }))
      events.push(event);
    expect(events.slice(0, -1)).toEqual([
      { type: 'text', text: 'at noon', citations },
      { type: 'text', text: '.' },
      { type: 'text', text: ' Or so.' },
    ]);
    expect(events.at(-1)).toMatchObject({ generation: { text: 'at noon. Or so.' } });
  });

  it('does not pass on pieces without text', async () => {
    expect(await textsOf(new BackedLanguageModel(backendOf(['', 'noon', ''])))).toEqual(['noon']);
  });
});
