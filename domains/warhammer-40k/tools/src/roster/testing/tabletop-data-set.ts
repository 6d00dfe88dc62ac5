import type { CatalogueRecord } from '../../catalogue/index.js';
import { catalogueXml } from './catalogue-xml.js';
import { FACTION_FACTS, type FactionFacts } from './faction-facts.js';
import { IMPORTING_FACTS } from './importing-facts.js';
import { gameSystem, roleId, SHOW_LEGENDS, SHOW_UNALIGNED, SWITCHES, SYSTEM_ID, type Role } from './game-system.js';
import {
  ability,
  categoryLink,
  condition,
  entry,
  exactly,
  group,
  hiddenWithout,
  infoLink,
  limit,
  link,
} from './nodes.js';
import { armOf, enhancementsOf, heldArm, unitOf, type UnitFacts, type UnitSetting } from './units.js';
import { Words } from './words.js';

export interface TabletopSize {
  /** Catalogues of armies, each after one of `FACTION_FACTS` as far as there are, then invented. */
  readonly factions: number;
  /** Of each faction, besides those that its facts name. */
  readonly unitsPerFaction: number;
  /** Catalogues that armies draw on. */
  readonly libraries: number;
  readonly unitsPerLibrary: number;
  readonly seed?: number;
  /** Whether there are armies, too, whose units come from catalogues that they draw on: `IMPORTING_FACTS`. */
  readonly importing?: boolean;
  /**
   * Of the weapons, enhancements, abilities and campaign options that units share, the part that is there; above 0. They make
   * up most of the text. Default 1.
   */
  readonly optionsPart?: number;
}

/** As many files and bytes as a large published data set: 47 files of 36 MB. */
export const PUBLISHED_SIZE: TabletopSize = { factions: 38, unitsPerFaction: 34, libraries: 8, unitsPerLibrary: 40 };

const KEYWORDS = Array.from({ length: 120 }, (_, at) => `Keyword ${at + 1}`);
const SYSTEM_FILE = 'Warhammer 40,000.gst';

/**
 * A data set with the structure of the large published ones. Units are behind links from the root of a faction. Weapons are
 * in shared groups of libraries. Every unit has campaign options. Points depend on the number of models. Detachments have
 * enhancements.
 *
 * @returns files in their JSON form, by name
 */
export function tabletopRecords(size: TabletopSize): Map<string, CatalogueRecord> {
  const words = new Words(size.seed ?? 1);
  const part = size.optionsPart ?? 1;
  const files = new Map([[SYSTEM_FILE, gameSystem('Warhammer 40,000', KEYWORDS, words, part)]]);
  const libraries = Array.from({ length: size.libraries }, (_, at) => ({
    id: `lib${at}`,
    name: at === UNALIGNED ? 'Unaligned Forces' : `Library - ${words.thing()}`,
  }));
  for (const [at, { id, name }] of libraries.entries()) {
    const units = inventedUnits(size.unitsPerLibrary, words);
    const library = { choice: '', detachments: [], isLibrary: true, draws: [], isHidden: at === UNALIGNED, part };
    files.set(`${name}.cat`, catalogueOf({ id, name, units, ...library }, words));
  }
  for (let at = 0; at < size.factions; at++) {
    const facts: FactionFacts = FACTION_FACTS[at] ?? {
      ...{ name: `Realm - ${words.thing()} Host`, choice: 'Detachment', units: [] },
      detachments: [words.thing(), words.thing(), words.thing()],
    };
    const units = [...facts.units, ...inventedUnits(size.unitsPerFaction, words)];
    const drawn = libraries.filter((_, number) => number === UNALIGNED || (number + at) % 4 === 0);
    const others = (facts.draws ?? []).map((name) => ({ id: factionId(name), name }));
    const catalogue = {
      ...facts,
      id: `fac${at}`,
      units,
      isLibrary: false,
      draws: [...drawn, ...others],
      isHidden: false,
      part,
    };
    files.set(`${facts.file ?? facts.name}.cat`, catalogueOf(catalogue, words));
  }
  for (const facts of size.importing === true ? IMPORTING_FACTS : []) {
    const draws = (facts.draws ?? []).map((name) => ({ id: factionId(name), name }));
    const catalogue = { isLibrary: false, ...facts, id: factionId(facts.name), draws, isHidden: false, part };
    files.set(`${facts.file ?? facts.name}.cat`, catalogueOf(catalogue, words));
  }
  return files;
}

