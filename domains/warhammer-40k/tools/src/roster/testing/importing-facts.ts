import { SPACE_MARINES, type FactionFacts } from './faction-facts.js';

interface ImportingFacts extends FactionFacts {
  /** Whether the file is marked as a library: some are that people field as an army all the same. */
  readonly isLibrary?: boolean;
}

const LIBRARY = { choice: '', detachments: [], isLibrary: true } as const;
const AELDARI = 'Aeldari - Aeldari Library';
const DRUKHARI = 'Aeldari - Drukhari';
const YNNARI = 'Aeldari - Ynnari';
const CHAOS_KNIGHTS = 'Chaos - Chaos Knights Library';
const TYRANIDS = 'Library - Tyranids';

/**
 * Armies that have nearly all of their units at the root of catalogues that they draw on, with those catalogues. Names, sizes and
 * roles are those of a known game; points are invented.
 */
export const IMPORTING_FACTS: readonly ImportingFacts[] = [
  {
    ...LIBRARY,
    name: AELDARI,
    units: [
      { ...battleline('Kabalite Warriors', [10, 10], [110, 110]), factions: ['Drukhari', 'Ynnari'] },
      { ...battleline('Guardian Defenders', [11, 11], [100, 100]), factions: ['Ynnari'], notFor: DRUKHARI },
      { name: 'Archon', role: 'Character', models: [1, 1], points: [85, 85], factions: ['Drukhari', 'Ynnari'] },
      { name: 'Ravager', role: 'Vehicle', models: [1, 1], points: [110, 110], factions: ['Drukhari', 'Ynnari'] },
      { name: 'Incubi', role: 'Infantry', models: [5, 10], points: [85, 170], factions: ['Drukhari', 'Ynnari'] },
      {
        name: 'Wraithlord',
        role: 'Monster',
        models: [1, 1],
        points: [140, 140],
        factions: ['Ynnari'],
        notFor: DRUKHARI,
      },
    ],
  },
  {
    name: DRUKHARI,
    choice: 'Detachment',
    isChoiceOwn: true,
    draws: [AELDARI],
    detachments: ['Realspace Raiders', 'Skysplinter Assault'],
    units: [
      {
        name: 'Urien Rakarth',
        role: 'Epic Hero',
        models: [1, 1],
        points: [90, 90],
        isOwn: true,
        factions: ['Drukhari'],
      },
    ],
  },
  {
    name: YNNARI,
    isLibrary: true,
    choice: 'Detachment',
    draws: [AELDARI, DRUKHARI],
    detachments: ['Devoted of Ynnead'],
    units: [{ name: 'Yvraine', role: 'Epic Hero', models: [1, 1], points: [100, 100], factions: ['Ynnari'] }],
  },
  {
    ...LIBRARY,
    name: CHAOS_KNIGHTS,
    units: [
      { name: 'Knight Despoiler', role: 'Character', models: [1, 1], points: [390, 390], factions: ['Chaos Knights'] },
      { ...battleline('War Dog Brigand', [1, 1], [170, 170]), factions: ['Chaos Knights'] },
      { ...battleline('War Dog Karnivore', [1, 1], [140, 140]), factions: ['Chaos Knights'] },
    ],
  },
  {
    name: 'Chaos - Chaos Knights',
    choice: 'Detachment',
    draws: [CHAOS_KNIGHTS],
    detachments: ['Traitoris Lance', 'Infernal Lance'],
    units: [],
  },
  {
    ...LIBRARY,
    name: TYRANIDS,
    units: [
      { ...battleline('Termagants', [10, 20], [60, 120]), factions: ['Tyranids'] },
      { name: 'Hive Tyrant', role: 'Character', models: [1, 1], points: [195, 195], factions: ['Tyranids'] },
      { name: 'Carnifexes', role: 'Monster', models: [1, 2], points: [115, 230], factions: ['Tyranids'] },
      { name: 'Tyranid Warriors', role: 'Infantry', models: [3, 6], points: [75, 150], factions: ['Tyranids'] },
    ],
  },
  {
    name: 'Xenos - Tyranids',
    file: 'Tyranids',
    choice: 'Detachment Choice',
    draws: [TYRANIDS],
    detachments: ['Invasion Fleet', 'Crusher Stampede'],
    units: [{ name: 'Exocrine', role: 'Monster', models: [1, 1], points: [140, 140], factions: ['Tyranids'] }],
  },
  {
    name: "Xenos - T'au Empire",
    file: "T'au Empire",
    choice: 'Detachment',
    detachments: ['Kauyon', "Mont'ka"],
    units: [
      { ...battleline('Strike Team', [10, 10], [75, 75]), factions: ["T'au Empire"] },
      { name: 'Cadre Fireblade', role: 'Character', models: [1, 1], points: [50, 50], factions: ["T'au Empire"] },
      { name: 'Riptide Battlesuit', role: 'Vehicle', models: [1, 1], points: [180, 180], factions: ["T'au Empire"] },
    ],
  },
  {
    name: 'Chaos - World Eaters',
    choice: 'Detachment',
    draws: [CHAOS_KNIGHTS],
    detachments: ['Berzerker Warband'],
    units: [
      { ...battleline('Khorne Berzerkers', [10, 20], [180, 360]), factions: ['World Eaters'] },
      { name: 'Master of Executions', role: 'Character', models: [1, 1], points: [75, 75], factions: ['World Eaters'] },
    ],
  },
  {
    name: 'Imperium - Adeptus Astartes - Dark Angels',
    file: 'Imperium - Dark Angels',
    choice: '',
    draws: [SPACE_MARINES],
    detachments: [],
    units: [{ name: 'Deathwing Knights', role: 'Infantry', models: [5, 10], points: [250, 500] }],
  },
];

function battleline(name: string, models: readonly [number, number], points: readonly [number, number]) {
  return { name, role: 'Battleline', models, points } as const;
}
