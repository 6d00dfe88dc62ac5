import { describe, expect, it } from '@jest/globals';
import { tabletopArmy } from '../../test/tabletop.js';
import { ArmyState } from '../army/army-state.js';
import { readList } from '../army/read-list.js';
import { validateRoster } from '../army/validate-roster.js';
import { buildList, buildListInSteps, modelsOfSelection } from './build-list.js';
import { fillIn } from './fill-in.js';

const SIZE = { factions: 3, unitsPerFaction: 16, libraries: 1, unitsPerLibrary: 16 };
const NECRONS = tabletopArmy('Necrons', SIZE);
const MARINES = tabletopArmy('Imperium - Space Marines', SIZE);
const CUSTODES = tabletopArmy('Imperium - Adeptus Custodes', SIZE);

/** Models and points of each unit that a number of something comes to. */
function reckoned(data: typeof NECRONS, name: string, number: number) {
  const units = fillIn([{ name, number }], data);
  const { roster } = readList({ forces: [{ force: 'Army Roster', units }] }, data);
  const state = new ArmyState(roster);
  return roster.children[0]!.children.map((unit) => ({
    models: modelsOfSelection(unit),
    points: state.totalOf(unit, data.gameSystem!.costTypes[0]!.id),
  }));
}

describe('a number of something', () => {
  it.each([
    ['as many as the smallest unit has', NECRONS, 'Necron Warriors', 10, [{ models: 10, points: 90 }]],
    ['more than that', NECRONS, 'Necron Warriors', 11, [{ models: 11, points: 200 }]],
    ['as many as the largest unit has', NECRONS, 'Necron Warriors', 20, [{ models: 20, points: 200 }]],
    ['in groups with a leader', CUSTODES, 'Custodian Guard', 5, [{ models: 5, points: 190 }]],
    ['in groups that differ in weapons', MARINES, 'Terminator Squad', 10, [{ models: 10, points: 340 }]],
  ])('is one unit of so many models: %s', (_, data, name, number, units) => {
    expect(reckoned(data, name, number)).toEqual(units);
  });

  it('is several units where one cannot have so many', () => {
    expect(reckoned(NECRONS, 'Necron Warriors', 30)).toEqual([
      { models: 20, points: 200 },
      { models: 10, points: 90 },
    ]);
  });

  it('is so many units where a unit has more models at the least, or is one model', () => {
    expect(reckoned(NECRONS, 'Necron Warriors', 2)).toEqual(
      Array.from({ length: 2 }, () => ({ models: 10, points: 90 })),
    );
    expect(reckoned(NECRONS, 'Monolith', 2)).toEqual(Array.from({ length: 2 }, () => ({ models: 1, points: 400 })));
  });
});

describe('a list for an army of a published size', () => {
  it('has a warlord, one choice of each kind, units of several roles, and comes near to its limit', () => {
    const built = buildList(NECRONS, { limit: 2_000, maxSteps: 1_500 });
    expect(built.kind).toBe('built');
    if (built.kind !== 'built') return;
    expect(validateRoster(readList(built.list, NECRONS).roster)).toMatchObject({
      legal: true,
      costs: { pts: built.cost },
    });
    expect(built.choices).toEqual([
      { name: 'Detachment', chosen: ['Awakened Dynasty'] },
      { name: 'Battle Size', chosen: ['2. Strike Force (2000 Point limit)'] },
    ]);
    expect(built.cost).toBeGreaterThanOrEqual(1_950);
    expect(new Set(built.units.map(({ role }) => role)).size).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(built.list)).toContain('Warlord');
  });

  it('is the best so far when the time is over', () => {
    // All costs are multiples of five: no list of this limit is the best that there can be.
    const work = buildListInSteps(NECRONS, { limit: 1_997, maxSteps: 1e9 });
    let steps = 0;
    let step = work.next();
    while (step.done !== true) step = work.next(++steps >= 300);
    expect(step.value).toMatchObject({ kind: 'built', isBest: false });
    expect(steps).toBeLessThan(400);
  });

  it('says that nothing was found where there was no time to look', () => {
    const work = buildListInSteps(NECRONS, { limit: 2_000 });
    let step = work.next();
    while (step.done !== true) step = work.next(true);
    expect(step.value.kind).toBe('not-found');
  });
});
