import { ArbiterError } from '@arbiter/contracts';
import type { GenerationRequest } from '@arbiter/ports';
import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { withDeadline } from '../resilience/with-deadline.js';
import { ScriptedLanguageModel, type Script } from '../testing/scripted-language-model.js';
import { GuardedLanguageModel } from './guarded-language-model.js';

const REQUEST: GenerationRequest = { system: '', messages: [{ role: 'user', text: 'Hello?' }], maxTokens: 10 };
const { signal } = new AbortController();

function guard(script: Script) {
  const vendor = new ScriptedLanguageModel(script);
  const clock = new ManualClock();
  const sut = new GuardedLanguageModel(vendor, clock, { failures: 2, coolDownMs: 1_000, longestCoolDownMs: 1_000 });
  return { vendor, clock, sut };
}

const away = new ArbiterError('UNAVAILABLE', 'nobody answers');

describe('a guarded language model', () => {
  it('is not asked while its vendor is away, and again when it is back', async () => {
    const { vendor, clock, sut } = guard((_, attempt) => (attempt <= 2 ? away : 'Hello.'));
    for (let n = 0; n < 5; n++) await expect(sut.generate(REQUEST, { signal })).rejects.toThrow(/nobody answers/);
    expect(vendor.requests).toHaveLength(2);
    clock.advance(1_000);
    expect(await sut.generate(REQUEST, { signal })).toMatchObject({ text: 'Hello.' });
    expect(sut.circuit.state).toBe('closed');
  });

  it('is away, too, when it does not answer in time', async () => {
    const { vendor, sut } = guard(() => ({ type: 'hang', pieces: [] }));
    const ask = () =>
      withDeadline(signal, { timeoutMs: 20, what: 'it' }, (limited) => sut.generate(REQUEST, { signal: limited }));
    for (let n = 0; n < 4; n++) await expect(ask()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(vendor.requests).toHaveLength(2);
  });

  it('is judged by its streams as well', async () => {
    const { vendor, sut } = guard(() => away);
    const read = async () => {
      for await (const event of sut.stream(REQUEST, { signal })) expect(event).toBeUndefined();
    };
    for (let n = 0; n < 4; n++) await expect(read()).rejects.toThrow(/nobody answers/);
    expect(vendor.requests).toHaveLength(2);
  });

  it('is not judged by a stream that its reader has left', async () => {
    const { vendor, sut } = guard(() => 'A long answer.');
    for (let n = 0; n < 4; n++)
      for await (const event of sut.stream(REQUEST, { signal })) if (event.type === 'text') break;
    expect(sut.circuit.state).toBe('closed');
    expect(vendor.requests).toHaveLength(4);
  });
});
