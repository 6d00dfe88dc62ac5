import { describe, expect, it } from '@jest/globals';
import { askedCharacteristic } from './asked-characteristic.js';
import { askedList } from './asked-list.js';
import { askedPoints } from './asked-points.js';
import { askedVerdict } from './asked-verdict.js';
import { askedArmyRules, askedComparison, askedDetachments, askedWeapons } from './asked-about.js';
import { askedAbility, askedRanking, askedRule } from './asked-rules.js';
import { listedUnits } from './listed-units.js';

const ALL = [
  ...[askedPoints, askedVerdict, askedList, askedCharacteristic],
  ...[askedWeapons, askedComparison, askedDetachments, askedArmyRules],
  ...[askedAbility, askedRanking, askedRule],
];
const one = (name: string, number = 1) => ({ name, number });

describe('units as a sentence lists them', () => {
  it.each([
    ['2 Thornguard, a Root Mother and 3x Moss Boar', [one('Thornguard', 2), one('Root Mother'), one('Moss Boar', 3)]],
    ['- 1 Briar Warden\n- two Thornguard', [one('Briar Warden'), one('Thornguard', 2)]],
    [
      '2 units of 10 Thornguard, 10x Hedge Runners',
      [{ ...one('Thornguard', 2), models: 10 }, one('Hedge Runners', 10)],
    ],
    ['a squad of five Moss Boars', [{ ...one('Moss Boars'), models: 5 }]],
    ['Callis and Toll, and the Old Watch.', [one('Callis and Toll'), one('Old Watch')]],
    ['2 units of Thornguard', [one('Thornguard'), one('Thornguard')]],
    ['a unit of Thornguard and twenty Moss Boars', [one('Thornguard'), one('Moss Boars', 20)]],
    ['a 10-man squad of Thornguard', [{ ...one('Thornguard'), models: 10 }]],
    ['', []],
  ])('%j', (text, units) => {
    expect(listedUnits(text)).toEqual(units);
  });
});

