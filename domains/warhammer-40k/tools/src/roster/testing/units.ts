import { listOf, type CatalogueRecord } from '../../catalogue/index.js';
import { CAMPAIGN, CORE_RULES, roleId, ruleId, WARLORD, type Role } from './game-system.js';
import {
  ability,
  categoryLink,
  condition,
  costs,
  entry,
  exactly,
  group,
  hiddenWithout,
  infoLink,
  limit,
  link,
  pointsFrom,
  POINTS,
  profile,
} from './nodes.js';
import type { Words } from './words.js';

/** Published facts of a unit; the rest is invented. */
export interface UnitFacts {
  readonly name: string;
  readonly role: Role;
  /** Models at the least and at the most, and the points of both. */
  readonly models: readonly [least: number, most: number];
  readonly points: readonly [least: number, most: number];
  /** Core rules that it has, besides invented ones. */
  readonly rules?: readonly string[];
  /** An option of its own that is no weapon. */
  readonly wargear?: string;
  /** Name of a faction that draws on it and does not see this unit. */
  readonly notFor?: string;
  /** Factions that it is of, as its keywords name them. */
  readonly factions?: readonly string[];
  /** Whether armies of other catalogues that draw on its own do not have it. */
  readonly isOwn?: boolean;
}

export interface UnitSetting {
  /** Begins all ids of the unit. */
  readonly id: string;
  readonly keywords: readonly string[];
  /** Shared weapons, by id and name. */
  readonly arms: readonly { readonly id: string; readonly name: string }[];
  /** Of the weapon that models have besides theirs. */
  readonly blade: string;
  /** Of shared options: a group that links to them. */
  readonly wargear: string;
  /** Of the enhancements of the faction, and of the rules of its detachments; absent for a library. */
  readonly enhancements?: string;
  readonly detachmentRules?: string;
  /** Choice without which it is hidden. */
  readonly hiddenWithout?: string;
  readonly words: Words;
}

/** A unit as data sets write it: model entries, choices of weapons behind links, points by the number of models. */
export function unitOf(facts: UnitFacts, setting: UnitSetting): CatalogueRecord {
  const { name, role, models, points } = facts;
  const { id, keywords, words, enhancements } = setting;
  const [least, most] = models;
  const isHero = role === 'Character' || role === 'Epic Hero';
  const singular = name.replace(/s$/, '');
  const entryLinks = [
    link(`${id}-campaign`, 'Campaign', CAMPAIGN, { type: 'selectionEntryGroup' }),
    link(`${id}-wargear`, 'Wargear', setting.wargear, { type: 'selectionEntryGroup' }),
    ...(isHero ? [link(`${id}-warlord`, 'Warlord', WARLORD)] : []),
    ...(role === 'Character' && enhancements !== undefined
      ? [link(`${id}-enhancements`, 'Enhancements', enhancements, { type: 'selectionEntryGroup' })]
      : []),
  ];
  const abilities = Array.from({ length: 2 }, (_, at) => ability(`${id}-a${at}`, words.thing(), words.sentences(2)));
  if (isHero)
    abilities.push(
      ability(`${id}-lead`, 'Leader', `This model can be attached to the following units: ■ ${words.squad()}`),
    );
  return entry(most > 1 ? 'unit' : 'model', id, name, {
    publicationId: 'pub-core',
    page: String(words.number(1, 200)),
    constraints: [limit(`${id}-max`, 'max', role === 'Epic Hero' ? 1 : role === 'Battleline' ? 6 : 3, 'roster')],
    modifiers: [
      ...(most > least ? [pointsFrom(least + 1, points[1], id)] : []),
      ...(setting.hiddenWithout === undefined ? [] : [hiddenWithout(setting.hiddenWithout, 'force')]),
    ],
    profiles: [statisticsOf(id, name, words), ...abilities],
    infoLinks: [
      ...[...new Set([...(facts.rules ?? []), ...words.some(CORE_RULES, 4)])].map((rule) =>
        infoLink(`${id}-${ruleId(rule)}`, rule, ruleId(rule)),
      ),
      ...(setting.detachmentRules === undefined
        ? []
        : [infoLink(`${id}-rules`, 'Detachment Rules', setting.detachmentRules, 'infoGroup')]),
    ],
    categoryLinks: [
      categoryLink(`${id}-role`, role, roleId(role), true),
      categoryLink(`${id}-own`, name, `${id}-cat`),
      ...keywords.map((keyword) => categoryLink(`${id}-${roleId(keyword)}`, keyword, roleId(keyword))),
    ],
    ...withOption(
      most > 1 ? modelsOf(singular, facts, setting) : { selectionEntryGroups: armsOf(id, setting, 3) },
      id,
      facts.wargear,
    ),
    entryLinks,
    costs: costs(points[0]),
  });
}

