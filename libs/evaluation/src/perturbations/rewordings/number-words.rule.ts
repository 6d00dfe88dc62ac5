import { NUMBER_WORD_PATTERN, numberWord, valueOfWord } from '../number-words.js';
import { replaceAt } from '../words.js';
import type { RewordingRule } from './rewording-rule.js';

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
