import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuseByWeightedScore, type ScoredRanking } from './weighted-score-fusion.js';

const bm25: ScoredRanking = {
  name: 'bm25',
  hits: [
    { id: 'a', score: 12 },
    { id: 'b', score: 8 },
    { id: 'c', score: 4 },
  ],
};
const dense: ScoredRanking = {
  name: 'dense',
  hits: [
    { id: 'c', score: 0.9 },
    { id: 'b', score: 0.5 },
    { id: 'a', score: 0.4 },
  ],
};

describe('fuseByWeightedScore', () => {
  it('takes the weighted mean of min-max scores', () => {
    const fused = fuseByWeightedScore([{ ...bm25, weight: 3 }, dense], 'min-max');
    expect(fused.map(({ id, score }) => [id, Number(score.toFixed(6))])).toEqual([
      ['a', 0.75],
      ['b', 0.425],
      ['c', 0.25],
    ]);
  });

  it('takes the mean of z-scores', () => {
    const a = fuseByWeightedScore([bm25, dense], 'z-score').find(({ id }) => id === 'a');
    const deviation = Math.sqrt((0.3 ** 2 + 0.1 ** 2 + 0.2 ** 2) / 3);
    expect(a?.score).toBeCloseTo((4 / Math.sqrt(32 / 3) - 0.2 / deviation) / 2, 12);
  });

  it('says what each list contributed, those without the passage too', () => {
    const other = {
      name: 'other',
      hits: [
        { id: 'x', score: 1 },
        { id: 'y', score: 0 },
      ],
    };
    const x = fuseByWeightedScore([bm25, other], 'min-max').find(({ id }) => id === 'x');
    expect(x).toEqual({
      id: 'x',
      score: 0.5,
      contributions: [
        { ranking: 'bm25', raw: null, normalised: 0, score: 0 },
        { ranking: 'other', raw: 1, normalised: 1, score: 0.5 },
      ],
    });
  });

  it('counts a passage that a list does not hold as its lowest', () => {
    const lone = { name: 'lone', hits: [{ id: 'x', score: 1 }] };
    const x = fuseByWeightedScore([bm25, lone], 'z-score').find(({ id }) => id === 'x');
    expect(x?.contributions[0]?.normalised).toBeCloseTo(-4 / Math.sqrt(32 / 3), 12);
  });

  it('does not divide by nothing when all scores are equal', () => {
    const flat = {
      name: 'flat',
      hits: [
        { id: 'b', score: 7 },
        { id: 'a', score: 7 },
      ],
    };
    expect(fuseByWeightedScore([flat], 'z-score').map(({ id, score }) => [id, score])).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
    expect(fuseByWeightedScore([flat], 'min-max').map(({ score }) => score)).toEqual([1, 1]);
  });

  it('does not depend on the scale of a list, nor on the order of its hits', () => {
    const scores = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), score: fc.integer({ min: -50, max: 50 }) }),
      {
        selector: ({ id }) => id,
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(scores, scores, fc.constantFrom('min-max', 'z-score'), (one, two, normalisation) => {
        const scaled = one.map(({ id, score }) => ({ id, score: score * 16 + 5 })).reverse();
        const plain = fuseByWeightedScore(
          [
            { name: '1', hits: one },
            { name: '2', hits: two },
          ],
          normalisation,
        );
        const other = fuseByWeightedScore(
          [
            { name: '1', hits: scaled },
            { name: '2', hits: two },
          ],
          normalisation,
        );
        for (const { id, score } of plain)
          expect(other.find((passage) => passage.id === id)?.score).toBeCloseTo(score, 9);
      }),
    );
  });

  it('of no lists is empty', () => {
    expect(fuseByWeightedScore([])).toEqual([]);
  });

  it.each([
    [{ ...bm25, weight: -1 }, 'must not be negative'],
    [{ ...bm25, weight: 0 }, 'above 0'],
    [{ name: 'n', hits: [{ id: 'a', score: Number.NaN }] }, 'the score NaN'],
    [
      {
        name: 'n',
        hits: [
          { id: 'a', score: 1 },
          { id: 'a', score: 2 },
        ],
      },
      'holds an id twice',
    ],
  ])('refuses %j', (ranking, message) => {
    expect(() => fuseByWeightedScore([ranking])).toThrow(message);
  });
});
