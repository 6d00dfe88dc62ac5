import type { UnitFacts } from './units.js';

export interface FactionFacts {
  /** As the catalogue is called. */
  readonly name: string;
  /** As its file is called, without the ending, where that is something else. */
  readonly file?: string;
  /** Name of the detachment choice; empty for a chapter, which uses the choice of the faction that it draws on. */
  readonly choice: string;
  /** Names of other factions whose units it can have. */
  readonly draws?: readonly string[];
  readonly detachments: readonly string[];
  /** Further detachments, each for a chapter alone: hidden from any army that is not of its catalogue. */
  readonly ofChapters?: readonly { readonly chapter: string; readonly detachments: readonly string[] }[];
  /** Whether armies of other catalogues that draw on this one do not have the choice of its detachment. */
  readonly isChoiceOwn?: boolean;
  readonly units: readonly UnitFacts[];
}

export const SPACE_MARINES = 'Imperium - Adeptus Astartes - Space Marines';
const SPACE_WOLVES = 'Imperium - Adeptus Astartes - Space Wolves';

/** Factions that questions of users name, with sizes and points that were published for some of their units. */
export const FACTION_FACTS: readonly FactionFacts[] = [
  {
    name: 'Xenos - Necrons',
    file: 'Necrons',
    choice: 'Detachment Choice',
    detachments: ['Awakened Dynasty', 'Canoptek Court', 'Hypercrypt Legion'],
    units: [
      { name: 'Necron Warriors', role: 'Battleline', models: [10, 20], points: [90, 200] },
      { name: 'Immortals', role: 'Battleline', models: [5, 10], points: [70, 150] },
      { name: 'Monolith', role: 'Vehicle', models: [1, 1], points: [400, 400] },
      { name: 'Overlord', role: 'Character', models: [1, 1], points: [85, 85] },
      { name: 'Lord [Legends]', role: 'Character', models: [1, 1], points: [60, 60] },
    ],
  },
  {
    name: SPACE_MARINES,
    file: 'Imperium - Space Marines',
    choice: 'Detachment',
    detachments: ['Gladius Task Force', 'Ironstorm Spearhead', 'Vanguard Spearhead'],
    ofChapters: [{ chapter: SPACE_WOLVES, detachments: ['Champions of Russ', 'Saga of the Hunter'] }],
    units: [
      { name: 'Hellblaster Squad', role: 'Infantry', models: [5, 10], points: [115, 230] },
      { name: 'Eradicator Squad', role: 'Infantry', models: [3, 6], points: [95, 190] },
      { name: 'Captain in Terminator Armour', role: 'Character', models: [1, 1], points: [95, 95] },
      {
        ...{ name: 'Terminator Squad', role: 'Infantry', models: [5, 10], points: [170, 340] },
        rules: ['Deep Strike'],
      },
      { name: 'Tactical Squad', role: 'Battleline', models: [10, 10], points: [140, 140], notFor: SPACE_WOLVES },
      { name: 'Intercessor Squad', role: 'Battleline', models: [5, 10], points: [80, 160] },
      { name: 'Ballistus Dreadnought', role: 'Vehicle', models: [1, 1], points: [150, 150] },
      { name: 'Land Raider', role: 'Vehicle', models: [1, 1], points: [220, 220] },
    ],
  },
  {
    name: 'Imperium - Adeptus Custodes',
    choice: 'Detachment Choice',
    detachments: ['Shield Host', 'Talons of the Emperor', 'Auric Champions'],
    units: [{ name: 'Custodian Guard', role: 'Battleline', models: [4, 5], points: [150, 190] }],
  },
  {
    name: SPACE_WOLVES,
    file: 'Imperium - Space Wolves',
    choice: '',
    draws: [SPACE_MARINES],
    detachments: [],
    units: [
      {
        ...{ name: 'Wolf Guard Terminators', role: 'Infantry', models: [5, 10], points: [170, 340] },
        ...{ rules: ['Deep Strike'], wargear: 'Storm Shield' },
      },
      { name: 'Thunderwolf Cavalry', role: 'Mounted', models: [3, 6], points: [115, 230] },
    ],
  },
  {
    name: 'Chaos - Chaos Space Marines',
    choice: 'Detachment',
    detachments: ['Pactbound Zealots', 'Veterans of the Long War'],
    units: [
      { name: 'Chaos Terminator Squad', role: 'Infantry', models: [5, 10], points: [180, 360] },
      { name: 'Legionaries', role: 'Battleline', models: [5, 10], points: [90, 180] },
    ],
  },
];