describe('what a question asks of an army', () => {
  it.each([
    ['How many points do 2 Thornguard cost?', [one('Thornguard', 2)]],
    ['How many points is a Root Mother?', [one('Root Mother')]],
    ['How many points does a Monolith cost?', [one('Monolith')]],
    ['How many points do 10 Necron Warriors cost?', [one('Necron Warriors', 10)]],
    ['What is the points cost for Eradicators, Hellblasters, etc.?', [one('Eradicators'), one('Hellblasters')]],
    ['What do 2 Thornguard and a Root Mother cost together?', [one('Thornguard', 2), one('Root Mother')]],
    ['What do 2 Thornguard cost?', [one('Thornguard', 2)]],
    ['how much are 5 Custodian Guards worth in points', [one('Custodian Guards', 5)]],
    ['Can you tell me how many points 10 Necron Warriors cost?', [one('Necron Warriors', 10)]],
    ['Points for 2 units of Immortals?', [one('Immortals'), one('Immortals')]],
    ['How many points does a Captain in Terminator Armour cost in total?', [one('Captain in Terminator Armour')]],
  ])('are points: %j', (question, units) => {
    expect(askedPoints(question)).toEqual({ units });
  });

  it('is a verdict on a list, for a faction and within a limit where it names them', () => {
    expect(askedVerdict('Is this list legal: Briar Warden, 2 Thornguard')).toEqual({
      units: [one('Briar Warden'), one('Thornguard', 2)],
    });
    expect(askedVerdict('Is this 1,000 points list for the Thornwood Host legal: Root Mother')).toEqual({
      ...{ units: [one('Root Mother')], faction: 'Thornwood Host', points: 1_000 },
    });
  });

  it('is a list for a limit, with what it must and must not hold', () => {
    expect(
      askedList('Build a list of 1,000 points for the Thornwood Host with 2 Thornguard without Moss Boar.'),
    ).toEqual({
      ...{ faction: 'Thornwood Host', points: 1_000, chosen: [] },
      ...{ required: [one('Thornguard', 2)], excluded: ['Moss Boar'] },
    });
    expect(askedList('Build a list for the Thornwood Host')).toBeNull();
    expect(askedList('How do I build a 2000 point army?')).toBeNull();
  });

  it.each([
    ['Make me a 2000 point competitive Necron list', { faction: 'Necron', points: 2_000 }],
    ['Build me a 2000 point Space Marine list', { faction: 'Space Marine', points: 2_000 }],
    [
      'Build me a competitive 2000 point Space Marine list with lots of firepower',
      { faction: 'Space Marine', points: 2_000, emphasis: 'ranged' },
    ],
    [
      'Create a 1,000-point Thornwood army with a Root Mother',
      { faction: 'Thornwood', points: 1_000, required: [one('Root Mother')] },
    ],
  ])('is a list with the faction before it: %j', (question, asked) => {
    expect(askedList(question)).toEqual({ required: [], excluded: [], chosen: [], ...asked });
  });

  it.each([
    ['Make me a 2000 point Necron list with two Monoliths', { required: [one('Monoliths', 2)] }],
    ['Make me a melee heavy 2000 point Necron list', { emphasis: 'melee' }],
    ['Make me a 2000 point Necron list, melee-focused', { emphasis: 'melee' }],
    ['Make me a 2000 point shooty Necron list', { emphasis: 'ranged' }],
    ['Make me a 2000 point Necron list with lots of vehicles', { emphasis: 'vehicles' }],
    ['Make me a 2000 point Necron list focused on close combat', { emphasis: 'melee' }],
    ['Make me a 2000 point Necron list, no vehicles', { excluded: ['vehicles'] }],
    ['Make me a 2000 point Necron list with no vehicles and no Monoliths', { excluded: ['vehicles', 'Monoliths'] }],
    ['Make me a 2000 point Necron list without any vehicles', { excluded: ['vehicles'] }],
    ['Make me a 2000 point Necron list using the Canoptek Court detachment', { chosen: ['Canoptek Court'] }],
    [
      'Make me a 2000 point list for Necrons in the Canoptek Court detachment',
      { faction: 'Necrons', chosen: ['Canoptek Court'] },
    ],
    [
      'Please build me an army of 2,000 points for the Necrons with a Captain in Terminator Armour and 20 Warriors but no vehicles',
      {
        ...{ faction: 'Necrons', excluded: ['vehicles'] },
        required: [one('Captain in Terminator Armour'), one('Warriors', 20)],
      },
    ],
    [
      'I want a 2000pts Necron army list led by an Overlord with Translocation Shroud',
      { required: [one('Overlord with Translocation Shroud')] },
    ],
  ])('says what the list is to have, to leave out and to be strong in: %j', (question, asked) => {
    expect(askedList(question)).toEqual({
      ...{ faction: 'Necron', points: 2_000, required: [], excluded: [], chosen: [] },
      ...asked,
    });
  });

  it('is read in a time that grows with the question', () => {
    const units = ['1', '1,', ' ', 'a ', 'of ', "s' ", 'for the ', 'with no ', 'lots of ', ':', '2k ', 'in a '];
    const begins = [
      'how many points do ',
      'what is the ',
      'what ',
      'is this list legal',
      'make me a ',
      'is ',
      'explain ',
    ];
    for (const unit of units)
      for (const begin of begins)
        for (const asked of ALL) expect(() => asked(`${begin}${unit.repeat(1_900 / unit.length)}!`)).not.toThrow();
  });

  it.each([
    [askedWeapons, 'What weapons can a Space Marine Terminator take?', { unit: 'Space Marine Terminator' }],
    [askedWeapons, 'Which wargear does the Heron Captain have?', { unit: 'Heron Captain' }],
    [askedComparison, 'Which is better, a Dreadnought or a Land Raider?', { units: ['Dreadnought', 'Land Raider'] }],
    [askedComparison, 'Compare the Overlord with a Royal Warden', { units: ['Overlord', 'Royal Warden'] }],
    [askedDetachments, 'What detachments are competitive for Space Marines?', { faction: 'Space Marines' }],
    [askedDetachments, 'Which detachments can the Necrons take?', { faction: 'Necrons' }],
    [askedArmyRules, 'How do I build a 2000 point army?', { points: 2_000 }],
  ] as const)('is something else that a tool knows: %p %j', (read, question, asked) => {
    expect(read(question)).toEqual(asked);
    expect(ALL.filter((other) => other(question) !== null)).toEqual([read]);
  });

  it('is a value of a profile', () => {
    expect(askedCharacteristic('What is the Toughness of the Briar Warden?')).toEqual({
      ...{ characteristic: 'Toughness', unit: 'Briar Warden' },
    });
    expect(askedCharacteristic("What is a Terminator's toughness?")).toEqual({
      ...{ characteristic: 'toughness', unit: 'Terminator' },
    });
    expect(askedCharacteristic('What Save does Briar Warden have?')).toEqual({
      ...{ characteristic: 'Save', unit: 'Briar Warden' },
    });
  });

  it.each(['Who keeps the lamp?', 'How many points win the game?', 'x'.repeat(5_000), ''])(
    'is none of this: %j',
    (question) => {
      for (const asked of ALL) expect(asked(question)).toBeNull();
    },
  );
});
