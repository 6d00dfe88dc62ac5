import { seededRandom } from '@arbiter/evaluation';
import { describe, expect, it } from '@jest/globals';
import { measureMultiHop, summariseMultiHop } from './multihop-metrics.js';

const JUDGEMENTS = new Map([
  ['bubye', 1],
  ['falls', 1],
]);
const BUBYE = { id: 'bubye', text: 'Bubye River\nA river in Zimbabwe.' };
const FALLS = { id: 'falls', text: 'Victoria Falls\nA waterfall in Zimbabwe.' };
const OTHERS = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: `${id} speaks of Angel Falls.` }));

describe('measureMultiHop', () => {
  it('tells one of two supporting passages from both', () => {
    expect(measureMultiHop([BUBYE, ...OTHERS, FALLS], null, JUDGEMENTS, ['Victoria Falls'])).toEqual({
      'recall@5': 0.5,
      'allSupporting@5': 0,
      answerInTop5: 0,
      answerContained: 0,
    });
    expect(measureMultiHop([BUBYE, FALLS, ...OTHERS], 'Victoria falls. [1]', JUDGEMENTS, ['Victoria Falls'])).toEqual({
      'recall@5': 1,
      'allSupporting@5': 1,
      answerInTop5: 1,
      answerContained: 1,
    });
  });

  it('counts documents, however many of their passages were found, and reads all of those', () => {
    const parts = [1, 2, 3, 4, 5].map((part) => ({ id: 'bubye', text: `Part ${part}.` }));
    const figures = measureMultiHop([...parts, FALLS], null, JUDGEMENTS, ['Part 5']);
    expect(figures).toMatchObject({ 'recall@5': 1, answerInTop5: 1 });
  });

  it('does not count an answer that was declined, nor ask for one that the set does not name', () => {
    expect(measureMultiHop([FALLS], null, JUDGEMENTS, ['Victoria Falls']).answerContained).toBe(0);
    expect(measureMultiHop([FALLS], 'Victoria Falls', JUDGEMENTS, [])).toMatchObject({
      answerInTop5: null,
      answerContained: null,
    });
  });
});

describe('summariseMultiHop', () => {
  it('is the mean of the questions that have the figure', () => {
    const figures = { 'recall@5': 1, 'allSupporting@5': 1, answerInTop5: 1, answerContained: 1 };
    const { metrics, ci95 } = summariseMultiHop(
      [figures, { ...figures, 'recall@5': 0.5, 'allSupporting@5': 0, answerInTop5: null, answerContained: null }],
      seededRandom(1),
    );
    expect(metrics).toEqual({ 'recall@5': 0.75, 'allSupporting@5': 0.5, answerInTop5: 1, answerContained: 1 });
    expect(ci95['recall@5']).toEqual([0.5, 1]);
  });

  it('of no questions is nothing', () => {
    const { metrics, ci95 } = summariseMultiHop([], seededRandom(1));
    expect(metrics['recall@5']).toBeNull();
    expect(ci95['recall@5']).toBeNull();
  });
});
