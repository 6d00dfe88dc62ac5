import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../metrics/statistics.js';
import { crossValidateWeights, figuresUnder, tuneWeights, type SignalledQuestion } from './tune-weights.js';

type Signal = 'semantic' | 'proximity' | 'noise';
const START = { semantic: 1, proximity: 0.05, noise: 0.4 };

const entity = (semantic: number, proximity: number, isExpected = false, isUsable = true, noise = 0) => ({
  signals: { semantic, proximity, noise },
  isExpected,
  isUsable,
});
const question = (entities: SignalledQuestion<Signal>['entities'], expected = 1): SignalledQuestion<Signal> => ({
  id: 'q',
  expected,
  entities,
});

/** Questions whose expected entity is told by its proximity alone; the other signals say nothing. */
function toldByProximity(count: number, seed: number): SignalledQuestion<Signal>[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () =>
    question(
      Array.from({ length: 8 }, (_, index) =>
        entity(0.5 + random() / 4, index === 5 ? 0.9 : random() / 2, index === 5, true, random()),
      ),
    ),
  );
}

/** The same, told by nothing. */
function toldByNothing(count: number, seed: number): SignalledQuestion<Signal>[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () =>
    question(Array.from({ length: 8 }, (_, index) => entity(random(), random(), index === 3, true, random()))),
  );
}

describe('figuresUnder', () => {
  const entities = [entity(0.9, 0), entity(0.5, 1, true), entity(0.4, 0, true), entity(1, 1, true, false)];

  it('ranks by the weighted sum, and what is not offered last', () => {
    const weights = { semantic: 1, proximity: 0, noise: 0 };
    expect(figuresUnder(question(entities, 3), weights)).toEqual({ 'precision@5': 2 / 3, mrr: 1 / 2 });
    expect(figuresUnder(question(entities, 3), { ...weights, proximity: 1 })).toEqual({ 'precision@5': 2 / 3, mrr: 1 });
    expect(figuresUnder(question(entities, 1), weights)).toEqual({ 'precision@5': 0, mrr: 1 / 2 });
  });

  it('leaves equal scores in their order, and gives 0 where nothing is listed', () => {
    const zero = { semantic: 0, proximity: 0, noise: 0 };
    expect(figuresUnder(question(entities, 1), zero).mrr).toBe(1 / 2);
    expect(figuresUnder(question([], 2), zero)).toEqual({ 'precision@5': 0, mrr: 0 });
  });
});

describe('tuneWeights', () => {
  it('finds the signal that tells', () => {
    const questions = toldByProximity(40, 1);
    const weights = tuneWeights(questions, { start: START, random: seededRandom(2) });
    expect(weights.semantic).toBe(1);
    expect(weights.proximity).toBeGreaterThan(weights.noise);
    const fresh = toldByProximity(40, 3);
    const reciprocal = (of: typeof START): number =>
      fresh.reduce((sum, one) => sum + figuresUnder(one, of).mrr, 0) / fresh.length;
    expect(reciprocal(weights)).toBeGreaterThan(reciprocal(START) + 0.3);
  });

  it('stays where it began when nothing is gained', () => {
    const questions = [question([entity(1, 0, true), entity(0, 0)])];
    expect(tuneWeights(questions, { start: START, random: seededRandom(1) })).toEqual(START);
  });

  it('finds the same with the same seed', () => {
    const tuned = () => tuneWeights(toldByNothing(30, 1), { start: START, random: seededRandom(9) });
    expect(tuned()).toEqual(tuned());
  });

  it('has nothing to tune on without questions', () => {
    expect(() => tuneWeights([], { start: START, random: seededRandom(1) })).toThrow(RangeError);
  });
});

describe('crossValidateWeights', () => {
  const options = { folds: 5, start: START, random: seededRandom(4) };

  it('tells a gain on questions that were held out', () => {
    const report = crossValidateWeights(toldByProximity(50, 5), options);
    expect(report.folds.map(({ n }) => n)).toEqual([10, 10, 10, 10, 10]);
    expect(report.ci95.mrr[0]).toBeGreaterThan(0.2);
    expect(report.difference.mrr).toBeCloseTo(report.tuned.mrr - report.before.mrr, 12);
  });

  it('does not take what fits by chance for a gain', () => {
    const random = seededRandom(6);
    const gains = Array.from({ length: 20 }, (_, seed) =>
      crossValidateWeights(toldByNothing(40, seed + 100), { ...options, random }),
    );
    expect(gains.filter(({ ci95 }) => ci95.mrr[0] > 0).length).toBeLessThanOrEqual(3);
  });

  it.each([1, 6])('refuses %p folds of five questions', (folds) => {
    expect(() => crossValidateWeights(toldByProximity(5, 1), { ...options, folds })).toThrow(RangeError);
  });
});
