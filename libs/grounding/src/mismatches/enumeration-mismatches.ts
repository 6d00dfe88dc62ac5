import { readWords } from '../passages/read-words.js';
import type { ComparedTexts } from './compared-texts.js';
import type { Mismatch } from '../mismatch.js';

/** Words of an item, each blank in one place only: a class that holds blanks, after white space, takes exponential time to fail. */
const ITEM = String.raw`[\p{L}\p{N}'’-]+(?: +[\p{L}\p{N}'’-]+)*`;
const LIST = new RegExp(String.raw`(?<![\p{L}\p{N}'’-])${ITEM}(?:,\s+${ITEM})+,?\s+(?:and|or)\s+${ITEM}`, 'gu');
const BETWEEN_ITEMS = /,\s+(?:and\s+|or\s+)?|(?<!\s)\s+(?:and|or)\s+/;
/** The first and the last item run on into the sentence: what belongs to the list are the words beside the comma. */
const ITEM_WORDS = 2;
/** What is longer is a clause. */
const LONGEST_ITEM = 4;

/** An item of a list that stands nowhere near, beside items that do. */
export function enumerationMismatches({ claim, known }: ComparedTexts): Mismatch[] {
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
