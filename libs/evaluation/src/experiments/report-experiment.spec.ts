import type { AnswerEvent, ExperimentMetric, ExperimentReport } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../metrics/statistics.js';
import { summariseExperiment } from './report-experiment.js';

const MINUTE = 60_000;
const OPTIONS = { experiment: 'x', variants: ['control', 'new'], windowMinutes: 10, alpha: 0.05, now: 1e9 };

const at = (minute: number): string => new Date(minute * MINUTE).toISOString();
const base = (unit: string, answerId: string, minute: number, variant = 'control') => ({
  answerId,
  assigned: { experiment: 'x', variant },
  unit,
  at: at(minute),
});
const given = (unit: string, answerId: string, minute: number, variant?: string, status = 'answered'): AnswerEvent =>
  ({ kind: 'given', ...base(unit, answerId, minute, variant), status }) as AnswerEvent;

function row({ variants }: ExperimentReport, name: string) {
  return variants.find(({ variant }) => variant === name);
}

describe('summariseExperiment', () => {
  it('counts what happened within the window of a unit, and the last rating of an answer', () => {
    const events: AnswerEvent[] = [
      given('u1', 'a', 0),
      { kind: 'retried', ...base('u1', 'a', 1), retryId: 'b', editDistance: 0.1 },
      given('u1', 'b', 1, 'control', 'declined'),
      { kind: 'rated', ...base('u1', 'a', 2), score: 0 },
      { kind: 'rated', ...base('u1', 'a', 3), score: 1 },
      { kind: 'copied', ...base('u1', 'b', 3) },
      { kind: 'copied', ...base('u1', 'a', 11) },
      given('u1', 'late', 11, 'control', 'failed'),
    ];
    expect(row(summariseExperiment(events, OPTIONS), 'control')).toEqual({
      variant: 'control',
      answers: 2,
      units: 1,
      pending: 0,
      means: { answered: 0.5, retried: 0.5, copied: 0.5, rating: 1 },
      rated: 1,
    });
  });

  it('does not count a unit before its window is over, so that no outcome changes afterwards', () => {
    const events = [given('u1', 'a', 0), given('u2', 'b', 5, 'new')];
    const after = (minute: number) => summariseExperiment(events, { ...OPTIONS, now: minute * MINUTE });
    expect(row(after(9), 'control')).toMatchObject({ units: 0, pending: 1, means: { answered: null } });
    expect(row(after(10), 'control')).toMatchObject({ units: 1, pending: 0, means: { answered: 1 } });
    expect(after(14).comparisons.every(({ pairs, difference }) => pairs === 0 && difference === null)).toBe(true);
    expect(after(15).comparisons[0]).toMatchObject({ metric: 'answered', pairs: 1, difference: 0 });
  });

  it('leaves out other experiments, and answers after a unit has moved to another variant', () => {
    const other = { ...given('u9', 'z', 0), assigned: { experiment: 'y', variant: 'new' } } as AnswerEvent;
    const report = summariseExperiment(
      [other, given('u1', 'a', 0), given('u1', 'b', 1, 'new', 'declined'), { kind: 'copied', ...base('u2', 'c', 1) }],
      OPTIONS,
    );
    expect(row(report, 'control')).toMatchObject({ answers: 1, units: 1, means: { answered: 1, copied: 0 } });
    expect(row(report, 'new')).toMatchObject({ answers: 0, units: 0 });
  });

  it('reports an experiment of which nothing was heard', () => {
    const { variants, comparisons } = summariseExperiment([], OPTIONS);
    expect(variants.map(({ variant, units }) => [variant, units])).toEqual([
      ['control', 0],
      ['new', 0],
    ]);
    expect(comparisons.map(({ interval, pValue, verdict }) => ({ interval, pValue, verdict }))).toEqual(
      Array.from({ length: 4 }, () => ({ interval: [-1, 1], pValue: 1, verdict: 'undecided' })),
    );
  });

  /** An experiment whose units, assigned by chance, answer with one chance under control and with another under `new`. */
  function simulated(seed: number, control: number, treated: number, units = 600): AnswerEvent[] {
    const random = seededRandom(seed);
    return Array.from({ length: units }, (_, index) => {
      const isNew = random() < 0.5;
      const status = random() < (isNew ? treated : control) ? 'answered' : 'declined';
      return given(`u${index}`, `a${index}`, index, isNew ? 'new' : 'control', status);
    });
  }
  const verdictOf = (events: readonly AnswerEvent[], metric: ExperimentMetric = 'answered') =>
    summariseExperiment(events, OPTIONS).comparisons.find((one) => one.metric === metric)?.verdict;

  it('decides nothing without an effect, in all but alpha of the experiments, and an effect in its direction', () => {
    const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);
    const without = seeds.map((seed) => verdictOf(simulated(seed, 0.6, 0.6)));
    expect(without.filter((verdict) => verdict !== 'undecided').length / seeds.length).toBeLessThanOrEqual(0.05);
    const better = seeds.map((seed) => verdictOf(simulated(seed, 0.5, 0.8)));
    expect(better.filter((verdict) => verdict === 'higher').length / seeds.length).toBeGreaterThanOrEqual(0.95);
    expect(better).not.toContain('lower');
    expect(verdictOf(simulated(1, 0.8, 0.4))).toBe('lower');
  });
});
