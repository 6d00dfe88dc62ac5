import { ScriptedLanguageModel, type Script } from '@arbiter/adapter-kit/testing';
import { ArbiterError } from '@arbiter/contracts';
import { ManualClock, SequentialIds } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import type { Judgement } from './judgement.js';
import { LanguageModelJudge } from './language-model-judge.js';
import { ProvenJudge, TRIAL } from './proven-judge.js';

type Issup = Judgement['claims'][number]['issup'];

const CHILD = { source: 1, quote: 'a child under 14 pays 5' };

function verdict(tokens: readonly Issup[], use: 'useful' | 'not_useful' = 'not_useful', evidence = [CHILD]): string {
  const claims = tokens.map((issup, index) => ({ claim: index + 1, issup, evidence, reason: '' }));
  return JSON.stringify({ claims, isuse: { token: use, reason: '', missing: [] } });
}

const RIGHT = verdict(['fully_supported', 'no_support', 'no_support', 'partially_supported']);

function onTrial(script: Script | string) {
  const clock = new ManualClock();
  const model = new ScriptedLanguageModel(typeof script === 'string' ? () => script : script);
  const judge = new LanguageModelJudge({ model, ids: new SequentialIds(), clock }, 1_000);
  const told: string[] = [];
  const logger = { info: (_: unknown, message?: string) => void told.push(message ?? '') };
  return { sut: new ProvenJudge(judge, clock, logger as never), model, clock, told };
}

describe('ProvenJudge', () => {
  it('is asked once it has got known claims right, and keeps nobody waiting for that', async () => {
    const { sut, model, told } = onTrial(RIGHT);
    expect(sut.mayBeAsked()).toBe(false);
    expect(sut.mayBeAsked()).toBe(false);
    await sut.trial;
    expect(sut.mayBeAsked()).toBe(true);
    expect(model.requests).toHaveLength(1);
    expect(told).toEqual(['the language model that writes judges unsure answers']);
  });

  it.each<[string, string]>([
    ['takes an invention for stated', verdict(['fully_supported', 'no_support', 'no_support', 'fully_supported'])],
    [
      'takes what is turned round for stated',
      verdict(['fully_supported', 'fully_supported', 'no_support', 'no_support']),
    ],
    ['misses what is stated in other words', verdict(['no_support', 'no_support', 'no_support', 'no_support'])],
    [
      'accepts everything',
      verdict(['fully_supported', 'fully_supported', 'fully_supported', 'fully_supported'], 'useful'),
    ],
    ['takes any text for an answer', RIGHT.replace('not_useful', 'useful')],
    [
      'quotes what no source says',
      verdict(['fully_supported', 'no_support', 'no_support', 'no_support'], 'not_useful', [
        { source: 1, quote: 'children pay five crowns' },
      ]),
    ],
    ['does not keep to the format', 'NOT_IN_SOURCES'],
  ])('never judges where it %s', async (_, script) => {
    const { sut, clock, told } = onTrial(script);
    sut.mayBeAsked();
    await sut.trial;
    clock.advance(3_600_000);
    expect(sut.mayBeAsked()).toBe(false);
    expect(told).toEqual(['the language model that writes does not judge answers; the features decide alone']);
  });

  it('gets another trial when it could not be reached, not at once', async () => {
    let isThere = false;
    const { sut, clock, model } = onTrial(() => (isThere ? RIGHT : new ArbiterError('UNAVAILABLE', 'away')));
    sut.mayBeAsked();
    await sut.trial;
    isThere = true;
    expect(sut.mayBeAsked()).toBe(false);
    expect(model.requests).toHaveLength(1);
    clock.advance(60_000);
    sut.mayBeAsked();
    await sut.trial;
    expect(sut.mayBeAsked()).toBe(true);
  });

  it('is asked no more after two judgements in a row that could not be read', async () => {
    let isOdd = false;
    const { sut } = onTrial(() => (isOdd ? 'prose' : RIGHT));
    sut.mayBeAsked();
    await sut.trial;
    isOdd = true;
    const { signal } = new AbortController();
    await sut.judge(TRIAL, signal);
    expect(sut.mayBeAsked()).toBe(true);
    await sut.judge(TRIAL, signal);
    expect(sut.mayBeAsked()).toBe(false);
  });
});