function factionId(name: string): string {
  const at = FACTION_FACTS.findIndex((one) => one.name === name);
  return at < 0 ? `imp${IMPORTING_FACTS.findIndex((one) => one.name === name)}` : `fac${at}`;
}

/** Index of the library whose units are visible only on request. */
const UNALIGNED = 1;

/** The same as files in the XML form. */
export function tabletopDataSet(size: TabletopSize): Map<string, Uint8Array> {
  return new Map(
    [...tabletopRecords(size)].map(([name, record]) => [name, new TextEncoder().encode(catalogueXml(record))]),
  );
}

/** Of several in a row, more squads than anything else. */
const KINDS: readonly Role[] = [
  'Battleline',
  'Infantry',
  'Infantry',
  'Character',
  'Vehicle',
  'Mounted',
  'Monster',
  'Epic Hero',
];

function inventedUnits(count: number, words: Words): UnitFacts[] {
  return Array.from({ length: count }, (_, at): UnitFacts => {
    const role = KINDS[at % KINDS.length] ?? 'Infantry';
    const points = 5 * words.number(10, 40);
    if (role === 'Battleline' || role === 'Infantry' || role === 'Mounted')
      return { name: words.squad(), role, models: [5, 10], points: [points, 2 * points] };
    const name = role === 'Vehicle' || role === 'Monster' ? words.machine() : words.person();
    return { name, role, models: [1, 1], points: [points, points] };
  });
}

interface CatalogueFacts extends Omit<FactionFacts, 'draws'> {
  readonly id: string;
  readonly isLibrary: boolean;
  /** Whether its units are hidden unless they are asked for. */
  readonly isHidden: boolean;
  readonly draws: readonly { readonly id: string; readonly name: string }[];
  /** Of the options: `TabletopSize.optionsPart`. */
  readonly part: number;
}

function catalogueOf(facts: CatalogueFacts, words: Words): CatalogueRecord {
  const { id, name, units, isLibrary, isHidden, draws, choice, part } = facts;
  const arms = Array.from({ length: Math.ceil(30 * part) }, (_, at) => ({
    id: `${id}-arm${at}`,
    name: words.arm(),
  }));
  const hasChoice = choice !== '';
  const chapters = facts.ofChapters ?? [];
  const named = [
    ...facts.detachments.map((one) => ({ name: one })),
    ...chapters.flatMap(({ chapter, detachments }) =>
      detachments.map((one) => ({ name: one, of: factionId(chapter) })),
    ),
  ].map((one, at): Detachment => ({ ...one, id: `${id}-det${at}`, rule: words.thing() }));
  // A chapter has those of the faction that it draws on.
  const shared = hasChoice ? id : (draws.at(-1)?.id ?? id);
  const [enhancements, detachmentRules] = [`${shared}-enh`, `${shared}-rules`];
  const blade = `${id}-blade`;
  const setting = (unit: UnitFacts, at: number): UnitSetting => ({
    ...{ id: `${id}-u${at}`, arms, words, blade, wargear: `${id}-wargear` },
    keywords: [...words.some(KEYWORDS, 6), ...(unit.factions ?? []).map(keywordOf)],
    ...(isHidden && { hiddenWithout: SHOW_UNALIGNED }),
    ...(unit.name.endsWith('[Legends]') && { hiddenWithout: SHOW_LEGENDS }),
    ...(!isLibrary && { enhancements, detachmentRules }),
  });
  // A link has no role of its own: that of its target holds.
  const roots = units.map((unit, at) =>
    link(`${id}-root${at}`, unit.name, `${id}-u${at}`, {
      ...(unit.notFor !== undefined && { modifiers: [hiddenFor('instanceOf', factionId(unit.notFor))] }),
      ...(unit.isOwn === true && { import: false }),
    }),
  );
  return {
    catalogue: {
      ...{ library: isLibrary, id, name, gameSystemId: SYSTEM_ID, gameSystemRevision: 1, revision: 3 },
      ...{ battleScribeVersion: '2.03', type: 'catalogue' },
      // How often a unit may be taken is a limit of the category that has its name; files repeat its id.
      categoryEntries: [
        ...units.map((unit, at) => ({
          ...{ name: unit.name, id: `${id}-u${at}-cat`, hidden: false },
          constraints: [{ ...limit(`${id}-often-${oftenOf(unit)}`, 'max', oftenOf(unit)), scope: 'force' }],
        })),
        ...[...new Set(units.flatMap(({ factions = [] }) => factions))].map((faction) => ({
          ...{ name: keywordOf(faction), id: roleId(keywordOf(faction)), hidden: false },
        })),
      ],
      catalogueLinks: draws.map((one) => ({
        ...{ type: 'catalogue', name: one.name, id: `${id}-${one.id}`, targetId: one.id },
        importRootEntries: true,
      })),
      entryLinks:
        isLibrary && !hasChoice
          ? roots
          : [
              ...roots,
              ...(hasChoice
                ? [
                    link(`${id}-detachment`, choice, `${id}-det`, {
                      ...(facts.isChoiceOwn === true && { import: false }),
                    }),
                  ]
                : []),
              link(`${id}-switches`, 'Show/Hide Options', SWITCHES),
            ],
      sharedSelectionEntries: [
        ...units.map((unit, at) => unitOf(unit, setting(unit, at))),
        ...arms.map((arm) => armOf(arm.id, arm.name, words)),
        { ...heldArm(blade, 'Close combat weapon', words), id: blade },
        ...(hasChoice ? [detachmentOf(`${id}-det`, choice, named)] : []),
      ],
      sharedSelectionEntryGroups: [
        group(`${id}-wargear`, 'Wargear', {
          entryLinks: words.some(arms, 6).map((arm, at) => link(`${id}-wargear-l${at}`, arm.name, arm.id)),
        }),
        ...(hasChoice ? [enhancementsOf(enhancements, named, words, part)] : []),
      ],
      sharedRules: named.map((one) => ({
        ...{ name: one.rule, id: `${one.id}-r`, hidden: false, description: words.sentences(3) },
      })),
      sharedInfoGroups: hasChoice ? [detachmentRulesOf(detachmentRules, named)] : [],
      sharedProfiles: Array.from({ length: Math.ceil(5 * part) }, (_, at) =>
        ability(`${id}-sp${at}`, words.thing(), words.sentences(2)),
      ),
    },
  };
}

