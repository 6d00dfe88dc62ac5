import { describe, expect, it } from '@jest/globals';
import { askingOf } from '../../test/asking.js';
import { tabletopShelf } from '../../test/tabletop-shelf.js';

const told = askingOf(
  tabletopShelf({ factions: 5, unitsPerFaction: 4, libraries: 2, unitsPerLibrary: 4, importing: true }),
);

describe('an army that has its units from catalogues that it draws on', () => {
  it.each([
    ['Tyranids', 'Xenos - Tyranids'],
    ['Tyranid', 'Xenos - Tyranids'],
    ['Dark Angels', 'Imperium - Adeptus Astartes - Dark Angels'],
    ['Imperium - Adeptus Astartes - Dark Angels', 'Imperium - Adeptus Astartes - Dark Angels'],
    ['Drukhari', 'Aeldari - Drukhari'],
    ['Ynnari', 'Aeldari - Ynnari'],
    ['Chaos Knights', 'Chaos - Chaos Knights'],
    ['World Eaters', 'Chaos - World Eaters'],
    ['Custodes', 'Imperium - Adeptus Custodes'],
    ['Space Marine', 'Imperium - Adeptus Astartes - Space Marines'],
    ['Adeptus Astartes', 'Imperium - Adeptus Astartes - Space Marines'],
    ['Tau', "Xenos - T'au Empire"],
    ["T'au", "Xenos - T'au Empire"],
  ])('is found and built for: %s is %s', async (said, faction) => {
    expect(await told(`Make me a 1000 point ${said} list`)).toContain(`list to build for ${faction} (Army Roster)`);
  });

  it('is told of by its name, not by that of a library that nobody fields', async () => {
    await expect(told('Make me a 1000 point Aeldari Library list')).rejects.toThrow(
      /^There is no faction "Aeldari Library": there are Aeldari - Drukhari,/,
    );
  });

  it('has its detachments, and not those that another keeps to itself', async () => {
    expect(await told('Which detachments can Ynnari use?')).toMatch(
      /^The detachments of Aeldari - Ynnari are Devoted of Ynnead \[1\]\./,
    );
  });

  it('has units that are reckoned by its name and theirs', async () => {
    expect(await told('How many points do 10 Drukhari Kabalite Warriors cost?')).toBe(
      'A unit of 10 Kabalite Warriors costs 110 pts [1].',
    );
    // No keyword says so: the army has it from the catalogue that it draws on.
    expect(await told('How many points do 10 Dark Angels Intercessors cost?')).toBe(
      'A unit of 10 Intercessor Squad costs 160 pts [1].',
    );
    expect(await told('How many points do 10 Necron Kabalite Warriors cost?').catch(String)).toContain('no unit');
  });

  it('has its units compared, and not those of its allies', async () => {
    const text = await told('Which World Eaters units have the most melee output?');
    expect(text).toContain('These units of Chaos - World Eaters have');
    expect(text).not.toContain('War Dog');
    expect(await told('Which Tyranid units have the most firepower?')).toContain('- Termagants: ');
  });

  it('is what a list of its units is judged by, whoever defines them', async () => {
    expect(await told('Check this list: Archon, 10 Kabalite Warriors, Urien Rakarth')).not.toContain('not available');
    expect(await told('Check this list: Wraithlord, Guardian Defenders')).not.toContain('not available');
    expect(await told('Check this list for Drukhari: Wraithlord')).toContain('Wraithlord is not available');
  });
});
