import { isLeaderNoun, VERBS_OF_PARTICIPLES } from '@arbiter/english';
import { stem } from '@arbiter/text';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

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
  related_to:
    'brother-in-law sister-in-law mother-in-law father-in-law son-in-law daughter-in-law stepmother stepfather stepson stepdaughter stepbrother stepsister godfather godmother cousin uncle aunt nephew niece',
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
  `deputy apprentice pupil student agent informant survivor founder enemy rival friend ally assistant successor predecessor sponsor
   teacher patron servant bodyguard partner witness subsidiary affiliate standby spare backup replacement tributary capital vassal supplier customer client creator author maker builder designer`,
);
/** Who or what does something, by the passive that says it from the other end. */
export const AGENTS: Readonly<Record<string, string>> = {
  maker: 'made_by',
  manufacturer: 'made_by',
  supplier: 'supplied_by',
  vendor: 'supplied_by',
  provider: 'provided_by',
  sponsor: 'sponsored_by',
  operator: 'operated_by',
  mentor: 'mentored_by',
  trainer: 'trained_by',
  cause: 'caused_by',
  issuer: 'issued_by',
  holder: 'held_by',
  approver: 'approved_by',
  author: 'created_by',
};
export const MAKERS = words('creator author maker builder designer');

/** Types of one family stand in for one another where a schema has only one of them; all from the dependent thing. */
const FAMILIES: readonly (readonly string[])[] = [
  ['connects', 'links', 'joins', 'connects_to', 'connected_to', 'leads_to', 'runs_between'],
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
  [
    'kept_by',
    'held_by',
    'owned_by',
    'operated_by',
    'run_by',
    'staffed_by',
    'led_by',
    'managed_by',
    'maintained_by',
    'looked_after_by',
  ],
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
  ['maintained_by', 'serviced_by', 'looked_after_by', 'kept_by', 'repaired_by'],
  ['serviced_by', 'maintained_by', 'repaired_by', 'inspected_by', 'looked_after_by'],
  ['supplied_by', 'delivered_by', 'provided_by', 'fed_by', 'powered_by'],
  ['reports_to', 'supervised_by'],
  ['killed_by', 'slain_by', 'murdered_by', 'destroyed_by'],
  [
    'hostile_to',
    'enemy_of',
    'rival_of',
    'opposed_to',
    'opposes',
    'at_war_with',
    'feuds_with',
    'quarrels_with',
    'fears',
  ],
  ['allied_with', 'ally_of', 'friend_of', 'friendly_to', 'partner_of', 'supports'],
  ['sacred_to', 'dedicated_to', 'worships', 'devoted_to', 'temple_of'],
  ['founded_by', 'established_by', 'created_by', 'built_by'],
  ['created_by', 'made_by', 'built_by', 'founded_by', 'designed_by', 'written_by'],
  ['covers_for', 'deputy_of', 'stands_in_for'],
  ['deputy_of', 'covers_for', 'assistant_of'],
  ['replaced_by', 'succeeded_by', 'superseded_by'],
  ['works_on', 'assigned_to', 'contributes_to', 'member_of', 'part_of'],
  ['made_by', 'created_by', 'built_by', 'supplied_by', 'designed_by'],
  ['used_by', 'operated_by', 'customer_of'],
  ['applies_to', 'covers', 'concerns', 'valid_for', 'issued_for', 'affects'],
  ['pupil_of', 'taught_by', 'trained_by', 'mentored_by', 'apprentice_of', 'student_of'],
];

/** Types that say the same with their ends exchanged. */
const INVERSES: readonly (readonly [string, string])[] = [
  ['parent_of', 'child_of'],
  ['grandparent_of', 'grandchild_of'],
  ['ancestor_of', 'descendant_of'],
  ['master_of', 'apprentice_of'],
  ['teacher_of', 'pupil_of'],
  ['mentor_of', 'mentored_by'],
  ['predecessor_of', 'successor_of'],
  ['replaces', 'replaced_by'],
];
/** What a schema may have for kinship of any kind. */
const KINSHIP = /^(?:related_to|relative_of|kin_of|family_of|kinship|family)$/;

