import type { Source } from '@arbiter/contracts';
import { createLogger } from '@arbiter/platform';
import { FakeEmbedder } from '@arbiter/ports/testing';
import type { AnswerJudge, JudgingTask } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { claimOf, sourceOf } from '../../test/lamp.js';
import { ReadSources } from '../support/read-sources.js';
import { JudgeObserver, TextJudge } from './text-judge.js';

const SUPPORTED = { unsupported: 0.1, answers: 0.8, beside: 0.1 };
const QUERY = 'What does a phial cost?';

class ScriptedJudge implements AnswerJudge {
  readonly model = 'scripted';
  readonly asked: JudgingTask[] = [];

  constructor(private readonly fails = false) {}

  judge: AnswerJudge['judge'] = (tasks, { signal }) => {
    this.asked.push(...tasks);
    if (!this.fails) return Promise.resolve(tasks.map(() => SUPPORTED));
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  warmUp = (): Promise<void> => Promise.resolve();
  close = (): Promise<void> => Promise.resolve();
}

const filler = Array.from({ length: 60 }, (_, n) => `The market of day ${n} had fish and rope.`).join(' ');
const SOURCES: readonly Source[] = [
  {
    ...sourceOf('prices', `${filler} A phial costs 9 wicks. ${filler}`),
    metadata: { title: 'Market', section: 'Prices' },
  },
  sourceOf('hours', `${filler} The market opens at dawn.`),
];

async function judged(answer: string, claims: readonly string[], judge = new ScriptedJudge(), timeoutMs = 60_000) {
  const registry = new Registry();
  const observer = new JudgeObserver({ logger: createLogger({ name: 'test', level: 'fatal', secrets: [] }), registry });
  const signal = new AbortController().signal;
  const read = await ReadSources.read(SOURCES, new FakeEmbedder(), signal);
  const given = { query: QUERY, answer, claims: claims.map((text) => claimOf(text, answer)) };
  const judgement = await new TextJudge({ judge, timeoutMs, observer }).read(given, read, signal);
  return { judgement, asked: judge.asked, metrics: await registry.metrics() };
}

describe('TextJudge', () => {
  it('reads the whole text and each claim, without markers, beside the nearest sentences under their headings', async () => {
    const { judgement, asked } = await judged('It costs 9 wicks [1]. It opens at dawn [2].', [
      'It costs 9 wicks [1].',
      'It opens at dawn [2].',
    ]);
    expect(judgement).toEqual({ whole: SUPPORTED, claims: [SUPPORTED, SUPPORTED] });
    expect(asked.map(({ text }) => text)[0]).toBe('It costs 9 wicks. It opens at dawn.');
    expect(asked[1]?.question).toBe(QUERY);
    expect(asked[1]?.evidence).toContain('Market › Prices: ');
    expect(asked[1]?.evidence).toContain('A phial costs 9 wicks.');
    expect(asked[2]?.evidence).toContain('opens at dawn');
    expect(Math.max(...asked.map(({ evidence }) => evidence.split(' ').length))).toBeLessThan(200);
  });

  it('finds the evidence of a short answer by the question', async () => {
    const { asked } = await judged('9 wicks.', ['9 wicks.']);
    expect(asked[1]?.evidence).toContain('A phial costs 9 wicks.');
  });

  it('leaves the judgement to the features where it fails or takes too long, and counts that', async () => {
    const { judgement, metrics } = await judged('9 wicks.', ['9 wicks.'], new ScriptedJudge(true), 10);
    expect(judgement).toBeNull();
    expect(metrics).toMatch(/arbiter_validation_judge_failures_total\{[^}]*\} 1/);
  });
});
