import { ARTICLES, DEMONSTRATIVES, POSSESSIVES, anyOf, PREPOSITIONS } from './closed-classes.js';

/** Symbols and words that have one form. */
const ONE_FORM =
  /^(?:[^\p{L}]*|\p{L}{1,2}|gal|min|USD|EUR|GBP|JPY|sheep|fish|deer|salmon|swine|aircraft|percent|per cent|hertz|sterling|°\p{L})$/iu;

/** Plural and singular. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `feet:foot men:man women:woman children:child people:person teeth:tooth geese:goose mice:mouse oxen:ox knives:knife
   lives:life wives:wife wolves:wolf halves:half loaves:loaf shelves:shelf thieves:thief calves:calf leaves:leaf
   pence:penny dice:die gasses:gas gases:gas buses:bus lenses:lens series:series species:species horsemen:horseman
   inches:inch centuries:century staves:staff`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);
const PLURALS: ReadonlyMap<string, string> = new Map([...IRREGULAR].map(([plural, singular]) => [singular, plural]));
/** End in s, and are one. */
const SINGULAR_S = /(?:ss|us|is|['’]s)$/i;

/** The singular of a noun, its case kept but for irregular ones: "wicks" is "wick", "feet" "foot". */
export function singularOf(noun: string): string {
  const irregular = IRREGULAR.get(noun.toLowerCase());
  if (irregular !== undefined) return irregular;
  if (ONE_FORM.test(noun) || SINGULAR_S.test(noun)) return noun;
  if (/[^aeiou]ies$/i.test(noun) && noun.length > 4) return `${noun.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/i.test(noun)) return noun.slice(0, -2);
  return /s$/i.test(noun) ? noun.slice(0, -1) : noun;
}

/** The plural of a singular noun or of a plural: "wick" and "wicks" are "wicks"; symbols stay. */
export function pluralOf(noun: string): string {
  const singular = singularOf(noun);
  const irregular = PLURALS.get(singular.toLowerCase());
  if (irregular !== undefined) return irregular;
  if (ONE_FORM.test(singular)) return singular;
  if (singular !== noun) return noun;
  if (/[^aeiou]y$/i.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:ch|sh|x|s|z)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}

const OF_ONE = /^(?:an?|one|this|that|each|every)\s/i;
const LEADS = new RegExp(`^${anyOf(ARTICLES, DEMONSTRATIVES, POSSESSIVES, ['one'])}\\s`, 'i');
const BEFORE_PHRASE = new RegExp(`\\s${anyOf(PREPOSITIONS)}\\s`, 'i');

/**
 * Whether a noun phrase takes "are" and "do": two things joined, or a plural without "a" before it. Of "the beds at the Heron"
 * the beds count; names in capitals ("the Cinders") are taken as one.
 */
export function isPluralPhrase(phrase: string): boolean {
  if (OF_ONE.test(phrase)) return false;
  if (/\sand\s/i.test(phrase)) return true;
  const noun = phrase.split(BEFORE_PHRASE)[0]?.replace(LEADS, '') ?? '';
  const word = noun.split(/\s/).at(-1) ?? '';
  return /^\p{Ll}/u.test(word) && /(?:[^s]s|people|men|children|feet)$/.test(word) && !SINGULAR_S.test(word);
}

/** "is" of one, "are" of several; "was" and "were" where the question stands in the past. */
export function beFor(phrase: string, isPast: boolean): string {
  if (isPluralPhrase(phrase)) return isPast ? 'were' : 'are';
  return isPast ? 'was' : 'is';
}
