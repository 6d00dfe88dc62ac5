import { ScriptedLanguageModel, type Script } from '@arbiter/adapter-kit/testing';
import { ArbiterError } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { SequentialIds } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { expectSound, HARBOUR, run, TASK } from '../../../test/generated-synthesis.js';
import { ExtractiveSynthesizer } from '../extractive-synthesizer.js';
import { GenerativeSynthesizer } from './generative-synthesizer.js';
import { DEFAULT_GENERATION_SETTINGS, SYNTHESIS_PROMPT_VERSION } from './synthesis.prompt.js';

const { signal } = new AbortController();

describe('GenerativeSynthesizer, with a model that fails', () => {
  const EXTRACTED = 'The harbour closes at dusk.';

  it.each<[string, Script, string]>([
    ['is away', () => ({ type: 'failure', code: 'UNAVAILABLE' }), 'model-unavailable'],
    ['has no such key', () => ({ type: 'failure', code: 'UNAUTHENTICATED' }), 'model-unavailable'],
    ['breaks off in its first sentence', () => ({ type: 'cut', pieces: ['The harb'] }), 'model-unavailable'],
    ['says nothing', () => ({ type: 'answer', pieces: [] }), 'model-unavailable'],
    ['says nothing in time', () => ({ type: 'hang', pieces: ['The harb'] }), 'model-timed-out'],
    ['refuses', () => ({ type: 'answer', pieces: ['I will'], stopReason: 'refusal' }), 'model-refused'],
    ['runs out of tokens', () => ({ type: 'answer', pieces: ['The harb'], stopReason: 'length' }), 'cut-off'],
  ])('extracts where the model %s', async (_, script, degraded) => {
    const result = await run(script, { silenceMs: 500 });
    expectSound(result);
    expect(result.answer).toMatchObject({ mode: 'extractive', degraded });
    expect(result.answer.text).toContain(EXTRACTED);
    expect(result.failures.map((failure) => failure.degraded)).toEqual([degraded]);
    expect(result.failures[0]?.error).toBeInstanceOf(ArbiterError);
  });

  it('says what the model is at, and nothing that it thinks', async () => {
    const plain = await run('The harbour closes at dusk [1].');
    expect(plain.statuses).toEqual(['reading', 'writing']);
    const thinking = await run(() => ({
      type: 'answer',
      thinking: ['Dusk? ', 'Dawn?'],
      pieces: ['The harbour closes at dusk [1].'],
    }));
    expectSound(thinking);
    expect(thinking.statuses).toEqual(['reading', 'thinking', 'writing']);
    expect(thinking.answer.text).toBe('The harbour closes at dusk [1].');
  });

  it('begins anew where the first sentences turn out to be thoughts', async () => {
    const result = await run(
      'Source 2 is about salt [2]. It opens at dawn [1]. Or not?\n</think>\n\nThe harbour closes at dusk [1].',
    );
    expectSound(result);
    expect(result.answer).toMatchObject({ text: 'The harbour closes at dusk [1].', mode: 'generated' });
    expect(result.answer.citations).toHaveLength(1);
    expect(result.answer).not.toHaveProperty('degraded');
  });

  it('names the model and what is the matter', async () => {
    const away = await run(() => ({ type: 'hang', pieces: [] }), { silenceMs: 500 });
    expect(away.answer.reason).toBe(
      'The text is made of the sources’ own sentences, not written by the language model: scripted/paper said nothing for 0.5 s.',
    );
    const cut = await run(() => ({ type: 'answer', pieces: PIECES, stopReason: 'length' }));
    expect(cut.answer.reason).toBe(
      'The text ends early, after its last whole sentence: scripted/paper ran out of tokens.',
    );
  });

  const PIECES = ['The harbour closes at dusk [1]. ', 'Grey salt co'];
  it.each<[string, Script]>([
    ['breaks off', () => ({ type: 'cut', pieces: PIECES })],
    ['falls silent', () => ({ type: 'hang', pieces: PIECES })],
    ['runs out of tokens', () => ({ type: 'answer', pieces: PIECES, stopReason: 'length' })],
  ])('ends after the last whole sentence where the model %s', async (_, script) => {
    const result = await run(script, { silenceMs: 500 });
    expectSound(result);
    expect(result.answer).toMatchObject({
      text: 'The harbour closes at dusk [1].',
      mode: 'generated',
      degraded: 'cut-off',
    });
    expect(result.failures).toHaveLength(1);
  });

  it.each([
    ['is whole', 'The harbour closes at dusk [1]. ', 'generated'],
    ['may go on', 'The harbour closes at dusk', 'extractive'],
    ['ends in a number that may go on', 'Grey salt costs 7.', 'extractive'],
  ])('keeps what it has written of a sentence that %s when it breaks off', async (_, written, mode) => {
    const result = await run(() => ({ type: 'cut', pieces: [written] }));
    expectSound(result);
    expect(result.answer.mode).toBe(mode);
  });

  it('extracts where no source fits into the context of the model', async () => {
    const result = await run('The harbour closes at dusk [1].', { model: { contextTokens: 600 } });
    expect(result.answer).toMatchObject({ mode: 'extractive', degraded: 'model-unavailable' });
    expect(result.model.requests).toHaveLength(0);
  });

  it('extracts where the budget leaves no room for the prompt and its answer', async () => {
    const poor = { ...TASK, terms: { budget: { maxTokens: DEFAULT_GENERATION_SETTINGS.maxTokens } } };
    const result = await run('The harbour closes at dusk [1].', { task: poor });
    expect(result.answer).toMatchObject({ mode: 'extractive', degraded: 'model-over-budget' });
    expect(result.model.requests).toHaveLength(0);
    const rich = { ...TASK, terms: { budget: { maxTokens: 10_000 } } };
    expect((await run('The harbour closes at dusk [1].', { task: rich })).answer.mode).toBe('generated');
  });

  it('begins every prompt alike, and marks that for the cache of the vendor', async () => {
    const one = await run('The harbour closes at dusk [1].');
    const other = await run('Grey salt does [2].', { task: { ...TASK, query: 'Which salt is dear?' } });
    expect(one.model.requests[0]).toMatchObject({ cacheableMessages: 0 });
    expect(other.model.requests[0]?.system).toBe(one.model.requests[0]?.system);
  });

  it('shows what the model was asked to whoever wants to see it', async () => {
    const task = { ...TASK, terms: { includePrompts: true } };
    const { answer } = await run('The harbour closes at dusk [1].', { task });
    expect(answer.modelCalls).toMatchObject([
      { role: 'synthesise', prompt: SYNTHESIS_PROMPT_VERSION, answer: 'The harbour closes at dusk [1].' },
    ]);
    expect(answer.modelCalls?.[0]?.messages[0]?.text).toContain(HARBOUR.text);
  });

  it('asks nobody where there is nothing to write from', async () => {
    const result = await run('The harbour closes at dusk [1].', { task: { ...TASK, passages: [] } });
    expect(result.answer).toEqual({ text: '', citations: [], sentences: [], mode: 'generated' });
    expect(result.model.requests).toHaveLength(0);
  });

  it("rejects with the caller's reason, and extracts nothing", async () => {
    const model = new ScriptedLanguageModel(() => ({ type: 'hang', pieces: [] }));
    const fallback = new ExtractiveSynthesizer(null);
    const sut = new GenerativeSynthesizer({ model, fallback, ids: new SequentialIds(), clock: SYSTEM_CLOCK });
    await expect(sut.synthesize(TASK, AbortSignal.timeout(20))).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends the request when the reader leaves', async () => {
    const model = new ScriptedLanguageModel(() => ({ type: 'hang', pieces: PIECES }));
    const fallback = new ExtractiveSynthesizer(null);
    const sut = new GenerativeSynthesizer({ model, fallback, ids: new SequentialIds(), clock: SYSTEM_CLOCK });
    for await (const event of sut.stream(TASK, signal)) {
      if (event.type === 'status') continue;
      expect(event).toEqual({ type: 'token', text: 'The harbour closes at dusk [1].' });
      break;
    }
    expect(model.abandoned).toBe(1);
  });
});