/** With an option that each unit may take once, and that has an ability in the place of a weapon. */
function withOption(parts: CatalogueRecord, id: string, name: string | undefined): CatalogueRecord {
  if (name === undefined) return parts;
  const option = entry('upgrade', `${id}-option`, name, {
    constraints: [limit(`${id}-option-max`, 'max', 1)],
    profiles: [ability(`${id}-option-p`, name, 'The bearer has a Wounds characteristic of one more.')],
  });
  return { ...parts, selectionEntries: [...listOf(parts, 'selectionEntries'), option] };
}

/** A group of models that differ in one weapon, of which they may be any; or a leader, and a group with a few special ones. */
function modelsOf(singular: string, { models: [least, most] }: UnitFacts, setting: UnitSetting): CatalogueRecord {
  const { id, words } = setting;
  if (words.number(0, 2) === 0 || least >= 10) {
    // The group and its models share the id of their limit, as they do in published files.
    const greatest = limit(`${id}-m-max`, 'max', most);
    return {
      selectionEntryGroups: [
        group(`${id}-m`, `${least}-${most} ${singular}s`, {
          defaultSelectionEntryId: `${id}-m0`,
          constraints: [limit(`${id}-m-min`, 'min', least), greatest],
          selectionEntries: words.some(setting.arms, 2).map((arm, at) =>
            entry('model', `${id}-m${at}`, `${singular} w/ ${arm.name}`, {
              constraints: [greatest],
              selectionEntries: [heldArm(`${id}-m${at}`, arm.name, words)],
              entryLinks: [link(`${id}-m${at}-c`, 'Close combat weapon', setting.blade)],
            }),
          ),
        }),
      ],
    };
  }
  const kinds = ['with main weapon', 'with special weapon', 'with heavy weapon'];
  return {
    selectionEntries: [
      entry('model', `${id}-s`, `${singular} Leader`, {
        constraints: exactly(`${id}-s`, 1, 1),
        selectionEntryGroups: armsOf(`${id}-s`, setting, 2),
      }),
    ],
    selectionEntryGroups: [
      group(`${id}-g`, `${least - 1}-${most - 1} ${singular}s`, {
        defaultSelectionEntryId: `${id}-g0`,
        constraints: exactly(`${id}-g`, least - 1, most - 1),
        selectionEntries: kinds.map((kind, at) =>
          entry('model', `${id}-g${at}`, `${singular} ${kind}`, {
            constraints: at === 0 ? [] : [limit(`${id}-g${at}-max`, 'max', at)],
            // A second heavy weapon for a unit of full size.
            modifiers:
              at === 2
                ? [
                    {
                      ...{ type: 'increment', value: 1, field: `${id}-g${at}-max` },
                      conditions: [condition('atLeast', most, 'model', id)],
                    },
                  ]
                : [],
            selectionEntryGroups: armsOf(`${id}-g${at}`, setting, 1),
          }),
        ),
      }),
    ],
  };
}

