import type { CatalogueRecord } from '../model/catalogue-record.js';
import { catalogueXml } from './catalogue-xml.js';
import { FACTION_FACTS, type FactionFacts } from './faction-facts.js';
import { gameSystem, roleId, SYSTEM_ID, type Role } from './game-system.js';
import { ability, categoryLink, entry, exactly, group, link } from './nodes.js';
import { armOf, enhancementsOf, unitOf, type UnitFacts, type UnitSetting } from './units.js';
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
}

/** As many files and bytes as a large published data set: 47 files of 36 MB. */
export const PUBLISHED_SIZE: TabletopSize = { factions: 38, unitsPerFaction: 34, libraries: 8, unitsPerLibrary: 40 };

const KEYWORDS = Array.from({ length: 120 }, (_, at) => `Keyword ${at + 1}`);
const SYSTEM_FILE = 'Warhammer 40,000.gst';

/**
 * A data set with the habits of the large published ones: units behind links from the root of a faction, weapons in shared
 * groups of libraries, campaign options in every unit, points by the number of models, detachments with enhancements.
 *
 * @returns files in their JSON form, by name
 */
export function tabletopRecords(size: TabletopSize): Map<string, CatalogueRecord> {
  const words = new Words(size.seed ?? 1);
  const files = new Map([[SYSTEM_FILE, gameSystem('Warhammer 40,000', KEYWORDS, words)]]);
  const libraries = Array.from({ length: size.libraries }, (_, at) => ({
    id: `lib${at}`,
    name: `Library - ${words.thing()}`,
  }));
  for (const { id, name } of libraries) {
    const units = inventedUnits(size.unitsPerLibrary, words);
    files.set(`${name}.cat`, catalogueOf({ id, name, units, detachments: [], isLibrary: true, libraries: [] }, words));
  }
  for (let at = 0; at < size.factions; at++) {
    const facts: FactionFacts = FACTION_FACTS[at] ?? {
      ...{ name: `Realm - ${words.thing()} Host`, units: [] },
      detachments: [words.thing(), words.thing(), words.thing()],
    };
    const units = [...facts.units, ...inventedUnits(size.unitsPerFaction, words)];
    const drawn = libraries.filter((_, number) => (number + at) % 4 === 0);
    const catalogue = { ...facts, id: `fac${at}`, units, isLibrary: false, libraries: drawn };
    files.set(`${facts.name}.cat`, catalogueOf(catalogue, words));
  }
  return files;
}

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

interface CatalogueFacts extends FactionFacts {
  readonly id: string;
  readonly isLibrary: boolean;
  readonly libraries: readonly { readonly id: string; readonly name: string }[];
}

function catalogueOf(
  { id, name, units, detachments, isLibrary, libraries }: CatalogueFacts,
  words: Words,
): CatalogueRecord {
  const arms = Array.from({ length: 30 }, (_, at) => ({ id: `${id}-arm${at}`, name: words.arm() }));
  const named = detachments.map((detachment, at) => ({ id: `${id}-det${at}`, name: detachment }));
  const enhancements = `${id}-enh`;
  const setting = (at: number): UnitSetting => ({
    ...{ id: `${id}-u${at}`, arms, words, wargear: `${id}-wargear` },
    keywords: words.some(KEYWORDS, 6),
    ...(!isLibrary && { enhancements }),
  });
  const roots = units.map((unit, at) =>
    link(`${id}-root${at}`, unit.name, `${id}-u${at}`, {
      categoryLinks: [categoryLink(`${id}-root${at}-c`, unit.role, roleId(unit.role), true)],
    }),
  );
  return {
    catalogue: {
      ...{ library: isLibrary, id, name, gameSystemId: SYSTEM_ID, gameSystemRevision: 1, revision: 3 },
      ...{ battleScribeVersion: '2.03', type: 'catalogue' },
      catalogueLinks: libraries.map((library) => ({
        ...{ type: 'catalogue', name: library.name, id: `${id}-${library.id}`, targetId: library.id },
        importRootEntries: true,
      })),
      entryLinks: isLibrary ? roots : [...roots, link(`${id}-detachment`, 'Detachment', `${id}-det`)],
      sharedSelectionEntries: [
        ...units.map((unit, at) => unitOf(unit, setting(at))),
        ...arms.map((arm) => armOf(arm.id, arm.name, words)),
        ...(isLibrary ? [] : [detachmentOf(`${id}-det`, named, words)]),
      ],
      sharedSelectionEntryGroups: [
        group(`${id}-wargear`, 'Wargear', {
          entryLinks: words.some(arms, 6).map((arm, at) => link(`${id}-wargear-l${at}`, arm.name, arm.id)),
        }),
        ...(isLibrary ? [] : [enhancementsOf(enhancements, named, words)]),
      ],
      sharedProfiles: Array.from({ length: 5 }, (_, at) => ability(`${id}-sp${at}`, words.thing(), words.sentences(2))),
    },
  };
}

function detachmentOf(id: string, detachments: readonly { id: string; name: string }[], words: Words): CatalogueRecord {
  return entry('upgrade', id, 'Detachment', {
    constraints: exactly(`${id}-of`, 1, 1),
    categoryLinks: [categoryLink(`${id}-c`, 'Configuration', roleId('Configuration'), true)],
    selectionEntryGroups: [
      group(`${id}-g`, 'Detachment', {
        constraints: exactly(`${id}-g`, 1, 1),
        selectionEntries: detachments.map((one) =>
          entry('upgrade', one.id, one.name, {
            rules: [{ name: words.thing(), id: `${one.id}-r`, hidden: false, description: words.sentences(3) }],
          }),
        ),
      }),
    ],
  });
}
