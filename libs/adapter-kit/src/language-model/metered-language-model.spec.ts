import { ArbiterError, MAX_SHOWN_PROMPT } from '@arbiter/contracts';
import type { GenerationRequest } from '@arbiter/ports';
import { ManualClock, SCRIPTED_USAGE, sizedJpeg } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { ScriptedLanguageModel, type Script } from '../testing/index.js';
import { estimateRequestTokens } from './generation-request.js';
import { MeteredLanguageModel } from './metered-language-model.js';

const { signal } = new AbortController();
const REQUEST: GenerationRequest = {
  prompt: 'brief-1',
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Who keeps the lamp?' }],
  maxTokens: 50,
};
/** What the request may take at most. */
const NEEDED = estimateRequestTokens(REQUEST).tokens + REQUEST.maxTokens;
const USED = SCRIPTED_USAGE.inputTokens + SCRIPTED_USAGE.outputTokens;

function metered(
  script: Script,
  terms: ConstructorParameters<typeof MeteredLanguageModel>[2],
  clock = new ManualClock(),
) {
  return new MeteredLanguageModel(new ScriptedLanguageModel(script), 'decide', terms, clock);
}

describe('MeteredLanguageModel', () => {
  it('affords what fits into the budget with its longest answer, and less after each answer', async () => {
    const sut = metered(() => 'Mara.', { budget: { maxTokens: NEEDED + USED } });
    expect(sut.affords(REQUEST)).toBe(true);
    await sut.generate(REQUEST, { signal });
    expect(sut.affords(REQUEST)).toBe(true);
    await sut.generate(REQUEST, { signal });
    expect(sut.affords(REQUEST)).toBe(false);
    expect(sut.report().usage).toMatchObject({ model: 'scripted/paper', inputTokens: 2 * SCRIPTED_USAGE.inputTokens });
  });

  it('affords nothing of a budget of nothing, and everything without one', () => {
    expect(metered(() => '', { budget: { maxTokens: 0 } }).affords({ ...REQUEST, maxTokens: 1 })).toBe(false);
    expect(metered(() => '', {}).affords({ ...REQUEST, maxTokens: 1e9 })).toBe(true);
  });

  it('shows what was asked and answered, how long it took and what it cost, to whoever wants to see it', async () => {
    const clock = new ManualClock();
    const script = (): string => {
      clock.advance(120);
      return 'Mara.';
    };
    const sut = metered(script, { includePrompts: true }, clock);
    await sut.generate(REQUEST, { signal });
    const { modelCalls } = sut.report();
    expect(modelCalls).toEqual([
      {
        role: 'decide',
        model: 'scripted/paper',
        answeredBy: 'scripted/paper',
        prompt: 'brief-1',
        system: 'Be brief.',
        messages: [{ role: 'user', text: 'Who keeps the lamp?' }],
        answer: 'Mara.',
        cutCharacters: 0,
        tokens: SCRIPTED_USAGE,
        ms: 120,
        error: null,
      },
    ]);
    const discreet = metered(() => 'Mara.', {});
    await discreet.generate(REQUEST, { signal });
    expect(discreet.report()).not.toHaveProperty('modelCalls');
  });

  it('shows the documents of a question, too', async () => {
    const model = new ScriptedLanguageModel(() => 'Mara.', { bindsCitations: true });
    const sut = new MeteredLanguageModel(model, 'synthesise', { includePrompts: true }, new ManualClock());
    const documents = [{ title: 'Log', text: 'Mara keeps it.' }];
    await sut.generate({ ...REQUEST, messages: [{ role: 'user', text: 'Who?', documents }] }, { signal });
    expect(sut.report().modelCalls).toMatchObject([{ messages: [{ text: 'Log\n\nMara keeps it.\n\nWho?' }] }]);
  });

  it('shows how large a picture was, and nothing of it', async () => {
    const data = sizedJpeg(640, 480, 90_000);
    const pictures = [{ mediaType: 'image/jpeg', data }] as const;
    const sut = metered(() => 'Mara.', { includePrompts: true });
    await sut.generate({ ...REQUEST, messages: [{ role: 'user', text: 'Who?', pictures }] }, { signal });
    const { modelCalls } = sut.report();
    expect(modelCalls).toMatchObject([{ messages: [{ role: 'user', text: '[picture, 91 kB]\n\nWho?' }] }]);
    expect(JSON.stringify(modelCalls).length).toBeLessThan(1_000);
  });

  it('keeps room in the budget for a picture', () => {
    const pictures = [{ mediaType: 'image/jpeg', data: sizedJpeg(1_024, 1_024) }] as const;
    const seeing = { ...REQUEST, messages: [{ role: 'user', text: 'Who keeps the lamp?', pictures }] } as const;
    expect(metered(() => 'Mara.', { budget: { maxTokens: NEEDED + 1_431 } }).affords(seeing)).toBe(false);
    expect(metered(() => 'Mara.', { budget: { maxTokens: NEEDED + 1_432 } }).affords(seeing)).toBe(true);
  });

  it('shows streams as far as they were read, and questions that failed', async () => {
    const sut = metered((_, attempt) => (attempt === 1 ? 'Mara keeps it.' : new ArbiterError('UNAVAILABLE', 'Away.')), {
      includePrompts: true,
    });
    let read = '';
    for await (const event of sut.stream(REQUEST, { signal })) {
      read += event.type === 'text' ? event.text : '';
      if (read.length > 3) break;
    }
    await expect(sut.generate(REQUEST, { signal })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(sut.report().modelCalls).toMatchObject([
      { answer: read, tokens: null, error: null },
      { answer: '', answeredBy: null, tokens: null, error: 'UNAVAILABLE' },
    ]);
  });

  it('counts what an answer took that could not be used', async () => {
    const sut = metered(() => 'I would say: Mara.', { budget: { maxTokens: NEEDED + 100 }, includePrompts: true });
    const asking = { ...REQUEST, output: { name: 'keeper', schema: { type: 'object' } } };
    await expect(sut.generate(asking, { signal })).rejects.toMatchObject({ details: { reason: 'malformed-output' } });
    const { usage, modelCalls } = sut.report();
    expect(usage).toMatchObject({ model: 'scripted/paper', ...SCRIPTED_USAGE });
    expect(modelCalls).toMatchObject([{ error: 'UNAVAILABLE', tokens: SCRIPTED_USAGE }]);
  });

  it('shows a question that nobody waits for any longer as one that ran out of time', async () => {
    const sut = metered(() => ({ type: 'hang', pieces: [] }), { includePrompts: true });
    const leaving = new AbortController();
    const call = sut.generate(REQUEST, { signal: leaving.signal });
    expect(sut.report().modelCalls).toMatchObject([{ error: 'DEADLINE_EXCEEDED', tokens: null }]);
    leaving.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('cuts a text that is too long to be shown, and says by how much', async () => {
    const sut = metered(() => 'Mara.', { includePrompts: true });
    await sut.generate({ ...REQUEST, system: 'x'.repeat(MAX_SHOWN_PROMPT + 7) }, { signal });
    const [call] = sut.report().modelCalls ?? [];
    expect(call?.system).toHaveLength(MAX_SHOWN_PROMPT);
    expect(call?.cutCharacters).toBe(7);
  });
});
