/** Letters that compatibility decomposition leaves whole, as they are written without them; the Arabic ones as Lucene's ArabicNormalizer. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ı: 'i',
    ħ: 'h',
    ŋ: 'n',
    ŧ: 't',
  }),
  // A sigma at a word's end.
  ['ς', 'σ'],
  // Alef maqsura and the Persian yeh, the Persian kaf, teh marbuta, the Urdu heh; the tatweel only widens a word.
  ['\u0649', '\u064a'],
  ['\u06cc', '\u064a'],
  ['\u06a9', '\u0643'],
  ['\u0629', '\u0647'],
  ['\u06c1', '\u0647'],
  ['\u0671', '\u0627'],
  ['\u0640', ''],
  // A vowel with a dot is one with a moon where people have no key for the moon.
  ['\u0901', '\u0902'],
]);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');
/**
 * Accents, Arabic and Hebrew vowel signs, the Indic nukta, joiners and selectors. Vowel signs of other scripts stay: they
 * are the vowels of their words.
 */
const MARKS =
  /[\ufe00-\ufe0f\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u200c-\u200d]/gu;
const ASCII = /^[\p{ASCII}]*$/u;

/**
 * Spellings of one word become the same: full width and half, with accents and without, "ß" and "ss", the forms of alef.
 *
 * @param word in lower case
 */
export function foldLetters(word: string): string {
  if (ASCII.test(word)) return word;
  return word
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter)
    .normalize('NFC');
}
