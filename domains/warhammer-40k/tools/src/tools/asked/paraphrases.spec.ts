import { describe, expect, it } from '@jest/globals';
import { askedArmyRules, askedComparison, askedDetachments, askedWeapons } from './asked-about.js';
import { askedCharacteristic } from './asked-characteristic.js';
import { askedList } from './asked-list.js';
import { askedPoints } from './asked-points.js';
import { askedAbility, askedRanking, askedRule } from './asked-rules.js';
import { askedVerdict } from './asked-verdict.js';

const READERS = [
  ...[askedPoints, askedVerdict, askedList, askedCharacteristic, askedWeapons, askedComparison, askedDetachments],
  ...[askedArmyRules, askedAbility, askedRanking, askedRule],
];

type Reader = (question: string) => object | null;
/** A question that the design documents ask, or that was published, and what people say in its place. */
type Family = readonly [literal: string, reader: Reader, others: readonly string[]];

/** Number and case are the tools' affair, which compare names without them. */
const fold = (inputs: object | null): string =>
  JSON.stringify(inputs)
    .toLowerCase()
    .replace(/(?<=\w)s\b/g, '');

const FAMILIES: readonly Family[] = [
  [
    "What is a Terminator's toughness?",
    askedCharacteristic,
    [
      'What is the toughness of Terminators?',
      'What toughness does a Terminator have?',
      'How much toughness do Terminators have?',
      'How tough is a Terminator?',
      'How tough are Terminators?',
      'Terminator toughness?',
      "Terminator's toughness",
      'Toughness of a Terminator',
      'Tell me the toughness of a Terminator',
      'Give me the toughness of the Terminators, please',
    ],
  ],
  [
    'What is the movement of a Land Raider?',
    askedCharacteristic,
    ['How fast is a Land Raider?', 'How far can a Land Raider move?', "What's a Land Raider's movement?"],
  ],
  [
    'How do I build a 2000 point army?',
    askedArmyRules,
    [
      'How can I make a 2000 point list?',
      'How should I build an army of 2000 points?',
      'How is a 2000 point army built?',
      'What are the steps to build a 2000 point army?',
      'Explain how to build a 2000 point army',
      'How would I go about building a 2000pt army?',
      'How to put together a 2k army',
      'What do I need for a 2000 point army?',
    ],
  ],
  [
    'Which is better, a Dreadnought or a Land Raider?',
    askedComparison,
    [
      "What's better: a Dreadnought or a Land Raider?",
      'Is a Dreadnought better than a Land Raider?',
      'Should I take a Dreadnought or a Land Raider?',
      'How does a Dreadnought compare to a Land Raider?',
      'What is the difference between a Dreadnought and a Land Raider?',
      'Compare a Dreadnought with a Land Raider',
      'Dreadnought vs Land Raider',
      'Dreadnought or Land Raider?',
    ],
  ],
  [
    'Can my Space Wolves Terminators with storm shields fight in turn 1?',
    askedAbility,
    [
      'Do Space Wolves Terminators with storm shields fight in turn 1?',
      'May my Space Wolves Terminators with storm shields fight in turn 1?',
      'Are my Space Wolves Terminators with storm shields able to fight in turn 1?',
      'Are Space Wolves Terminators with storm shields allowed to fight in turn 1?',
      'Will my Space Wolves Terminators with storm shields be able to fight in turn 1?',
      'Is it possible for my Space Wolves Terminators with storm shields to fight in turn 1?',
    ],
  ],
  [
    'Can Terminators deep strike on turn 1?',
    askedAbility,
    [
      'Could a Terminator deep strike on turn 1?',
      'Are Terminators able to deep strike on turn 1?',
      'Is it possible for Terminators to deep strike on turn 1?',
      'May my Terminators deep strike on turn 1?',
      'Tell me, can Terminators deep strike on turn 1?',
    ],
  ],
  [
    'What are the universal deep strike rules in this game?',
    askedRule,
    [
      'What are the deep strike rules?',
      'How does deep strike work?',
      'What does the Deep Strike ability do?',
      'Explain deep strike',
      'Explain the Deep Strike rule to me',
      'Tell me about the Deep Strike rule',
      'What is Deep Strike?',
    ],
  ],
  [
    'Make me a 2000 point competitive Necron list',
    askedList,
    [
      'Build me a 2,000-point Necron list',
      'Make a list of 2000 points for Necrons',
      'I need a 2000pts army for the Necrons',
      'Write a Necron army list, 2000 points',
      'Can you make a Necrons list at 2000 points?',
      'Build a 2000pt Necron army',
      'Create a 2k Necron list',
      'Put together a Necron army of up to 2000 points',
      "I'm looking for a good Necron list worth 2000 points",
      "What's the best 2000 point Necron list?",
      'Help me build a 2000 point Necron list',
      'Suggest a 2000 point Necron list',
      '2000 point Necron list please',
      'Necron list 2000 points',
    ],
  ],
  [
    'What weapons can a Space Marine Terminator take?',
    askedWeapons,
    [
      'Which weapons does a Space Marine Terminator have?',
      'What wargear options do Space Marine Terminators have?',
      'What can a Space Marine Terminator be equipped with?',
      'What is a Space Marine Terminator armed with?',
      'Which weapons are Space Marine Terminators equipped with?',
      'What weapons are available to Space Marine Terminators?',
      'List the weapons of a Space Marine Terminator',
      'What are the weapons of Space Marine Terminators?',
      'Show me the Space Marine Terminator weapons',
      'Space Marine Terminator weapons',
    ],
  ],
  [
    'What detachments are competitive for Space Marines?',
    askedDetachments,
    [
      'Which detachments do Space Marines have?',
      'What detachment should I use for Space Marines?',
      'What is the best detachment for Space Marines?',
      'What are the detachments of the Space Marines?',
      'What are the competitive Space Marine detachments?',
      'Which Space Marine detachments are there?',
      'List the Space Marine detachments',
      'Space Marine detachments?',
    ],
  ],
  [
    'What units have high firepower output?',
    askedRanking,
    [
      'Which units have the most firepower?',
      'Which units deal the most damage at range?',
      'What are the best shooting units?',
      'Show me the strongest ranged units',
      'Which unit has the best shooting?',
    ],
  ],
  [
    'Which Necron units have the best melee output?',
    askedRanking,
    ['What are the best melee units for Necrons?', 'What are the strongest Necron melee units?'],
  ],
  [
    'What is the points cost for Eradicators, Hellblasters, etc.?',
    askedPoints,
    [
      'How much are Eradicators and a Hellblaster?',
      'Points for Eradicators, Hellblasters',
      'What do Eradicators, Hellblasters cost together?',
      "What's the price of Eradicators, Hellblasters?",
      'How many points are Eradicators, Hellblasters in all?',
    ],
  ],
  [
    'How many points does a Monolith cost?',
    askedPoints,
    [
      'how much is a Monolith',
      'How much does a Monolith cost?',
      'How expensive is a Monolith?',
      'What is the points value of a Monolith?',
      'What does a Monolith cost me?',
      'How many points does it cost to take a Monolith?',
      'Monolith points?',
      'Monolith points cost',
      'A Monolith: how many points?',
    ],
  ],
  [
    'How many points do 10 warriors cost for Necrons?',
    askedPoints,
    [
      'points of 10 warriors for Necrons',
      'How much are 10 warriors in a Necrons army?',
      'What would 10 warriors cost for the Necrons?',
      'price of 10 warriors for a Necron army',
    ],
  ],
  [
    'Is this list for Necrons legal: Overlord, 20 Necron Warriors',
    askedVerdict,
    [
      'Is this a legal Necron list: Overlord, 20 Necron Warriors',
      'Is my Necron list legal? Overlord, 20 Necron Warriors',
      'Check this Necron list: Overlord, 20 Necron Warriors',
      'Validate my list for Necrons: Overlord, 20 Necron Warriors',
      'Can I field this Necron army: Overlord, 20 Necron Warriors',
      'Does this list for Necrons follow the rules: Overlord, 20 Necron Warriors',
      'Is this Necron army valid?\n- Overlord\n- 20 Necron Warriors',
    ],
  ],
];

describe.each(FAMILIES)('%s', (literal, reader, others) => {
  it('is read', () => expect(reader(literal)).not.toBeNull());

  it.each(others)('is asked by %j, of the same tool alone', (question) => {
    expect(fold(reader(question))).toBe(fold(reader(literal)));
    expect(READERS.filter((other) => other(question) !== null)).toEqual([reader]);
  });
});

describe('other questions', () => {
  it.each([
    ...['Why do Terminators cost so much?', 'Who wrote the Necron codex?', 'What is the save button for?'],
    ...['What can I do with a list?', 'Show me the house rules', 'What are the detachment constraints?'],
    ...['What is Precision?', 'Explain precision'],
    ...['How many models does a unit of Necron Warriors have?', 'How many points win the game?'],
  ])('are not read: %j', (question) => {
    expect(READERS.filter((reader) => reader(question) !== null)).toEqual([]);
  });
});
