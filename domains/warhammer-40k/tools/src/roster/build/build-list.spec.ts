import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { costOf, dataOf, everyList, isLegal, type SmallGame } from '../../../test/small-game.js';
import { readList } from '../army/read-list.js';
import { validateRoster } from '../army/validate-roster.js';
import { buildList, buildListInSteps } from './build-list.js';

const units = fc.integer({ min: 2, max: 4 }).chain((count) =>
  fc.array(
    fc.record({
      cost: fc.integer({ min: 10, max: 60 }),
      max: fc.integer({ min: 1, max: 3 }),
      isLeader: fc.boolean(),
      cheaperWith: fc.integer({ min: 0, max: count - 1 }),
    }),
    { minLength: count, maxLength: count },
  ),
);
const games: fc.Arbitrary<SmallGame> = fc.record({
  units,
  leaders: fc
    .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }))
    .map(([min, more]) => ({ min, max: min + more })),
  moreLeaders: fc.integer({ min: 0, max: 1 }),
  limit: fc.integer({ min: 20, max: 250 }),
});

const listOf = (game: SmallGame, counts: readonly number[]) => ({
  forces: [
    { force: 'f', units: counts.flatMap((count, at) => Array.from({ length: count }, () => ({ name: `u${at}` }))) },
  ],
  limits: { pts: game.limit },
});

describe('validateRoster', () => {
  it('judges every list of small games as their rules do', () => {
    fc.assert(
      fc.property(games, (game) => {
        const data = dataOf(game);
        for (const counts of everyList(game)) {
          const { legal, costs } = validateRoster(readList(listOf(game, counts), data).roster);
          expect([counts, legal, costs.pts ?? 0]).toEqual([counts, isLegal(game, counts), costOf(game, counts)]);
        }
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe('buildList', () => {
  it('finds a list as dear as the dearest legal one, or that there is none', () => {
    fc.assert(
      fc.property(games, fc.integer({ min: 0, max: 9 }), (game, seed) => {
        const legal = [...everyList(game)].filter((counts) => isLegal(game, counts));
        const dearest = Math.max(...legal.map((counts) => costOf(game, counts)));
        const built = buildList(dataOf(game), { limit: game.limit, seed, maxSteps: 50_000 });
        if (built.kind === 'built') expect([built.isBest, built.cost]).toEqual([true, dearest]);
        else expect([built.kind, legal]).toEqual(['impossible', []]);
      }),
      { numRuns: 150, seed: 2 },
    );
  });

  it('finds only what the validator lets pass, also when it is broken off', () => {
    fc.assert(
      fc.property(games, fc.integer({ min: 1, max: 60 }), (game, maxSteps) => {
        const data = dataOf(game);
        const built = buildList(data, { limit: game.limit, maxSteps });
        if (built.kind === 'built') expect(validateRoster(readList(built.list, data).roster).legal).toBe(true);
      }),
      { numRuns: 60, seed: 3 },
    );
  });

  const GAME: SmallGame = {
    units: [
      { cost: 40, max: 2, isLeader: true, cheaperWith: 0 },
      { cost: 25, max: 3, isLeader: false, cheaperWith: 1 },
    ],
    leaders: { min: 1, max: 2 },
    moreLeaders: 0,
    limit: 100,
  };

  it('gives the same list for the same seed', () => {
    const build = (seed: number) => buildList(dataOf(GAME), { limit: 100, seed });
    expect(build(7)).toEqual(build(7));
  });

  it('holds what is asked for and nothing that is ruled out', () => {
    const built = buildList(dataOf(GAME), {
      limit: 100,
      required: [{ name: 'unit 0', number: 2 }],
      excluded: ['Unit 1'],
    });
    expect(built).toMatchObject({
      kind: 'built',
      cost: 80,
      list: { forces: [{ units: [{ name: 'Unit 0' }, { name: 'Unit 0' }] }] },
    });
  });

  it('says which rules clash where nothing is possible', () => {
    expect(buildList(dataOf(GAME), { limit: 30 })).toMatchObject({
      kind: 'impossible',
      reasons: expect.arrayContaining([
        'Leader: 0 in Force; at least 1 needed.',
        'The list costs 40 pts; 30 are allowed.',
      ]),
    });
    expect(buildList(dataOf(GAME), { limit: 200, required: [{ name: 'Unit 0', number: 3 }] })).toMatchObject({
      kind: 'impossible',
      reasons: expect.arrayContaining(['Unit 0: 3 in the list; at most 2 allowed.']),
    });
  });

  it('says what is not there', () => {
    const reasonsOf = (request: Parameters<typeof buildList>[1]) => {
      const built = buildList(dataOf(GAME), request);
      return built.kind === 'built' ? [] : built.reasons;
    };
    expect(reasonsOf({ limit: 100, force: 'Legion' })).toEqual(['There is no force "Legion"; there are Force.']);
    expect(reasonsOf({ limit: 100, required: [{ name: 'Dragon' }] })).toEqual(['There is no "Dragon" in Small.']);
    expect(reasonsOf({ limit: 100, required: [{ name: 'Unit 1' }], excluded: ['unit 1'] })).toEqual([
      'Unit 1 is both asked for and ruled out.',
    ]);
  });

  it('can be put aside between two lists, and comes to the same', () => {
    const work = buildListInSteps(dataOf(GAME), { limit: 100 });
    let turns = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) turns++;
    expect(turns).toBeGreaterThan(3);
    expect(step.value).toEqual(buildList(dataOf(GAME), { limit: 100 }));
  });
});
