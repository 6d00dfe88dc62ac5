import { TITLES } from '@arbiter/english';
import { normalizeTerm } from '@arbiter/text';
import { conceptsOf, isPersonNoun } from '../reading/concepts.js';

/** Beside nouns of people. */
const HONORIFICS: ReadonlySet<string> = new Set([
  ...TITLES,
  ...'ser doctor mx madam rev reverend capt sgt lt col corporal charge old young blind gammer granny'.split(' '),
]);
const ARTICLE = /^(?:the|a|an)\s+/i;

/** The form in which names are compared: without accents, article, case and marks at either end. */
export function foldName(name: string): string {
  return normalizeTerm(name)
    .replace(/[*_"“”]/g, '')
    .replace(/[\s\u00A0]+/g, ' ')
    .trim()
    .replace(ARTICLE, '');
}

export function withoutArticle(name: string): string {
  return name.replace(ARTICLE, '');
}

/** "Greywater (river)" → "Greywater". */
export function withoutParenthesis(name: string): string {
  return name
    .trimEnd()
    .replace(/\([^()]{0,80}\)$/, '')
    .trimEnd();
}

/** The title before a name of a person, such as "Dr" and "Charge Nurse"; empty without one. */
export function honorificOf(name: string): string {
  const parts = name.split(' ');
  let count = 0;
  for (;;) {
    if (count < parts.length - 1 && isTitle(parts[count] ?? '')) count++;
    // "Guild Master", "Charge Nurse"
    else if (count < parts.length - 2 && conceptsOf(parts[count] ?? '').length > 0 && isTitle(parts[count + 1] ?? ''))
      count += 2;
    else break;
  }
  return parts.slice(0, count).join(' ');
}

function isTitle(word: string): boolean {
  const folded = normalizeTerm(word).replace(/\.$/, '');
  return HONORIFICS.has(folded) || isPersonNoun(folded);
}

/** A title that only people bear; "Old" and "Blind" are none. */
export function provesPerson(honorific: string): boolean {
  const last = normalizeTerm(honorific.split(' ').at(-1) ?? '').replace(/\.$/, '');
  return last !== '' && !/^(?:old|young|blind|general|major|charge|guide|lead|head|chief|host|widow)$/.test(last);
}

/** The word that tells the kind of a name: the last one, or the one before a number or "of". */
export function headOfName(name: string): string {
  const words = withoutArticle(withoutParenthesis(name)).split(' ');
  const of = words.findIndex((word, index) => index > 0 && /^(?:of|for|on|at|in|upon)$/.test(word));
  const head = (of > 0 ? words.slice(0, of) : words).filter((word) => !/^(?:\p{Lu}|[\d.-]+|[IVX]+)$/u.test(word));
  return normalizeTerm(head.at(-1) ?? '').replace(/'s?$/, '');
}

/** "Lift A", "Stall 14", "Theatre 3". */
export function isNumbered(name: string): boolean {
  return /^\S.* (?:\p{Lu}|\d{1,4}\p{Lu}?|[IVX]{1,4})$/u.test(name);
}

/** "RM-2261", "P-101A": letters and digits that mark one thing. */
export const CODE = /(?=\p{Lu})(?<![\p{L}\p{N}-])\p{Lu}{1,6}(?:-\d{1,6}[A-Z]?|\d{2,6}[A-Z]?)(?![\p{L}\p{N}-])/gu;

export function isCode(name: string): boolean {
  return /^\p{Lu}{1,6}-?\d{1,6}[A-Z]?$/u.test(name);
}

/** Words that begin names of places and things more often than those of people. */
const DESCRIBING = new Set(
  `new old young north south east west northern southern eastern western upper lower inner outer great grand little long high low big
   black white red green blue grey gray golden silver dark bright deep one two three four five six seven eight nine ten first second
   third fourth fifth main central royal national local public holy sacred lost free open`.split(/\s+/),
);

/** Whether it has the form of a first and a last name, with no word that names a kind of thing. */
export function looksPersonal(name: string): boolean {
  const words = name.split(' ');
  const [first, last] = [normalizeTerm(words[0] ?? ''), normalizeTerm(words.at(-1) ?? '')];
  if (words.length < 2 || words.length > 3 || first === 'the' || DESCRIBING.has(first)) return false;
  // "Castle Grim", "Lake Orta"
  if (conceptsOf(first).some((concept) => /^(?:place|route|building|room|organisation|vehicle|project)$/.test(concept)))
    return false;
  if (!conceptsOf(last).every((concept) => concept === 'person')) return false;
  return words.every(
    (word) => /^\p{Lu}[\p{L}'’-]+$/u.test(word) && word !== word.toUpperCase() && !/['’]s?$/.test(word),
  );
}

/** Endings of English names of places. */
const PLACE_ENDING =
  /^\p{Lu}\p{Ll}+(?:hold|watch|ford|burgh?|ton|ham|wick|dale|moor|mere|haven|gate|bridge|port|keep|fell|stead|field|bury|mouth|cliff|shire|minster|chester|thorpe|hollow|vale|holm)$/u;

/** Whether a single word is made as names of places are: "Grimmelhold", "Stonewick". */
export function looksLikePlace(name: string): boolean {
  return name.length >= 7 && PLACE_ENDING.test(name);
}
