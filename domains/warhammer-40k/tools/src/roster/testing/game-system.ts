import type { CatalogueRecord } from '../../catalogue/index.js';
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
  profileTypes,
} from './nodes.js';
import type { Words } from './words.js';

export const SYSTEM_ID = 'sys-0000-0000-0001';
export const CAMPAIGN_FORCE = 'force-campaign';
const BOARDING_FORCE = 'force-boarding';
/** The group of campaign honours that nearly every unit links to, and the one that characters link to. */
export const CAMPAIGN = 'group-campaign';
export const WARLORD = 'entry-warlord';
/** An option that lists a few switches, and two of the switches. Each one hides its entries until it is chosen. */
export const SWITCHES = 'entry-switches';
export const SHOW_LEGENDS = 'entry-legends';
export const SHOW_UNALIGNED = 'entry-unaligned';

export const ROLES = ['Epic Hero', 'Character', 'Battleline', 'Infantry', 'Mounted', 'Vehicle', 'Monster'] as const;
export type Role = (typeof ROLES)[number];

/** Names of the rules that units of every faction link to. */
export const CORE_RULES = [
  ...['Deep Strike', 'Leader', 'Stealth', 'Scouts', 'Infiltrators', 'Lone Operative', 'Deadly Demise', 'Feel No Pain'],
  ...['Fights First', 'Hover', 'Firing Deck', 'Assault', 'Heavy', 'Rapid Fire', 'Lethal Hits', 'Sustained Hits'],
  ...['Devastating Wounds', 'Anti-', 'Blast', 'Melta', 'Torrent', 'Twin-linked', 'Pistol', 'Precision', 'Hazardous'],
];

/** Texts of the rules that questions ask about. Like the published rule, Deep Strike does not mention the first turn. */
const RULES: ReadonlyMap<string, string> = new Map([
  [
    'Deep Strike',
    'Before the battle this unit can be put into reserve. In your movement phase it can then be set up anywhere on the battlefield that is more than 9" away from all enemy models.',
  ],
]);

export const roleId = (role: string): string => `cat-${role.toLowerCase().replace(/\W+/g, '-')}`;
export const ruleId = (rule: string): string => `rule-${rule.toLowerCase().replace(/\W+/g, '-')}`;

