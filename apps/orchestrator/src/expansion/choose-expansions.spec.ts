import type { RankedCommunity, RankedPreview } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { communityOf, previewOf } from '../../test/graph-arm.js';
import { chooseExpansions, chooseNamed, MAX_EXPANSIONS } from './choose-expansions.js';

interface Given {
  readonly communities?: readonly RankedCommunity[];
  readonly isPresent?: boolean;
  readonly budget?: number;
}

function chosen(
  entities: readonly RankedPreview[],
  { communities = [], isPresent = true, budget = 3_000 }: Given = {},
) {
  return chooseExpansions({ entities: [...entities], communities: [...communities], isPresent }, budget).map(
    ({ id }) => id,
  );
}

describe('chooseExpansions', () => {
  it('takes what answers best first, whatever it costs, and then the most value for its price', () => {
    const dear = previewOf('best', { score: 0.9, expansionTokens: 2_000 });
    const others = [
      previewOf('dear', { score: 0.8, expansionTokens: 1_500 }),
      previewOf('cheap', { score: 0.7, expansionTokens: 300 }),
    ];
    expect(chosen([dear, ...others], { budget: 2_500 })).toEqual(['best', 'cheap']);
    expect(chosen(others, { budget: 1_600 })).toEqual(['dear']);
  });

  it('leaves out what is far below the best, however cheap, unless the question names it', () => {
    const far = previewOf('far', { score: 0.2, expansionTokens: 10 });
    expect(chosen([previewOf('best'), far])).toEqual(['best']);
    expect(chosen([previewOf('best'), { ...far, isNamed: true }])).toEqual(['best', 'far']);
  });

  it('goes on with what fits where one does not', () => {
    const entities = [previewOf('a', { expansionTokens: 5_000 }), previewOf('b', { score: 0.7 })];
    expect(chosen(entities)).toEqual(['b']);
    expect(chosen(entities, { budget: 100 })).toEqual([]);
  });

  it.each(['gone', 'closed', 'away', 'hostile'] as const)(
    'takes what is %s only if the question names it or asks how things were',
    (availability) => {
      const inn = previewOf('inn', { availability, isUsable: true });
      expect(chosen([previewOf('mill'), inn])).toEqual(['mill']);
      expect(chosen([previewOf('mill'), { ...inn, isNamed: true }])).toEqual(['mill', 'inn']);
      expect(chosen([previewOf('mill'), inn], { isPresent: false })).toEqual(['mill', 'inn']);
    },
  );

  it('takes communities after entities, where most of what answers belongs to them', () => {
    const communities = [communityOf('0-1'), communityOf('0-2', { score: 0.3 })];
    expect(chosen([previewOf('a')], { communities })).toEqual(['a', '0-1']);
    expect(chosen([previewOf('a')], { communities, budget: 1_000 })).toEqual(['a']);
  });

  it('chooses nothing of nothing, and of what does not answer at all', () => {
    expect(chosen([])).toEqual([]);
    expect(chosen([previewOf('a', { score: 0 })])).toEqual([]);
  });

  it('never exceeds its budget or its number, and never takes what may not be offered', () => {
    const anyPreview = fc
      .record({
        score: fc.double({ min: -1, max: 2, noNaN: true }),
        expansionTokens: fc.nat(3_000),
        availability: fc.constantFrom<RankedPreview['availability']>('available', 'unknown', 'gone', 'closed'),
        isNamed: fc.boolean(),
        isUsable: fc.boolean(),
      })
      .map((over) => over);
    fc.assert(
      fc.property(
        fc.array(anyPreview, { maxLength: 20 }),
        fc.array(fc.record({ score: fc.double({ min: 0, max: 1, noNaN: true }), expansionTokens: fc.nat(2_000) }), {
          maxLength: 5,
        }),
        fc.boolean(),
        fc.nat(9_000),
        (somePreviews, someCommunities, isPresent, budget) => {
          const entities = somePreviews.map((over, at) => previewOf(`e${at}`, over));
          const communities = someCommunities.map((over, at) => communityOf(`0-${at}`, over));
          const taken = chooseExpansions({ entities, communities, isPresent }, budget);
          expect(taken.reduce((sum, { price }) => sum + price, 0)).toBeLessThanOrEqual(budget);
          expect(taken.length).toBeLessThanOrEqual(MAX_EXPANSIONS);
          for (const { id } of taken) {
            const entity = entities.find((one) => one.id === id);
            const isGone = entity && ['gone', 'closed'].includes(entity.availability);
            if (isGone && isPresent) expect(entity.isNamed).toBe(true);
            if (isGone && !entity.isNamed) expect(entity.isUsable).toBe(true);
          }
        },
      ),
    );
  });
});

describe('chooseNamed', () => {
  const ids = (entities: Parameters<typeof chooseNamed>[0], budget = 3_000) =>
    chooseNamed(entities, budget).map(({ id }) => id);
  const named = (id: string, expansionTokens: number, score = 0.5) =>
    previewOf(id, { isNamed: true, expansionTokens, score });

  it('takes what the question names, as much as fits, and nothing else', () => {
    expect(
      ids([named('dear', 2_000), previewOf('near', { score: 1 }), named('cheap', 300), named('big', 1_500)]),
    ).toEqual(['cheap', 'big']);
    expect(ids([named('dear', 2_000)], 2_000)).toEqual([]);
  });

  it('takes the same in the same order whatever a reader makes of it', () => {
    const things = (scores: readonly number[]) => scores.map((score, at) => named(`e${at}`, 900 - (at % 3), score));
    expect(ids(things([0.1, 0.9, -0.2, 0.4]))).toEqual(['e2', 'e1', 'e0']);
    expect(ids(things([0.9, 0.1, 0.4, 0]).reverse())).toEqual(['e2', 'e1', 'e0']);
  });
});
