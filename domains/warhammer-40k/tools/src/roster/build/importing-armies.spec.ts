import { describe, expect, it } from '@jest/globals';
import { DataSet } from '../../catalogue/index.js';
import { tabletopArmy } from '../../../test/tabletop.js';
import { readList } from '../army/read-list.js';
import { validateRoster } from '../army/validate-roster.js';
import { armyChoices, armyUnits, isFielded } from './army-options.js';
import { buildList } from './build-list.js';

const SIZE = { factions: 4, unitsPerFaction: 4, libraries: 2, unitsPerLibrary: 4, importing: true };
const armyOf = (name: string): DataSet => tabletopArmy(name, SIZE);
const namesOf = (data: DataSet, isOwn: boolean): string[] =>
  armyUnits(data).flatMap((unit) => (unit.isOwn === isOwn ? [unit.name] : []));

describe('an army whose units come from catalogues that it draws on', () => {
  it.each([
    ['Aeldari - Drukhari', 'Kabalite Warriors', 'Realspace Raiders'],
    ['Aeldari - Ynnari', 'Guardian Defenders', 'Devoted of Ynnead'],
    ['Chaos - Chaos Knights', 'War Dog Brigand', 'Traitoris Lance'],
    ['Xenos - Tyranids', 'Termagants', 'Invasion Fleet'],
    ['Imperium - Adeptus Astartes - Dark Angels', 'Land Raider', 'Gladius Task Force'],
  ])('has a legal list: %s with %s in the %s', (name, unit, detachment) => {
    const data = armyOf(name);
    const built = buildList(data, { limit: 1_000, required: [{ name: unit }], maxSteps: 300 });
    if (built.kind !== 'built') throw new Error(built.reasons.join(' '));
    expect(validateRoster(readList(built.list, data).roster).legal).toBe(true);
    expect(built.units.map((one) => one.name)).toContain(unit);
    expect(built.choices).toContainEqual({ name: 'Detachment', chosen: [detachment] });
  });

  it('has nothing that a catalogue keeps to itself', () => {
    expect(namesOf(armyOf('Aeldari - Drukhari'), true)).toContain('Urien Rakarth');
    const ynnari = armyOf('Aeldari - Ynnari');
    expect(namesOf(ynnari, true)).not.toContain('Urien Rakarth');
    const detachments = armyChoices(ynnari).filter(({ of }) => of === 'Detachment');
    expect(detachments.map(({ name }) => name)).toEqual(['Devoted of Ynnead']);
  });

  it('has for its own what its keywords name, and not what the data hide from it', () => {
    const own = namesOf(armyOf('Aeldari - Drukhari'), true);
    expect(own).toEqual(['Urien Rakarth', 'Kabalite Warriors', 'Archon', 'Ravager', 'Incubi']);
    const eaters = armyOf('Chaos - World Eaters');
    expect(namesOf(eaters, true)).toEqual(['Khorne Berzerkers', 'Master of Executions']);
    expect(namesOf(eaters, false)).toEqual(['Knight Despoiler', 'War Dog Brigand', 'War Dog Karnivore']);
  });

  it('has all of its units for its own where nothing says whose they are', () => {
    const data = armyOf('Aeldari - Drukhari');
    const anonymous = { ...data.primary, name: 'Nameless', selectionEntries: [], entryLinks: [] };
    const units = armyUnits(new DataSet(anonymous, data.related));
    expect(units.map(({ isOwn }) => isOwn)).toEqual([true, true, true, true]);
  });
});

describe('a library', () => {
  it.each([
    ['Aeldari - Ynnari', true],
    ['Aeldari - Aeldari Library', false],
    ['Aeldari - Drukhari', true],
  ])('is an army where it imports the units of others: %s, %s', (name, fielded) => {
    expect(isFielded(armyOf(name).primary)).toBe(fielded);
  });
});