/** The data that all armies share: types, categories, forces, battle sizes, core rules, campaign options of any unit. */
export function gameSystem(name: string, keywords: readonly string[], words: Words, part: number): CatalogueRecord {
  const categories = ['Configuration', 'Warlord', ...ROLES, ...keywords];
  const placesIn = (force: string): CatalogueRecord[] =>
    ['Configuration', ...ROLES].map((role) => ({
      ...categoryLink(`${force}-${roleId(role)}`, role, roleId(role)),
      ...(role === 'Character' && {
        constraints: [{ ...limit(`${force}-heroes`, 'min', 1, 'roster'), includeChildForces: true }],
      }),
    }));
  return {
    gameSystem: {
      ...{ id: SYSTEM_ID, name, revision: 1, battleScribeVersion: '2.03', type: 'gameSystem' },
      publications: [{ id: 'pub-core', name: 'Core Rules' }],
      costTypes: costTypes(),
      profileTypes: profileTypes(),
      categoryEntries: categories.map((one) => ({
        ...{ name: one, id: roleId(one), hidden: false },
        ...(one === 'Warlord' && {
          constraints: [limit('warlord-min', 'min', 1, 'roster'), limit('warlord-most', 'max', 1, 'roster')],
        }),
      })),
      forceEntries: [
        { name: 'Army Roster', id: 'force-army', hidden: false, categoryLinks: placesIn('army') },
        { name: 'Boarding Action', id: BOARDING_FORCE, hidden: true, categoryLinks: placesIn('boarding') },
        {
          ...{ name: 'Campaign Force', id: CAMPAIGN_FORCE, hidden: true, categoryLinks: placesIn('campaign') },
          forceEntries: [{ name: 'Campaign Army', id: 'force-campaign-army', hidden: false }],
        },
      ],
      entryLinks: [link('size-link', 'Battle Size', 'entry-size')],
      sharedRules: CORE_RULES.map((rule) => ({
        ...{ name: rule, id: ruleId(rule), hidden: false, publicationId: 'pub-core', page: '20' },
        description: RULES.get(rule) ?? words.sentences(3),
        ...(rule.includes(' ') && { alias: rule.toUpperCase() }),
      })),
      sharedSelectionEntries: [
        battleSize(),
        switchEntry(SHOW_LEGENDS, 'Show Legends'),
        switchEntry(SHOW_UNALIGNED, 'Show Unaligned Forces'),
        {
          ...entry('upgrade', SWITCHES, 'Show/Hide Options'),
          entryLinks: [
            link('switches-legends', 'Show Legends', SHOW_LEGENDS),
            link('switches-unaligned', 'Show Unaligned Forces', SHOW_UNALIGNED),
          ],
          constraints: [{ ...limit('switches-min', 'min', 1), scope: 'force' }],
          modifiers: [
            { type: 'set', value: 0, field: 'switches-min' },
            { type: 'set-primary', value: roleId('Configuration'), field: 'category' },
          ],
        },
        entry('upgrade', WARLORD, 'Warlord', {
          constraints: [limit('warlord-max', 'max', 1), limit('warlord-army', 'max', 1, 'roster')],
          categoryLinks: [categoryLink('warlord-c', 'Warlord', roleId('Warlord'))],
        }),
      ],
      sharedSelectionEntryGroups: campaignGroups(words, part),
    },
  };
}

/** Size of the battle, by its points; there is no default choice. */
function battleSize(): CatalogueRecord {
  const sizes = [
    '1. Incursion (1000 Point limit)',
    '2. Strike Force (2000 Point limit)',
    '3. Onslaught (3000 Point limit)',
  ];
  const inForce = (type: string): CatalogueRecord => ({
    ...{ type: 'set', value: true, field: 'hidden' },
    conditions: [condition(type, 1, BOARDING_FORCE, 'force')],
  });
  const boarding = entry('upgrade', 'size-boarding', '4. Boarding Patrol (500 Point Limit)');
  return entry('upgrade', 'entry-size', 'Battle Size', {
    constraints: [limit('size-least', 'min', 1, 'roster'), limit('size-most', 'max', 1, 'roster')],
    categoryLinks: [categoryLink('size-c', 'Configuration', roleId('Configuration'), true)],
    selectionEntryGroups: [
      group('size-group', 'Battle Size', {
        defaultSelectionEntryId: 'none',
        constraints: exactly('size-choice', 1, 1),
        selectionEntries: [
          ...sizes.map((called, at) => entry('upgrade', `size-${at}`, called, { modifiers: [inForce('instanceOf')] })),
          { ...boarding, modifiers: [inForce('notInstanceOf')] },
        ],
      }),
    ],
  });
}

/** A switch that is written with a minimum of one, which is set to none whatever the roster holds. */
function switchEntry(id: string, name: string): CatalogueRecord {
  return entry('upgrade', id, name, {
    categoryLinks: [categoryLink(`${id}-c`, 'Configuration', roleId('Configuration'), true)],
    constraints: [{ ...limit(`${id}-force`, 'min', 1), scope: 'force' }, ...exactly(id, 1, 1)],
    modifiers: [
      { type: 'set', value: 0, field: `${id}-force` },
      { type: 'set', value: 0, field: `${id}-min` },
    ],
  });
}

/** Honours, scars and relics of campaigns, three links deep, hidden in every other game. */
function campaignGroups(words: Words, part: number): CatalogueRecord[] {
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
      selectionEntries: Array.from({ length: Math.ceil(count * part) }, (_, number) => {
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
