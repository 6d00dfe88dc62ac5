export interface Relation {
  readonly from: string;
  /** Lower case, words joined by `_`: `led_by`. */
  readonly type: string;
  readonly to: string;
}

/**
 * What ties two entities, as far as the words of a relation type tell:
 * - `place`: one is in or at the other, or a part of it
 * - `lead`: one leads the other
 * - `keep`: one owns, holds or runs the other
 * - `need`: one cannot work without the other
 * - `serve`: one does something for the other, or sells it
 * - `belong`: one is a member or a worker of the other
 */
export type Tie = 'place' | 'lead' | 'keep' | 'need' | 'serve' | 'belong';

/** A tie with its direction: the dependent end follows from what happens to the anchor. */
export interface DirectedTie {
  readonly tie: Tie;
  readonly anchor: 'from' | 'to';
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const PLACED = words('in at on inside within aboard under beneath beside');
const HOLDING = words('contains houses hosts includes comprises accommodates');
const BELONGING = words(
  'member crew staff employee pupil apprentice student agent informant resident citizen soldier worker',
);
const BELONGING_VERBS = words('works serves_in assigned posted attached reports enrolled registered employed');
const LEADING = words(
  'lead leads led rule rules ruled govern governs governed command commands commanded head heads headed chair chairs chaired ' +
    'manage manages managed direct directs directed supervise supervises supervised oversee oversees overseen captain captains ' +
    'captained',
);
const LEADERS = words(
  'leader master head captain warden manager director chief ruler governor commander mayor chair supervisor boss president',
);
const KEEPING = words(
  'own owns owned hold holds held keep keeps kept run runs operate operates operated staff staffs staffed drive drives driven ' +
    'crew crews crewed tend tends tended man mans manned possess possesses possessed leased rents rented',
);
const KEEPERS = words('owner keeper holder operator driver tenant proprietor');
const NEEDING = words('depends requires needs relies');
const FEEDING = words('powers powered feeds fed cools cooled heats heated enables enabled');
const SERVING = words(
  'sell sells sold supply supplies supplied serve serves served guard guards guarded maintain maintains maintained provide ' +
    'provides provided deliver delivers delivered repair repairs repaired treat treats treated inspect inspects inspected ' +
    'teach teaches taught escort escorts escorted protect protects protected',
);

/** A relation type as it is stored: lower case, words joined by `_`. */
export function relationTypeOf(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

/** Whether two spellings mean one type: `allied` and `allied_with`. */
export function isSameRelationType(a: string, b: string): boolean {
  return stem(relationTypeOf(a)) === stem(relationTypeOf(b));
}

/**
 * Whether two types with opposite anchors say the same: "A `keeps` B" and "B `kept_by` A". Of places each word is the inverse of
 * each, since `contains` and `located_in` share no root.
 */
export function isInverseType(a: string, b: string): boolean {
  const [one, other] = [readTie(a), readTie(b)];
  if (one?.tie !== other?.tie || one === null || one.anchor === other?.anchor) return false;
  return one.tie === 'place' || rootOf(a) === rootOf(b);
}

/** Verbs of ties whose participle is not formed with -ed. */
const IRREGULAR: Readonly<Record<string, string>> = {
  led: 'lead',
  held: 'hold',
  kept: 'keep',
  fed: 'feed',
  sold: 'sell',
  taught: 'teach',
};

/** The verb without its ending: `supplies`, `supplied_by` and `supplier_of` are one. */
function rootOf(type: string): string {
  const [verb = ''] = relationTypeOf(type).split('_');
  return (IRREGULAR[verb] ?? verb)
    .replace(/(?:ies|ied|ier)$/, 'y')
    .replace(/(?:ed|er|or|es|s)$/, '')
    .replace(/([^aeiou])\1$|e$/, '$1');
}

function stem(type: string): string {
  return type.replace(/_(?:with|to|against|towards)$/, '');
}

/**
 * Reads the tie out of a relation type. The grammar of English says which end is the anchor: of a passive (`led_by`) the second,
 * of an active verb (`leads`) the first, of a place (`located_in`) the second.
 *
 * @returns null for a type that ties nothing: kinship, a stance, an event
 */
export function readTie(type: string): DirectedTie | null {
  const parts = relationTypeOf(type).split('_');
  const [first = ''] = parts;
  const last = parts.at(-1) ?? '';
  const has = (list: ReadonlySet<string>): boolean => parts.some((part) => list.has(part));
  if (last === 'by') return passive(has);
  if (last === 'of') return ofNoun(first, has);
  if (has(NEEDING)) return { tie: 'need', anchor: 'to' };
  if (has(BELONGING_VERBS)) return { tie: 'belong', anchor: 'to' };
  if (PLACED.has(last)) return { tie: 'place', anchor: 'to' };
  if (HOLDING.has(first)) return { tie: 'place', anchor: 'from' };
  return active(first);
}

function passive(has: (list: ReadonlySet<string>) => boolean): DirectedTie | null {
  if (has(LEADING)) return { tie: 'lead', anchor: 'to' };
  if (has(FEEDING)) return { tie: 'need', anchor: 'to' };
  if (has(KEEPING) || has(words('run'))) return { tie: 'keep', anchor: 'to' };
  if (has(SERVING)) return { tie: 'serve', anchor: 'to' };
  return has(words('employed hired')) ? { tie: 'belong', anchor: 'to' } : null;
}

function ofNoun(noun: string, has: (list: ReadonlySet<string>) => boolean): DirectedTie | null {
  if (/^(?:part|section|wing|branch|floor|unit|room)$/.test(noun)) return { tie: 'place', anchor: 'to' };
  if (has(LEADERS)) return { tie: 'lead', anchor: 'from' };
  if (has(KEEPERS)) return { tie: 'keep', anchor: 'from' };
  return has(BELONGING) ? { tie: 'belong', anchor: 'to' } : null;
}

function active(verb: string): DirectedTie | null {
  if (LEADING.has(verb)) return { tie: 'lead', anchor: 'from' };
  if (FEEDING.has(verb)) return { tie: 'need', anchor: 'from' };
  if (KEEPING.has(verb)) return { tie: 'keep', anchor: 'from' };
  return SERVING.has(verb) ? { tie: 'serve', anchor: 'from' } : null;
}