/** Groups of weapons: one of its own, written out in each model that has it, and shared ones behind links. */
function armsOf(id: string, { arms, words }: UnitSetting, groups: number): CatalogueRecord[] {
  return Array.from({ length: groups }, (_, at) => {
    const own = `${id}-w${at}`;
    return group(`${own}-g`, at === 0 ? 'Weapons' : `Weapon ${at + 1}`, {
      // Default weapons: a shared one, by its link, and besides it one for hand-to-hand fighting.
      defaultSelectionEntryId: at === 0 ? `${own}-l0` : own,
      constraints: exactly(`${own}-g`, 1, 1),
      selectionEntries: [
        entry('upgrade', own, 'Close combat weapon', {
          constraints: [limit(`${own}-max`, 'max', 1)],
          profiles: [
            profile(`${own}-p`, 'Close combat weapon', 'Melee Weapons', ['Melee', '2', '4+', '4', '0', '1', '-']),
          ],
        }),
      ],
      entryLinks: words
        .some(arms, 4)
        .map((arm, number) =>
          link(`${own}-l${number}`, arm.name, arm.id, { constraints: [limit(`${own}-l${number}-max`, 'max', 1)] }),
        ),
    });
  });
}

/** A weapon that each model of a unit has, one for each: collective, with a minimum of one. */
export function heldArm(id: string, name: string, words: Words): CatalogueRecord {
  return { ...armOf(`${id}-arm`, name, words), collective: true, constraints: exactly(`${id}-held`, 1, 1) };
}

export function statisticsOf(id: string, name: string, words: Words): CatalogueRecord {
  const number = (min: number, max: number): string => String(words.number(min, max));
  return profile(`${id}-u`, name, 'Unit', [
    ...[`${number(5, 12)}"`, number(3, 12), `${number(2, 5)}+`],
    ...[number(1, 14), `${number(6, 8)}+`, number(0, 5)],
  ]);
}

/** A weapon with one or two modes of fire. */
export function armOf(id: string, name: string, words: Words): CatalogueRecord {
  const isRanged = !/axe|blade|claws|combat|fist|flail|glaive|hammer|maul|pike|spear|staff/.test(name);
  const number = (min: number, max: number): string => String(words.number(min, max));
  const values = [
    ...[isRanged ? `${6 * words.number(2, 8)}"` : 'Melee', number(1, 6), `${number(2, 4)}+`, number(3, 14)],
    ...[`-${number(0, 4)}`, number(1, 3), words.one(CORE_RULES)],
  ];
  const modes = words.number(0, 3) === 0 ? [`➤ ${name} - strike`, `➤ ${name} - sweep`] : [name];
  return entry('upgrade', id, name, {
    profiles: modes.map((mode, at) =>
      profile(`${id}-p${at}`, mode, isRanged ? 'Ranged Weapons' : 'Melee Weapons', values),
    ),
    infoLinks: [infoLink(`${id}-i`, 'Assault', ruleId('Assault'))],
  });
}

/** Enhancements, each hidden where its detachment has not been chosen: one for a hero, three for an army. */
export function enhancementsOf(
  id: string,
  detachments: readonly { readonly id: string; readonly name: string }[],
  words: Words,
  part: number,
): CatalogueRecord {
  return group(id, 'Enhancements', {
    constraints: [limit(`${id}-max`, 'max', 1), { ...limit(`${id}-army`, 'max', 3, 'force') }],
    selectionEntries: detachments.flatMap((detachment, at) =>
      Array.from({ length: Math.ceil(4 * part) }, (_, number) => {
        const own = `${id}-${at}-${number}`;
        const name = words.thing();
        return entry('upgrade', own, name, {
          modifiers: [hiddenWithout(detachment.id, 'force')],
          constraints: [limit(`${id}-of`, 'max', 1), limit(`${own}-max`, 'max', 1, 'roster')],
          profiles: [ability(`${own}-p`, name, words.sentences(2))],
          costs: [{ name: 'pts', typeId: POINTS, value: 5 * words.number(2, 7) }],
        });
      }),
    ),
  });
}
