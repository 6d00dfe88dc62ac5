import { NUMBER_WORD_PATTERN, numberWord, pick, replaceAt, upperOpening, valueOfWord } from '../words.js';
import type { RewordingRule } from './structure-rules.js';

/** Not at the beginning, not a part of a fraction, a formula or a compound, and not a larger number's part. */
const WORD = new RegExp(
  `(?<=[a-z,] )(?:${NUMBER_WORD_PATTERN})(?![-\\w]| (?:and|to|or)\\b| (?:hundred|thousand|million|dozen|thirds|quarters|tenths))`,
);
const DIGITS = /(?<=(?!\bDC )[a-z,] )(?:[2-9]|1\d|20)(?![\w%/'’×+-]|[.,]\d| \p{Lu}| (?:ft|lb|cm|kg|am|pm)\b| ?[+×-])/u;

/** "nine days" and "9 days": every number of a sentence that can be written the other way. */
export const numberWords: RewordingRule = {
  name: 'number-words',
  reword(sentence) {
    const word = WORD.exec(sentence);
    if (word) return replaceAt(sentence, word.index, word[0].length, String(valueOfWord(word[0]) ?? word[0]));
    const digits = DIGITS.exec(sentence);
    const written = digits && numberWord(Number(digits[0]));
    return digits && written ? replaceAt(sentence, digits.index, digits[0].length, written) : null;
  },
};

/**
 * Words and phrases that say the same wherever they stand, as far as the patterns let them apply. A pair is listed once
 * for each direction that is safe; inflections are written out.
 */
const SYNONYMS: readonly (readonly [pattern: string, other: string])[] = [
  ['additional', 'extra'],
  ['extra', 'additional'],
  ['although', 'though'],
  ['immediately', 'at once'],
  ['at once', 'immediately'],
  ['frequently', 'often'],
  ['annually', 'every year'],
  ['approximately', 'about'],
  ['roughly', 'approximately'],
  ['assist', 'help'],
  ['assists', 'helps'],
  ['begins', 'starts'],
  ['began', 'started'],
  ['starts', 'begins'],
  ['started', 'began'],
  ['because', 'since'],
  ['besides', 'in addition to'],
  ['big', 'large'],
  ['large', 'big'],
  ['tiny', 'very small'],
  ['purchase', 'buy'],
  ['purchases', 'buys'],
  ['purchased', 'bought'],
  ['bought', 'purchased'],
  ['buys', 'purchases'],
  ['chooses', 'picks'],
  ['chose', 'picked'],
  ['entire', 'whole'],
  ['whole', 'entire'],
  ['in exchange for', 'in return for'],
  ['in return for', 'in exchange for'],
  ['instead of', 'rather than'],
  ['rather than', 'instead of'],
  ['for example', 'for instance'],
  ['in order to', 'to'],
  ['is able to', 'can'],
  ['are able to', 'can'],
  ['is called', 'is known as'],
  ['are called', 'are known as'],
  ['is located', 'lies'],
  ['allowed', 'permitted'],
  ['permitted', 'allowed'],
  ['forbids', 'prohibits'],
  ['forbade', 'prohibited'],
  ['forbidden', 'prohibited'],
  ['obtain', 'get'],
  ['obtains', 'gets'],
  ['receives', 'gets'],
  ['receive', 'get'],
  ['requires', 'needs'],
  ['require', 'need'],
  ['prior to', 'before'],
  ['regularly', 'at regular intervals'],
  ['wealthy', 'rich'],
  ['richest', 'wealthiest'],
  ['famous for', 'well known for'],
  ['until(?! the (?:first|last) of)', 'till'],
  ['twice', 'two times'],
  ['dwells', 'lives'],
  ['lives in', 'resides in'],
  ['lived in', 'resided in'],
  ['sick', 'ill'],
  ['quickly', 'fast'],
  ['near(?= the)', 'close to'],
  ['close to', 'near'],
  ['a number of', 'several'],
  ['several', 'a number of'],
  ['whether or not', 'whether'],
  ['enemies', 'foes'],
  ['enemy', 'foe'],
  ['foe', 'enemy'],
  ['ends when', 'stops when'],
  ['ends if', 'stops if'],
  ['causes', 'brings about'],
  ['within sight', 'in view'],
  ['regains', 'gets back'],
  ['regain', 'get back'],
  ['returns', 'comes back'],
  ['returned to', 'came back to'],
  ['remained', 'stayed'],
  ['inside the', 'within the'],
  ['concealed', 'hidden'],
  ['hides', 'conceals'],
  ['occurs', 'happens'],
  ['takes place', 'happens'],
  ['took place', 'happened'],
  ['possesses', 'has'],
  ['wishes to', 'wants to'],
  ['wants to', 'wishes to'],
  ['exactly', 'precisely'],
  ['nobody', 'no one'],
  ['no one', 'nobody'],
  ['everyone', 'everybody'],
  ['anyone', 'anybody'],
  ['refuses to', 'will not'],
  ['dearer', 'more expensive'],
  ['cheapest', 'least expensive'],
  ['physician', 'doctor'],
  ['wharves', 'quays'],
  ['wharf', 'quay'],
  ['vessel', 'ship'],
  ['vessels', 'ships'],
  ['is owned by', 'belongs to'],
  ['via', 'by way of'],
];

const PATTERNS = SYNONYMS.map(([pattern, other]) => ({ pattern: new RegExp(`\\b(?:${pattern})\\b`, 'i'), other }));

/** One listed word or phrase for another. */
export const synonyms: RewordingRule = {
  name: 'synonyms',
  reword(sentence, random) {
    const applicable = PATTERNS.flatMap(({ pattern, other }) => {
      const found = pattern.exec(sentence);
      // A capital inside a sentence begins a name.
      return found && (found.index === 0 || /^\p{Ll}/u.test(found[0])) ? [{ found, other }] : [];
    });
    const chosen = pick(applicable, random);
    if (!chosen) return null;
    const { found, other } = chosen;
    return upperOpening(replaceAt(sentence, found.index, found[0].length, other));
  },
};
