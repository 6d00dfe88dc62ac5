import { describe, expect, it } from '@jest/globals';
import { findUnits, readCatalogue } from '../catalogue/index.js';
import { tabletopRecords } from '../roster/testing/index.js';
import { askingOf } from '../../test/asking.js';
import { tabletopShelf } from '../../test/tabletop-shelf.js';

const SIZE = { factions: 5, unitsPerFaction: 8, libraries: 2, unitsPerLibrary: 8 };
const told = askingOf(tabletopShelf(SIZE));

describe('what players ask of a large data set', () => {
  it.each([
    ['How many points do 10 Necron Warriors cost?', 'A unit of 10 Necron Warriors costs 90 pts [1].'],
    ['How many points do 20 Necron Warriors cost?', 'A unit of 20 Necron Warriors costs 200 pts [1].'],
    ['How many points does a Monolith cost?', 'A Monolith costs 400 pts [1].'],
    [
      'How many points do 2 Necron Warriors cost?',
      'A unit of Necron Warriors has 10 to 20 models [1], so there is none of 2. A unit of 10 Necron Warriors costs 90 pts [1].',
    ],
    [
      'How many points do 2 units of Necron Warriors cost?',
      '2 units of 10 Necron Warriors cost 90 pts each [1]. In all, the 2 units cost 180 pts.',
    ],
    [
      'How many points do 25 Necron Warriors cost?',
      'A unit of 15 Necron Warriors costs 200 pts [1]. A unit of 10 Necron Warriors costs 90 pts [1]. In all, the 2 units cost 290 pts.',
    ],
    [
      'How many points do 2 Terminator Squads cost?',
      '2 units of 5 Terminator Squad cost 170 pts each [1]. In all, the 2 units cost 340 pts.',
    ],
    ['points of 10 warriors for Necrons', 'A unit of 10 Necron Warriors costs 90 pts [1].'],
    ['Monolith points?', 'A Monolith costs 400 pts [1].'],
    ['How tough is a Land Raider?', expect.stringMatching(/^The toughness \(T\) of Land Raider is \d+ \[1\]\.$/)],
    ['How many points do 5 Custodian Guards cost?', 'A unit of 5 Custodian Guard costs 190 pts [1].'],
    ['How many points do 2 Monoliths cost?', '2 Monolith cost 400 pts each [1]. In all, the 2 units cost 800 pts.'],
    ['How many points do 5 Custodian Guard cost?', 'A unit of 5 Custodian Guard costs 190 pts [1].'],
    [
      'How many points do 2 units of 5 Immortals cost?',
      '2 units of 5 Immortals cost 70 pts each [1]. In all, the 2 units cost 140 pts.',
    ],
    [
      'What is the points cost for Eradicators, Hellblasters, etc.?',
      'A unit of 3 Eradicator Squad costs 95 pts [1]. A unit of 5 Hellblaster Squad costs 115 pts [2]. In all, the 2 units cost 210 pts.',
    ],
  ])('%s', async (question, answer) => {
    expect(await told(question)).toEqual(answer);
  });

  it('are weapons, by the name of the faction and the unit', async () => {
    const text = await told('What weapons can a Space Marine Terminator take?');
    expect(text).toMatch(
      /^The weapons that Terminator Squad can take: ranged: .+; melee: .*Close combat weapon.* \[1\]\.$/,
    );
    expect(await told('What weapons can a Necron Terminator take?')).toBe('');
    // "W" is for wounds, and for nothing else that begins so.
    expect(await told('What are the weapons of a Monolith?')).toMatch(/^The weapons that Monolith can take: /);
    expect(await told('What are the weaknesses of a Monolith?')).toBe('');
  });

  it('is which of two units is better, which is said with what the data tell of both', async () => {
    const text = await told('Which is better, a Dreadnought or a Land Raider?');
    expect(text).toMatch(
      /^Ballistus Dreadnought costs 150 pts \[1\] and has M \d+", T \d+, .* \[2\]\. Land Raider costs 220 pts \[3\] and has .* \[4\]\./,
    );
    expect(text).toMatch(
      / has more (?:[A-Z]+ \(\d+"? against \d+"?\)(?:, )?)+\. .*Which is better depends on what it is for/,
    );
  });

  it.each([
    [
      'Can Terminators deep strike on turn 1?',
      /^Terminator Squad has Deep Strike \[1\]\. Deep Strike: Before the battle .* enemy models \[2\]\. Whether it may do so on turn 1, the data do not say\.$/,
    ],
    [
      'Can I deep strike my Terminators in turn 1?',
      /^Terminator Squad has Deep Strike \[1\]\. .* Whether it may do so in turn 1, the data do not say\.$/,
    ],
    [
      'Could Wolf Guard Terminators with a storm shield fight in the first turn?',
      /^Wolf Guard Terminators can have storm shield \[1\]\. .* whether it may fight in the first turn, so the data do not say\.$/,
    ],
    ['Can my Terminators deep-strike?', /^Yes: Terminator Squad has Deep Strike \[1\]\. Deep Strike: Before/],
    ['Do Wolf Guard Terminators have the Deep Strike ability?', /^Yes: Wolf Guard Terminators has Deep Strike/],
    ['Can a Terminator deep strike in your movement phase?', /^Yes: /],
    ['Can a Monolith hover?', /^(?:No: Monolith does not have Hover; its rules are |Yes: Monolith has Hover)/],
    [
      'Can my Space Wolves Terminators with storm shields fight in turn 1?',
      /^Wolf Guard Terminators can have storm shields \[1\]\. Its rules are Deep Strike, .+ \[2\]\. None of them is about whether it may fight in turn 1, so the data do not say\.$/,
    ],
    ['What are the universal deep strike rules in this game?', /^Deep Strike: Before the battle .* models \[1\]\.$/],
    ['What does Deep Strike do?', /^Deep Strike: Before/],
    ['How does the Deep Strike ability work?', /^Deep Strike: Before/],
  ])('is what a unit may do, and what a rule says: %s', async (question, answer) => {
    expect(await told(question)).toMatch(answer);
  });

  it.each([
    'Can Terminators take a heavy weapon?',
    'Can Dragons deep strike?',
    'Can Terminators with Deep Strike charge?',
    'What are the benefits of the Loyalty rules?',
  ])('is nothing that these tools would guess: %s', async (question) => {
    expect(await told(question)).toBe('');
  });

  it('is which units have the most firepower, by what their weapons do', async () => {
    const text = await told('What units have high firepower output?');
    const outputs = [...text.matchAll(/^- .+: ([\d.]+) for \d+ pts \[\d\]$/gm)].map(([, does]) => Number(does));
    expect(outputs).toHaveLength(8);
    expect(outputs).toEqual([...outputs].sort((a, b) => b - a));
    expect(text).toContain('attacks × chance to hit × damage of all their weapons, before armour');
    expect(await told('Which Necron units have the most firepower?')).toMatch(/^These units of Xenos - Necrons have/);
    expect(await told('What units have the best melee output in the Space Wolves?')).toMatch(
      /^These units of Imperium - Adeptus Astartes - Space Wolves have the most output in close combat/,
    );
  });

  it('is whether a list is legal, as people write one down: with what it leaves open', async () => {
    expect(await told('Is my 1000 point Necron list legal? Overlord, 20 Necron Warriors, Monolith')).toBe(
      'The list is legal: it breaks no rule of Xenos - Necrons. What it leaves open can be chosen so: Detachment Choice: Awakened Dynasty; Battle Size: 1. Incursion (1000 Point limit); Warlord: Overlord. It holds Overlord [1], Necron Warriors [2], Monolith [3] and costs 685 pts.',
    );
    expect(await told('Is this a legal 600 point list for Necrons: Overlord, 20 Necron Warriors, Monolith')).toMatch(
      /^The list is not legal: The list costs 685 pts; 600 are allowed\. It holds /,
    );
  });

  it('are detachments of one faction', async () => {
    expect(await told('What detachments are competitive for Space Marines?')).toBe(
      'The detachments of Imperium - Adeptus Astartes - Space Marines are Gladius Task Force [1], Ironstorm Spearhead [2], Vanguard Spearhead [3]. The data say what each does, not which one wins.',
    );
  });

  it('are detachments of a chapter, which stand in the catalogue that it draws on', async () => {
    expect(await told('What detachments can Space Wolves use?')).toContain(
      'Space Wolves are Gladius Task Force [1], Ironstorm Spearhead [2], Vanguard Spearhead [3], Champions of Russ [4], Saga of the Hunter [5].',
    );
  });

  it('is how an army is built, step by step', async () => {
    expect(await told('How do I build a 2000 point army?')).toBe(
      [
        '1. Choose the size of the battle: 2. Strike Force (2000 Point limit). [1]',
        '2. Choose a faction, such as Chaos - Chaos Space Marines, Imperium - Adeptus Astartes - Space Marines, Imperium - Adeptus Astartes - Space Wolves, and its detachment where it has one. [2]',
        '3. Take at least 1 Character. [3]',
        '4. Take exactly 1 Warlord. [4]',
        '5. Add units of the faction until 2000 points are spent, none more often than its data allow. "Make me a 2000 point Chaos Space Marines list" does it. [5]',
      ].join('\n'),
    );
  });

  it.each([
    ['with two Monoliths', /- Monolith \(400 pts\) \[\d+\]\n- Monolith \(400 pts\)/],
    [
      'with 20 Necron Warriors using the Canoptek Court detachment',
      /Canoptek Court detachment[\s\S]*- 20x Necron Warriors \(200 pts\)/,
    ],
    ['with no vehicles', /^(?![\s\S]*\*\*Vehicle\*\*)Here is a legal/],
    [
      'that is melee heavy',
      /^Here is a legal 2000 point list focused on close combat[\s\S]*whose melee weapons do the most for their points/,
    ],
  ])('is a list as it is asked for: %s', async (wish, expected) => {
    expect(await told(`Make me a 2000 point Necron list ${wish}`)).toMatch(expected);
  });

  it('is reckoned for units of a library, too', async () => {
    const library = [...tabletopRecords(SIZE).values()]
      .map((record) => readCatalogue(record)!)
      .find((one) => one.library)!;
    const { name, costs } = findUnits(library).find(({ type }) => type === 'model')!;
    expect(await told(`How many points do 2 ${name} cost?`)).toContain(
      `2 ${name} cost ${costs[0]!.value} pts each [1].`,
    );
  });

  it.each([
    ['Make me a 2000 point competitive Necron list', 'Xenos - Necrons', 'Awakened Dynasty'],
    ['Make me a 2000 point Space Wolves list', 'Imperium - Adeptus Astartes - Space Wolves', 'Gladius Task Force'],
    ['Build me a 2000 point Space Marine list', 'Imperium - Adeptus Astartes - Space Marines', 'Gladius Task Force'],
    [
      'Build me a competitive 2000 point Space Marine list with lots of firepower',
      'Imperium - Adeptus Astartes - Space Marines',
      'Gladius Task Force',
    ],
  ])('is a list with its detachment, roles, models, points and reasons: %s', async (question, faction, detachment) => {
    const text = await told(question);
    expect(text).toContain(
      ` to build for ${faction} (Army Roster), using the ${detachment} detachment and Battle Size: 2. Strike Force`,
    );
    expect(text).toMatch(/\n\n\*\*Character\*\*\n- /);
    expect(text).toMatch(/\n- (?:\d+x )?[A-Z][\w ]+ \(\d+ pts\) \[1\]/);
    expect(text).toMatch(/It costs \d+ pts of 2000\. Why this list: every rule of the army is kept/);
  });
});
