import { NUMBER_WORD_PATTERN, numberWord, pick, replaceAt, valueOfWord } from '../words.js';
import { isBound, valuesIn, type ErrorPlanter } from './error-planter.js';

const NUMBER = new RegExp(
  `(?<![\\w.,/+–-]|\\d )(?:\\d{1,3}(?:,\\d{3})+|\\d{1,5}|${NUMBER_WORD_PATTERN})(?![\\w/'’%-]|[.,]\\d| (?:hundred|thousand|million|and a half|thirds|quarters|tenths|or|to|and) )`,
  'gi',
);
const DICE = /\b\d{1,2}d\d{1,3}\b/g;
/** A year, or the number of a rule: dates are another kind of error. */
const YEAR_BEFORE = /\b(?:[Ii]n|since|by|of|from|until|before|after|dated|to|and|\p{Lu}\p{Ll}{4,}) $/u;
/** "ten feet or more" */
const OPEN_END = /^[\s-]?\w*(?: \w+)? or (?:more|less|fewer|higher|lower|longer|larger|smaller)\b/;
/** Wrong values are of the same order of magnitude: an absurd one is no test. */
const NEAREST = 12;

/** Another number, or other dice, in the place of one; how many is never a bound, which another number may meet too. */
export const plantNumber: ErrorPlanter = (sentence, { document, block, random }) => {
  if (/\b(?:could|might)\b/.test(sentence)) return null;
  const dice = pick([...sentence.matchAll(DICE)], random);
  if (dice) {
    const others = valuesIn(document, DICE).filter(({ value }) => !sentence.includes(value));
    const found = pick(others, random);
    const to = found?.value ?? dice[0].replace(/^\d+/, (count) => String(Number(count) + 3));
    return {
      text: replaceAt(sentence, dice.index, dice[0].length, to),
      from: dice[0],
      to,
      block: found?.block ?? null,
    };
  }
  const site = pick(
    [...sentence.matchAll(NUMBER)].filter(({ 0: text, index }) => {
      const before = sentence.slice(0, index);
      const value = valueOf(text);
      // Written large inside a sentence it is a part of a name.
      if (index > 0 && /^\p{Lu}/u.test(text)) return false;
      if (OPEN_END.test(sentence.slice(index + text.length))) return false;
      return value >= 2 && !isBound(before) && !(/^\d{3,4}$/.test(text) && YEAR_BEFORE.test(before));
    }),
    random,
  );
  if (!site) return null;
  const [from] = site;
  const stated = new Set([...sentence.matchAll(NUMBER)].map(([text]) => valueOf(text)));
  const others = valuesIn(document, NUMBER).filter(({ value, block: other }) => {
    const number = valueOf(value);
    const near = number >= 2 && number / valueOf(from) <= NEAREST && valueOf(from) / number <= NEAREST;
    return near && !stated.has(number) && other !== block && !/^\d{3,4}$/.test(value);
  });
  const found = pick(others, random);
  const value = found ? valueOf(found.value) : valueOf(from) + 2 + Math.floor(random() * valueOf(from));
  const to = writtenLike(from, value);
  return { text: replaceAt(sentence, site.index, from.length, to), from, to, block: found?.block ?? null };
};

function valueOf(text: string): number {
  return valueOfWord(text) ?? Number(text.replaceAll(',', ''));
}

function writtenLike(from: string, value: number): string {
  const word = /\d/.test(from) ? undefined : numberWord(value);
  if (word === undefined) return value >= 1_000 ? value.toLocaleString('en') : String(value);
  return /^\p{Lu}/u.test(from) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
