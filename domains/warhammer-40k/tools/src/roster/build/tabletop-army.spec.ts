import { describe, expect, it } from '@jest/globals';
import { weaponOutput, type ListedSelection } from '../../catalogue/index.js';
import { tabletopArmy } from '../../../test/tabletop.js';
import { ArmyState } from '../army/army-state.js';
import { readList } from '../army/read-list.js';
import type { Selection } from '../army/roster.js';
import { validateRoster } from '../army/validate-roster.js';
import { buildList, buildListInSteps, type BuildRequest } from './build-list.js';
import { modelsOfSelection } from './describe-army.js';
import { fillIn } from './complete-list.js';

const SIZE = { factions: 4, unitsPerFaction: 16, libraries: 1, unitsPerLibrary: 16 };
const NECRONS = tabletopArmy('Xenos - Necrons', SIZE);
const MARINES = tabletopArmy('Imperium - Adeptus Astartes - Space Marines', SIZE);
const WOLVES = tabletopArmy('Imperium - Adeptus Astartes - Space Wolves', SIZE);
const CUSTODES = tabletopArmy('Imperium - Adeptus Custodes', SIZE);

/** The best list that is found in so many steps. */
function built(data: typeof NECRONS, request: Partial<BuildRequest> = {}) {
  const result = buildList(data, { limit: 2_000, maxSteps: 1_500, ...request });
  if (result.kind !== 'built') throw new Error(result.reasons.join(' '));
  expect(validateRoster(readList(result.list, data).roster)).toMatchObject({
    legal: true,
    costs: { pts: result.cost },
  });
  return result;
}

/** A selection as a list says it. */
function listedOf({ children }: Selection): ListedSelection[] {
  return children.map((child) => ({ name: child.ownId, number: child.number, options: listedOf(child) }));
}

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

  it('is made of a full unit and one that is not too small where the rest would be', () => {
    expect(reckoned(NECRONS, 'Necron Warriors', 25)).toEqual([
      { models: 15, points: 200 },
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
    const { choices, cost, units, list } = built(NECRONS);
    expect(choices).toEqual([
      { name: 'Detachment', chosen: ['Awakened Dynasty'] },
      { name: 'Battle Size', chosen: ['2. Strike Force (2000 Point limit)'] },
    ]);
    expect(cost).toBeGreaterThanOrEqual(1_950);
    expect(new Set(units.map(({ role }) => role)).size).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(list)).toContain('Warlord');
  });

  it('has the smallest battle that is large enough', () => {
    expect(built(NECRONS, { limit: 1_000 }).choices).toContainEqual({
      ...{ name: 'Battle Size', chosen: ['1. Incursion (1000 Point limit)'] },
    });
    // That of 500 points is hidden in this force.
    expect(built(NECRONS, { limit: 500 }).choices).toContainEqual({
      ...{ name: 'Battle Size', chosen: ['1. Incursion (1000 Point limit)'] },
    });
  });

  it('holds no unit that the data hide, though the switch that shows it says that it has to be set', () => {
    const { list, units } = built(NECRONS);
    expect(units.filter(({ name }) => name.includes('[Legends]'))).toEqual([]);
    expect(JSON.stringify(list)).not.toContain('Show Legends');
  });

  it('gives each model the weapons that it has to have', () => {
    const { units } = built(NECRONS, { required: [{ name: 'Necron Warriors', number: 20 }] });
    expect(units).toContainEqual(
      expect.objectContaining({ name: 'Necron Warriors', role: 'Battleline', models: 20, cost: 200 }),
    );
  });

  it('holds what is asked for in the plural and by models, in the detachment that is asked for, and nothing that is ruled out', () => {
    const { units, choices } = built(NECRONS, {
      required: [{ name: 'monoliths', number: 2 }],
      ...{ excluded: ['mounted', 'infantry'], chosen: ['canoptek court'] },
    });
    expect(units.filter(({ name }) => name === 'Monolith')).toHaveLength(2);
    expect(units.map(({ role }) => role)).not.toContain('Mounted');
    expect(units.map(({ role }) => role)).not.toContain('Infantry');
    expect(choices[0]?.chosen).toEqual(['Canoptek Court']);
  });

  it.each(['ranged', 'melee'] as const)('is strong in %s weapons where that is asked for', (range) => {
    const output = (request: Partial<BuildRequest>): number => {
      const { list } = built(MARINES, request);
      const chosen = readList(list, MARINES).roster.children.flatMap(({ children }) => children);
      return chosen.reduce((sum, unit) => sum + weaponOutput(unit.entry, listedOf(unit), range, MARINES), 0);
    };
    expect(output({ emphasis: range })).toBeGreaterThan(1.2 * output({}));
  });

  it('is of a category before all others where that is asked for', () => {
    const vehicles = (request: Partial<BuildRequest>): number =>
      built(MARINES, request).units.filter(({ role }) => role === 'Vehicle').length;
    expect(vehicles({ emphasis: 'vehicles' })).toBeGreaterThan(vehicles({}) + 2);
  });

  it('says what there is not to choose from', () => {
    expect(buildList(NECRONS, { limit: 2_000, chosen: ['Gladius'] })).toMatchObject({
      reasons: ['There is no "Gladius" to choose for Xenos - Necrons.'],
    });
  });

  it('of a chapter has a detachment of its own out of the catalogue that it draws on, and units of both', () => {
    const { choices, units } = built(WOLVES, {
      required: [{ name: 'Wolf Guard Terminators' }, { name: 'Land Raider' }],
    });
    expect(choices[0]).toEqual({ name: 'Detachment', chosen: ['Gladius Task Force'] });
    expect(units.map(({ name }) => name)).toEqual(expect.arrayContaining(['Wolf Guard Terminators', 'Land Raider']));
    expect(built(WOLVES, { chosen: ['Saga of the Hunter'] }).choices[0]?.chosen).toEqual(['Saga of the Hunter']);
    expect(buildList(MARINES, { limit: 2_000, chosen: ['Saga of the Hunter'], maxSteps: 500 }).kind).not.toBe('built');
  });

  it('of a chapter holds no unit that its catalogue hides from it', () => {
    const tacticals = { required: [{ name: 'Tactical Squad' }], maxSteps: 500 };
    expect(built(MARINES, tacticals).units.map(({ name }) => name)).toContain('Tactical Squad');
    expect(buildList(WOLVES, { limit: 2_000, ...tacticals })).toMatchObject({
      reasons: expect.arrayContaining(['Tactical Squad is not available in Army Roster.']),
    });
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

  it('costs so much work after the first legal list, and for that one what it takes', () => {
    const first = built(NECRONS, { limit: 1_997, improvementSteps: 0 });
    const better = built(NECRONS, { limit: 1_997, improvementSteps: 100 });
    expect(better.steps).toBe(first.steps + 100);
    expect(better.cost).toBeGreaterThan(first.cost);
    expect(built(NECRONS, { limit: 1_997, improvementSteps: 100 })).toEqual(better);
  });

  it('says that nothing was found where there was no time to look', () => {
    const work = buildListInSteps(NECRONS, { limit: 2_000 });
    let step = work.next();
    while (step.done !== true) step = work.next(true);
    expect(step.value.kind).toBe('not-found');
  });
});
