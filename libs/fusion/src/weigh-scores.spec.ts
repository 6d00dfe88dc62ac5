import { describe, expect, it } from '@jest/globals';
import { weighScores } from './weigh-scores.js';

const order = (...passages: readonly (readonly [id: string, score: number, weight: number])[]): string[] =>
  weighScores(passages.map(([id, score, weight]) => ({ id, score, weight }))).map(({ id }) => id);

describe('weighScores', () => {
  it('puts a passage of half the weight behind one that has more than half of its lead', () => {
    expect(order(['lock', 2, 0.5], ['guide', 1.2, 1], ['far', -1, 1])).toEqual(['guide', 'lock', 'far']);
    expect(order(['lock', 9, 0.5], ['guide', 1.2, 1], ['far', -1, 1])).toEqual(['lock', 'guide', 'far']);
  });

  it('means the same for scores below zero, and for scores of another scale', () => {
    const scores = [-0.5, -1.3, -3.5];
    const ids = ['lock', 'guide', 'far'];
    const ranked = (scale: number, shift: number): string[] =>
      order(...ids.map((id, at) => [id, (scores[at] ?? 0) * scale + shift, id === 'lock' ? 0.5 : 1] as const));
    expect(ranked(1, 0)).toEqual(['guide', 'lock', 'far']);
    expect(ranked(70, 900)).toEqual(ranked(1, 0));
  });

  it('ranks a heavier passage above one of the same score, also where that is the lowest', () => {
    expect(order(['a', 1, 1], ['b', 1, 1.25], ['c', 0, 1.25])).toEqual(['b', 'a', 'c']);
    expect(order(['a', 1, 1], ['b', 1, 1.25])).toEqual(['b', 'a']);
  });

  it('starts from the zero of a scale that has one', () => {
    const [guide, lock] = weighScores(
      [
        { id: 'lock', score: 3, weight: 0.5 },
        { id: 'guide', score: 2, weight: 1 },
      ],
      0,
    );
    expect([guide?.id, guide?.score, lock?.score]).toEqual(['guide', 2, 1.5]);
  });

  it('changes neither scores nor order where all weigh the same', () => {
    const passages = [
      { id: 'b', score: 1, weight: 0.5 },
      { id: 'a', score: 1, weight: 0.5 },
    ];
    expect(weighScores(passages)).toEqual(passages);
    expect(weighScores([])).toEqual([]);
  });

  it('refuses negative weights and scores that are no numbers', () => {
    expect(() => order(['a', 1, -1])).toThrow(RangeError);
    expect(() => order(['a', Number.NaN, 1])).toThrow(RangeError);
  });
});
