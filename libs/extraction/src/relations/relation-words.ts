import { stem } from '@arbiter/text';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const LEADERS = words(
  `leader head director chief manager captain master mistress warden governor ruler chair chairman chairwoman president commander
   king queen lord lady duke duchess margrave margravine mayor boss supervisor superintendent guildmaster headmaster lead foreman
   forewoman matron abbot abbess reeve marshal minister`,
);
export const KEEPERS = words(
  'keeper landlord landlady innkeeper host hostess holder tenant proprietor curator custodian',
);
export const OWNERS = words('owner');
/** Words that make a leader's deputy or a past leader of a role. */
export const SECOND = /\b(?:deputy|vice|assistant|former|ex|late|retired|second|under|sub|old)\b/i;
export const FIRST = /\b(?:chief|head|lead|in charge)\b/i;
/** Words of kinship and marriage, by the relation that they tell. */
const KIN_WORDS: Readonly<Record<string, string>> = {
  married_to: 'wife husband spouse',
  child_of: 'son daughter child',
  sibling_of: 'brother sister twin',
  parent_of: 'father mother parent',
  grandchild_of: 'grandson granddaughter grandchild',
  grandparent_of: 'grandfather grandmother grandparent',
  related_to: 'cousin uncle aunt nephew niece',
  descendant_of: 'descendant',
  ancestor_of: 'ancestor',
  heir_of: 'heir',
  widow_of: 'widow widower',
};
export const KIN: ReadonlyMap<string, string> = new Map(
  Object.entries(KIN_WORDS).flatMap(([type, nouns]) => nouns.split(' ').map((noun) => [noun, type] as const)),
);
/** Roles toward a person or an event that keep their word. */
export const NAMED_ROLES = words(
  `deputy apprentice pupil student agent informant survivor founder enemy rival friend ally assistant successor predecessor
   teacher patron servant bodyguard partner witness creator author maker builder designer`,
);
export const MAKERS = words('creator author maker builder designer');

/** Types of one family stand in for one another where a schema has only one of them; all from the dependent thing. */
export const FAMILIES: readonly (readonly string[])[] = [
  ['depends_on', 'requires', 'needs', 'relies_on', 'powered_by'],
  ['issued_by', 'approved_by', 'signed_by', 'authorised_by', 'granted_by'],
  [
    'led_by',
    'managed_by',
    'ruled_by',
    'headed_by',
    'run_by',
    'commanded_by',
    'governed_by',
    'supervised_by',
    'directed_by',
    'chaired_by',
  ],
  ['kept_by', 'held_by', 'owned_by', 'operated_by', 'run_by', 'staffed_by', 'led_by', 'managed_by'],
  [
    'located_in',
    'based_in',
    'lives_in',
    'part_of',
    'contained_in',
    'held_in',
    'stationed_at',
    'installed_in',
    'lies_in',
    'stored_in',
  ],
  ['member_of', 'works_in', 'works_for', 'employed_by', 'works_at', 'belongs_to', 'assigned_to', 'part_of'],
  ['serviced_by', 'maintained_by', 'repaired_by', 'inspected_by'],
  ['supplied_by', 'delivered_by', 'provided_by', 'fed_by', 'powered_by'],
  ['reports_to', 'supervised_by'],
];

const IRREGULAR: Readonly<Record<string, string>> = {
  led: 'lead',
  held: 'hold',
  kept: 'keep',
  fed: 'feed',
  built: 'build',
  made: 'make',
  sold: 'sell',
};

/** The root that "manager", "managed" and "manages" share. */
export function rootOf(word: string): string {
  const lower = word.toLowerCase();
  return stem(IRREGULAR[lower] ?? lower).replace(/(?:er|or)$/, '');
}

/** The root of a type's first word, and its other words. */
export function rootsOf(type: string): string {
  const [first = '', ...rest] = type.split('_');
  return [rootOf(first), ...rest].join('_');
}

/** Whether a role is that of a leader, by its last word. */
export function isLeaderNoun(noun: string): boolean {
  return LEADERS.has(noun) || /^(?:guild|head|ward)master$/.test(noun);
}
