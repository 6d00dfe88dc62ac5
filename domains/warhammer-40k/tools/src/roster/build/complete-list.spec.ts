import { describe, expect, it } from '@jest/globals';
import { tabletopArmy } from '../../../test/tabletop.js';
import { readList } from '../army/read-list.js';
import { validateRoster } from '../army/validate-roster.js';
import { completeList, fillIn } from './complete-list.js';

const NECRONS = tabletopArmy('Xenos - Necrons', {
  factions: 1,
  unitsPerFaction: 4,
  libraries: 1,
  unitsPerLibrary: 4,
});

function completed(units: readonly { name: string; number?: number }[], limits?: Record<string, number>) {
  const filled = fillIn(units, NECRONS);
  const done = completeList({ forces: [{ force: 'Army Roster', units: filled }], ...(limits && { limits }) }, NECRONS);
  const { roster, unknown } = readList(done.list, NECRONS);
  expect(unknown).toEqual([]);
  expect(validateRoster(roster)).toEqual(done.verdict);
  return { ...done, broken: done.verdict.violations.map(({ message }) => message) };
}

const UNITS = [{ name: 'Overlord' }, { name: 'Necron Warriors', number: 20 }, { name: 'Monolith' }];

describe('a list as people write it down', () => {
  it('is legal with what it leaves open, which is told', () => {
    const { verdict, chosen } = completed(UNITS);
    expect(verdict).toMatchObject({ legal: true, costs: { pts: 685 } });
    expect(chosen).toEqual([
      'Detachment Choice: Awakened Dynasty',
      'Battle Size: 1. Incursion (1000 Point limit)',
      'Warlord: Overlord',
    ]);
  });

  it('is of the size of battle that its limit says', () => {
    expect(completed(UNITS, { pts: 2_000 }).chosen).toContain('Battle Size: 2. Strike Force (2000 Point limit)');
  });

  it('breaks the rules that no choice mends, and those alone', () => {
    expect(completed([...UNITS, ...Array.from({ length: 3 }, () => ({ name: 'Monolith' }))]).broken).toEqual([
      'Monolith: 4 in Army Roster; at most 3 allowed.',
      'Monolith: 4 in the list; at most 3 allowed.',
    ]);
    expect(completed(UNITS, { pts: 600 }).broken).toEqual(['The list costs 685 pts; 600 are allowed.']);
  });

  it('has no unit added: who leads it has to be named', () => {
    const { broken, list } = completed([{ name: 'Monolith' }]);
    expect(broken.map((one) => one.split(':')[0])).toEqual(['Character', 'Warlord']);
    expect(list.forces[0]!.units.map(({ name }) => name)).toHaveLength(3);
  });

  it('keeps the choices that it names', () => {
    const { chosen, verdict } = completed([...UNITS, { name: 'Battle Size' }]);
    expect(verdict.legal).toBe(true);
    expect(chosen).toEqual(['Detachment Choice: Awakened Dynasty', 'Warlord: Overlord']);
  });
});