/** The category that says whose unit something is. */
function keywordOf(faction: string): string {
  return `Faction: ${faction}`;
}

function oftenOf({ role }: UnitFacts): number {
  return role === 'Epic Hero' ? 1 : role === 'Battleline' ? 6 : 3;
}

interface Detachment {
  readonly id: string;
  readonly name: string;
  readonly rule: string;
  /** Id of the catalogue whose armies alone have it. */
  readonly of?: string;
}

/** Hides something from armies of a catalogue, or from all others. */
function hiddenFor(type: 'instanceOf' | 'notInstanceOf', catalogueId: string): CatalogueRecord {
  return {
    ...{ type: 'set', value: true, field: 'hidden' },
    conditions: [condition(type, 1, catalogueId, 'primary-catalogue')],
  };
}

function detachmentOf(id: string, name: string, detachments: readonly Detachment[]): CatalogueRecord {
  return entry('upgrade', id, name, {
    constraints: exactly(`${id}-of`, 1, 1).map((one) => ({ ...one, scope: 'force' })),
    categoryLinks: [categoryLink(`${id}-c`, 'Configuration', roleId('Configuration'), true)],
    selectionEntryGroups: [
      group(`${id}-g`, 'Detachment', {
        defaultSelectionEntryId: 'none',
        constraints: exactly(`${id}-g`, 1, 1),
        selectionEntries: detachments.map((one) =>
          entry('upgrade', one.id, one.name, {
            infoLinks: [infoLink(`${one.id}-i`, one.rule, `${one.id}-r`)],
            ...(one.of !== undefined && { modifiers: [hiddenFor('notInstanceOf', one.of)] }),
          }),
        ),
      }),
    ],
  });
}

/** Rules that every unit of a faction refers to: those of all detachments, each hidden without its detachment. */
function detachmentRulesOf(id: string, detachments: readonly Detachment[]): CatalogueRecord {
  return {
    ...{ name: 'Detachment Rules', id, hidden: false },
    infoLinks: detachments.map((one) => ({
      ...infoLink(`${one.id}-of`, one.rule, `${one.id}-r`),
      modifiers: [hiddenWithout(one.id, 'force')],
    })),
  };
}
