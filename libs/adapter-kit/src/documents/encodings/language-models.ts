import { FREQUENT_CHARACTERS } from './frequent-characters.js';
import { LETTER_PAIRS } from './letter-pairs.js';

/** What letters and characters cost in one language, in bits (−log2 of their probability). */
export interface LanguageModel {
  /** A letter behind another one in a word, `EDGE` for either end of the word. @returns undefined for a letter that the language lacks */
  pairCost(before: number, letter: number): number | undefined;
  /** A character of a script with thousands of them. */
  characterCost(character: number): number;
}

/** In the place of a letter before or behind a word. */
export const EDGE = 0;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BITS = new Map(Array.from(DIGITS, (digit, value) => [digit, value / 4]));

/** Characters of no table, where the language has none of the kind. */
const FOREIGN_CHARACTER = 19;
/** The first level of a standard (2,350 to 5,401 characters in use) and what the encoding has beyond it, when not listed. */
const FIRST_LEVEL = 13.5;
const BEYOND = 17.5;
const FULL_WIDTH = 9;
const CJK_MARK = 8;
const HALF_WIDTH_KANA = 7.5;

/**
 * First levels as their encodings order them: JIS X 0208 rows 16–47, GB 2312 rows 16–55, Big5 0xA440–0xC67E, and the Hangul of
 * KS X 1001. The decoders of this Node know the characters.
 */
const LEVELS: Readonly<Record<string, { encoding: string; leads: [number, number]; trails: [number, number] }>> = {
  ja: { encoding: 'euc-jp', leads: [0xb0, 0xcf], trails: [0xa1, 0xfe] },
  zh: { encoding: 'gb18030', leads: [0xb0, 0xd7], trails: [0xa1, 0xfe] },
  'zh-Hant': { encoding: 'big5', leads: [0xa4, 0xc6], trails: [0x40, 0xfe] },
  ko: { encoding: 'euc-kr', leads: [0xb0, 0xc8], trails: [0xa1, 0xfe] },
};

/** Code units above those of all letters of the tables. */
const LETTERS_END = 0x1f00;

const models = new Map<string, LanguageModel>();

/** The model of a language of `LETTER_PAIRS` or `FREQUENT_CHARACTERS`. */
export function languageModel(language: string): LanguageModel {
  let model = models.get(language);
  if (!model) models.set(language, (model = readModel(language)));
  return model;
}

function readModel(language: string): LanguageModel {
  return language in FREQUENT_CHARACTERS ? ideographicModel(language) : alphabeticModel(language);
}

function alphabeticModel(language: string): LanguageModel {
  const [letters = '', digits = ''] = LETTER_PAIRS[language] ?? [];
  const indexes = new Uint8Array(LETTERS_END);
  for (const [index, letter] of Array.from(letters).entries()) indexes[letter.charCodeAt(0)] = index + 1;
  const costs = Float64Array.from(digits, (digit) => BITS.get(digit) ?? 0);
  const width = Array.from(letters).length + 1;
  return {
    pairCost: (before, letter) => {
      const index = indexes[letter] ?? 0;
      if (index === 0 && letter !== EDGE) return undefined;
      return costs[(indexes[before] ?? 0) * width + index];
    },
    characterCost: () => FOREIGN_CHARACTER,
  };
}

function ideographicModel(language: string): LanguageModel {
  const [characters = '', digits = ''] = FREQUENT_CHARACTERS[language] ?? [];
  const listed = new Map(
    Array.from(characters, (each, index) => [each.charCodeAt(0), BITS.get(digits[index] ?? '') ?? BEYOND]),
  );
  const level = firstLevel(language);
  const own =
    language === 'ko'
      ? /[\uac00-\ud7a3\u4e00-\u9fff]/
      : language === 'ja'
        ? /[\u3041-\u30ff\u4e00-\u9fff]/
        : /[\u4e00-\u9fff]/;
  const unlisted = (each: string): number => {
    if (level.has(each)) return FIRST_LEVEL;
    if (own.test(each)) return BEYOND;
    if (/[\u3000-\u303f]/.test(each)) return CJK_MARK;
    if (/[\uff01-\uff5e]/.test(each)) return FULL_WIDTH;
    return language === 'ja' && /[\uff61-\uff9f]/.test(each) ? HALF_WIDTH_KANA : FOREIGN_CHARACTER;
  };
  return {
    pairCost: () => undefined,
    characterCost: (each) => {
      let cost = listed.get(each);
      if (cost === undefined) listed.set(each, (cost = unlisted(String.fromCharCode(each))));
      return cost;
    },
  };
}

function firstLevel(language: string): ReadonlySet<string> {
  const { encoding, leads, trails } = LEVELS[language] ?? {};
  const bytes: number[] = [];
  if (!encoding || !leads || !trails) return new Set();
  for (let lead = leads[0]; lead <= leads[1]; lead++) {
    // A line end between the pairs: what one lead does not have must not eat the next.
    for (let trail = trails[0]; trail <= trails[1]; trail++) bytes.push(lead, trail, 0x0a);
  }
  const text = new TextDecoder(encoding).decode(Uint8Array.from(bytes));
  return new Set(text.split('\n').filter((each) => each.length === 1 && each !== '\ufffd'));
}