/** The root that "manager", "managed" and "manages" share. */
export function rootOf(word: string): string {
  const lower = word.toLowerCase();
  return stem(VERBS_OF_PARTICIPLES.get(lower) ?? lower)
    .replace(/(?:er|or)$/, '')
    .replace(/(?<=\p{L}{3})e$/u, '');
}

const PLACE_FAMILY = 'located_in';
const BODY_FAMILY = 'member_of';
const CONTAINING = words('contains houses hosts includes comprises has');
/** What a body says of its people. */
const HAVING = /^(?:has_(?:member|staff|employee|worker)s?|members?|staffed_by|employs|crewed_by)$/;
const BELONGING: ReadonlySet<string> = new Set(
  'work member employ assign serve crew staff belong attach post enrol allocate'.split(' ').map(rootOf),
);
/** Roots of verbs that tie with a preposition. */
export const TYING_VERBS: ReadonlySet<string> = new Set(
  'assign attach allocate post connect link lease rent quarrel trade name build bought'.split(' ').map(rootOf),
);
/** Roots of verbs that put a thing in its place. */
export const PLACING_VERBS: ReadonlySet<string> = new Set(
  'stored kept held installed mounted stationed housed moored stabled parked based placed hidden buried locked fitted located displayed sited berthed docked imprisoned'
    .split(' ')
    .map(rootOf),
);

/**
 * How a declared type relates to a type that the text tells.
 *
 * @returns how close the meaning is, up to 1, and whether its ends are the other way round (`leads` for `led_by`); null if they differ
 */
export function relateTypes(
  declared: string,
  told: string,
): { readonly closeness: number; readonly isTurned: boolean } | null {
  if (declared === told || rootsOf(declared) === rootsOf(told)) return { closeness: 1, isTurned: false };
  const family = FAMILIES.find(([head]) => head === told) ?? FAMILIES.find((types) => types.includes(told)) ?? [told];
  const at = family.indexOf(declared);
  if (at >= 0) return { closeness: -at / 100, isTurned: false };
  if (KINSHIP.test(declared) && [...KIN.values()].includes(told)) return { closeness: -0.1, isTurned: false };
  if (INVERSES.some((pair) => pair.includes(declared) && pair.includes(told)))
    return { closeness: 0.5, isTurned: true };
  const [head = ''] = family;
  const parts = declared.split('_');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  const root = rootOf(first);
  if (head === PLACE_FAMILY && /^(?:in|at|on|within)$/.test(first) && parts.length > 1)
    return { closeness: -0.25, isTurned: false };
  if (head === PLACE_FAMILY && CONTAINING.has(first)) return { closeness: -0.2, isTurned: true };
  if (head === PLACE_FAMILY && /^(?:in|at|on|within|inside)$/.test(last) && !BELONGING.has(root))
    return { closeness: -0.3, isTurned: false };
  if (head === BODY_FAMILY && HAVING.test(declared)) return { closeness: -0.3, isTurned: true };
  if (head === 'led_by' && /^(?:responsible_for|in_charge_of)$/.test(declared))
    return { closeness: -0.2, isTurned: true };
  if (head === BODY_FAMILY && BELONGING.has(root) && parts.length > 1) return { closeness: -0.3, isTurned: false };
  // "leads", "keeper_of" for `led_by`, `kept_by`
  const isActive = parts.length === 1 || last === 'of';
  const roots = family.filter((type) => type.endsWith('_by')).map((type) => rootOf(type.split('_')[0] ?? ''));
  const isSameVerb = roots.includes(root) || (head === 'led_by' && isLeaderNoun(first));
  return isActive && isSameVerb ? { closeness: told.startsWith(root) ? 0.9 : -0.1, isTurned: true } : null;
}

/** The root of a type's first word, and its other words. */
export function rootsOf(type: string): string {
  const [first = '', ...rest] = type.split('_');
  return [rootOf(first), ...rest].join('_');
}
