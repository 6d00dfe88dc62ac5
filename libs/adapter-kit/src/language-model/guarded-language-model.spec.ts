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

async function backAgain(model: GuardedLanguageModel): Promise<void> {
  while (model.circuit.state !== 'closed') await new Promise((resolve) => setImmediate(resolve));
}

const away = new ArbiterError('UNAVAILABLE', 'nobody answers');

describe('a guarded language model', () => {
  it('is not asked while its vendor is away, and again when it is back', async () => {
    const { vendor, clock, sut } = guard((_, attempt) => (attempt <= 2 ? away : 'Hello.'));
    for (let n = 0; n < 5; n++) await expect(sut.generate(REQUEST, { signal })).rejects.toThrow(/nobody answers/);
    expect(vendor.requests).toHaveLength(2);
    clock.advance(1_000);
    await expect(sut.generate(REQUEST, { signal })).rejects.toThrow(/not asked now/);
    await backAgain(sut);
    expect(await sut.generate(REQUEST, { signal })).toMatchObject({ text: 'Hello.' });
    expect(vendor.requests.map(({ messages }) => messages[0])).toEqual([
      ...Array.from({ length: 2 }, () => REQUEST.messages[0]),
      { role: 'user', text: 'Answer with the word yes.' },
      REQUEST.messages[0],
    ]);
  });

  it('is not asked before the time that its vendor has named, and then without a trial', async () => {
    const limited = new ArbiterError('RATE_LIMITED', 'later', { details: { retryAfterMs: 60_000 } });
    const { vendor, clock, sut } = guard((_, attempt) => (attempt === 1 ? limited : 'Hello.'));
    for (let n = 0; n < 3; n++) await expect(sut.generate(REQUEST, { signal })).rejects.toThrow(/later/);
    expect(vendor.requests).toHaveLength(1);
    clock.advance(60_000);
    expect(await sut.generate(REQUEST, { signal })).toMatchObject({ text: 'Hello.' });
    expect(vendor.requests).toHaveLength(2);
  });

  it('keeps no call waiting for the answer to whether it is back', async () => {
    const { vendor, clock, sut } = guard((_, attempt) => (attempt <= 2 ? away : { type: 'hang', pieces: [] }));
    for (let n = 0; n < 2; n++) await expect(sut.generate(REQUEST, { signal })).rejects.toThrow(/nobody answers/);
    clock.advance(1_000);
    for (let n = 0; n < 3; n++) await expect(sut.generate(REQUEST, { signal })).rejects.toThrow(/not asked now/);
    expect(vendor.requests).toHaveLength(3);
    await vendor.close();
  });

  it('is not asked again after one answer that never came', async () => {
    const silent = new ArbiterError('DEADLINE_EXCEEDED', 'It said nothing.', { details: { reason: 'silent' } });
    const { vendor, sut } = guard(() => silent);
    for (let n = 0; n < 3; n++) await expect(sut.generate(REQUEST, { signal })).rejects.toThrow(/said nothing/);
    expect(vendor.requests).toHaveLength(1);
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
