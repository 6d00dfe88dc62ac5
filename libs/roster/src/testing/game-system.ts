import type { CatalogueRecord } from '../model/catalogue-record.js';
import {
  ability,
  categoryLink,
  condition,
  costTypes,
  entry,
  exactly,
  group,
  hiddenWithout,
  limit,
  link,
  POINTS,
  profileTypes,
} from './nodes.js';
import type { Words } from './words.js';

export const SYSTEM_ID = 'sys-0000-0000-0001';
export const CAMPAIGN_FORCE = 'force-campaign';
/** The group of campaign honours that nearly every unit links to, and the one that characters link to. */
export const CAMPAIGN = 'group-campaign';
export const WARLORD = 'entry-warlord';

export const ROLES = ['Epic Hero', 'Character', 'Battleline', 'Infantry', 'Mounted', 'Vehicle', 'Monster'] as const;
export type Role = (typeof ROLES)[number];

/** Rules that units of every faction link to, by what they are called. */
export const CORE_RULES = [
  ...['Deep Strike', 'Leader', 'Stealth', 'Scouts', 'Infiltrators', 'Lone Operative', 'Deadly Demise', 'Feel No Pain'],
  ...['Fights First', 'Hover', 'Firing Deck', 'Assault', 'Heavy', 'Rapid Fire', 'Lethal Hits', 'Sustained Hits'],
  ...['Devastating Wounds', 'Anti-', 'Blast', 'Melta', 'Torrent', 'Twin-linked', 'Pistol', 'Precision', 'Hazardous'],
];

export const roleId = (role: string): string => `cat-${role.toLowerCase().replace(/\W+/g, '-')}`;
export const ruleId = (rule: string): string => `rule-${rule.toLowerCase().replace(/\W+/g, '-')}`;

/** What all armies share: types, categories, forces, battle sizes, core rules, and what campaigns give to any unit. */
export function gameSystem(name: string, keywords: readonly string[], words: Words): CatalogueRecord {
  const categories = ['Configuration', 'Warlord', ...ROLES, ...keywords];
  const places = ['Configuration', ...ROLES].map((role) => categoryLink(`place-${roleId(role)}`, role, roleId(role)));
  const sizes: readonly [string, number][] = [
    ['1. Incursion (1000 Point limit)', 1_000],
    ['2. Strike Force (2000 Point limit)', 2_000],
    ['3. Onslaught (3000 Point limit)', 3_000],
  ];
  return {
    gameSystem: {
      ...{ id: SYSTEM_ID, name, revision: 1, battleScribeVersion: '2.03', type: 'gameSystem' },
      publications: [{ id: 'pub-core', name: 'Core Rules' }],
      costTypes: costTypes(),
      profileTypes: profileTypes(),
      categoryEntries: categories.map((one) => ({ name: one, id: roleId(one), hidden: false })),
      forceEntries: [
        {
          ...{ name: 'Army Roster', id: 'force-army', hidden: false },
          constraints: [{ ...limit('army-points', 'max', -1, 'roster'), field: POINTS }],
          modifiers: sizes.map(([, points], at) => ({
            ...{ type: 'set', value: points, field: 'army-points' },
            conditions: [condition('atLeast', 1, `size-${at}`, 'roster')],
          })),
          categoryLinks: [
            ...places,
            {
              ...categoryLink('place-warlord', 'Warlord', roleId('Warlord')),
              constraints: [{ ...limit('warlord-min', 'min', 1), includeChildSelections: true }],
            },
          ],
        },
        { name: 'Campaign Force', id: CAMPAIGN_FORCE, hidden: false, categoryLinks: places },
      ],
      selectionEntries: [
        entry('upgrade', 'entry-size', 'Battle Size', {
          constraints: exactly('size-of', 1, 1),
          categoryLinks: [categoryLink('size-c', 'Configuration', roleId('Configuration'), true)],
          selectionEntryGroups: [
            group('size-group', 'Battle Size', {
              constraints: exactly('size-choice', 1, 1),
              selectionEntries: sizes.map(([called], at) => entry('upgrade', `size-${at}`, called)),
            }),
          ],
        }),
      ],
      sharedRules: CORE_RULES.map((rule) => ({
        ...{ name: rule, id: ruleId(rule), hidden: false, publicationId: 'pub-core', page: '20' },
        description: words.sentences(3),
      })),
      sharedSelectionEntries: [
        entry('upgrade', WARLORD, 'Warlord', {
          constraints: [limit('warlord-max', 'max', 1), limit('warlord-army', 'max', 1, 'roster')],
          categoryLinks: [categoryLink('warlord-c', 'Warlord', roleId('Warlord'))],
        }),
      ],
      sharedSelectionEntryGroups: campaignGroups(words),
    },
  };
}

/** Honours, scars and relics of campaigns, three links deep, hidden in every other game. */
function campaignGroups(words: Words): CatalogueRecord[] {
  const kinds: readonly [string, number][] = [
    ['Battle Honours', 40],
    ['Battle Scars', 12],
    ['Campaign Relics', 40],
    ['Weapon Modifications', 12],
  ];
  const groups = kinds.map(([called, count], at) =>
    group(`${CAMPAIGN}-${at}`, called, {
      modifiers: [hiddenWithout(CAMPAIGN_FORCE)],
      constraints: [limit(`${CAMPAIGN}-${at}-max`, 'max', 3)],
      selectionEntries: Array.from({ length: count }, (_, number) => {
        const id = `${CAMPAIGN}-${at}-${number}`;
        const name = words.thing();
        return entry('upgrade', id, name, {
          constraints: [limit(`${id}-max`, 'max', 1)],
          profiles: [ability(`${id}-p`, name, words.sentences(2))],
        });
      }),
    }),
  );
  const links = kinds.map(([called], at) =>
    link(`${CAMPAIGN}-l${at}`, called, `${CAMPAIGN}-${at}`, { type: 'selectionEntryGroup' }),
  );
  return [...groups, group(CAMPAIGN, 'Campaign', { modifiers: [hiddenWithout(CAMPAIGN_FORCE)], entryLinks: links })];
}
