import type { TextMentions } from '../mentions/text-mentions.js';
import type { ComparedTexts, Mismatch } from '../mismatch.js';
import { readWords } from '../passages/read-words.js';
import { arithmeticMismatches, computedTotal } from './computed-totals.js';
import { nameMismatches } from './name-mismatches.js';
import { negationMismatches } from './negation-mismatches.js';
import { dateMismatches, numberMismatches } from './number-mismatches.js';
import { oppositionMismatches } from './opposition-mismatches.js';
import { roleMismatches } from './role-mismatches.js';

/** Words of an item, each blank in one place only: a class that holds blanks, after white space, takes exponential time to fail. */
const ITEM = String.raw`[\p{L}\p{N}'’-]+(?: +[\p{L}\p{N}'’-]+)*`;
const LIST = new RegExp(String.raw`(?<![\p{L}\p{N}'’-])${ITEM}(?:,\s+${ITEM})+,?\s+(?:and|or)\s+${ITEM}`, 'gu');
const BETWEEN_ITEMS = /,\s+(?:and\s+|or\s+)?|(?<!\s)\s+(?:and|or)\s+/;
/** The first and the last item run on into the sentence: what belongs to the list are the words beside the comma. */
const ITEM_WORDS = 2;
/** A longer item is a clause. */
const LONGEST_ITEM = 4;
/** A longer claim, in UTF-16 code units, is no sentence, and a list would be sought in it anew from each of its words. */
const LONGEST_ENUMERATION = 2_000;

const UNIVERSAL = new Set('all every each always everyone everything everybody entirely'.split(' '));
const PARTIAL = new Set('some several few many most sometimes often usually partly half mostly'.split(' '));
const EXCLUSIVE = new Set('only solely exclusively'.split(' '));

/** Mismatches between a claim and the sentence nearest to it. They refute the claim only if the wording is near. */
export function findMismatches(texts: ComparedTexts): Mismatch[] {
  const found = allMismatches(texts);
  const kinds = new Set(found.map(({ kind }) => kind));
  // "Not to her liking" is what she dislikes.
  const isDeniedOpposite = kinds.has('negation') && kinds.has('antonym');
  return isDeniedOpposite ? found.filter(({ kind }) => kind !== 'negation' && kind !== 'antonym') : found;
}

function allMismatches(texts: ComparedTexts): Mismatch[] {
  const total = computedTotal(texts);
  // A question has its names in another order, and "no" after it answers it.
  const isAnswer = texts.claim.text.includes('?');
  return [
    // A total that was computed is no missing number.
    ...(total ? arithmeticMismatches(total) : numberMismatches(texts)),
    ...dateMismatches(texts),
    ...nameMismatches(texts),
    ...(isAnswer ? [] : [...roleMismatches(texts), ...negationMismatches(texts)]),
    ...oppositionMismatches(texts),
    ...quantifierMismatches(texts),
    ...enumerationMismatches(texts),
  ];
}

/** An item of a list that stands nowhere near, beside items that do. */
export function enumerationMismatches({ claim, known }: ComparedTexts): Mismatch[] {
  if (claim.text.length > LONGEST_ENUMERATION) return [];
  return [...claim.text.matchAll(LIST)].flatMap(([list]): Mismatch[] => {
    const texts = list.split(BETWEEN_ITEMS);
    const items = texts.map((item, index) => {
      const words = readWords(item);
      const beside =
        index === 0 ? words.slice(-ITEM_WORDS) : words.slice(0, isLast(index, texts) ? ITEM_WORDS : words.length);
      return { item: item.trim(), stems: beside.filter(({ content }) => content).map(({ stem }) => stem) };
    });
    if (texts.slice(1).some((item) => readWords(item).length > LONGEST_ITEM)) return [];
    const missing = items.filter(({ stems }) => stems.length > 0 && stems.every((stem) => !known.has(stem)));
    if (items.length - missing.length < 2) return [];
    return missing.map(({ item }) => ({ kind: 'enumeration', message: `the source does not list "${item}"` }));
  });
}

function isLast(index: number, items: readonly string[]): boolean {
  return index === items.length - 1;
}

/** The claim says of all, or of one alone, what the source says of some. */
function quantifierMismatches({ claim, sentence }: ComparedTexts): Mismatch[] {
  const universal = wordIn(claim, UNIVERSAL);
  const partial = wordIn(sentence, PARTIAL);
  const weakened = wordIn(sentence, UNIVERSAL) === null && wordIn(claim, PARTIAL) === null;
  if (universal !== null && partial !== null && weakened) {
    return [{ kind: 'quantifier', message: `the source says "${partial}", not "${universal}"` }];
  }
  const exclusive = wordIn(claim, EXCLUSIVE);
  return exclusive !== null && wordIn(sentence, EXCLUSIVE) === null
    ? [{ kind: 'quantifier', message: `the source does not say "${exclusive}"` }]
    : [];
}

function wordIn({ words }: TextMentions, forms: ReadonlySet<string>): string | null {
  return words.find(({ form }) => forms.has(form))?.form ?? null;
}
