import { foldLetters } from './fold-letters.js';

/** How a language declines, in folded letters. */
export interface CaseEndings {
  /** Of nouns and adjectives. */
  readonly endings: readonly string[];
  /** Vowels that stand before the last consonant only where no ending follows: "stat-e-k", "statk-u". */
  readonly fleeting: RegExp;
}

/** Letters that stay of a word. */
const SHORTEST_STEM = 3;
/** A nominative may end as another case does: "system", "systemu". */
const TIMES = 2;
const VOWEL = /[aeiouy]/;

/** A light stemmer: it takes case endings away, the longest first. Verbs keep theirs. */
export function caseStemmer({ endings, fleeting }: CaseEndings): (word: string) => string {
  const known = new Set(endings);
  const longest = Math.max(...endings.map(({ length }) => length));
  const withoutEnding = (word: string): string => {
    for (let length = Math.min(longest, word.length - SHORTEST_STEM); length > 0; length--) {
      const stem = word.slice(0, -length);
      if (known.has(word.slice(-length)) && VOWEL.test(stem)) return stem;
    }
    return word;
  };
  return (word) => {
    let stem = foldLetters(word);
    for (let time = 0; time < TIMES; time++) stem = withoutEnding(stem);
    return stem.length > SHORTEST_STEM ? stem.replace(fleeting, '$1') : stem;
  };
}

/** Declension as grammars have it. Kubiński's stemmer, which Snowball's for Polish follows, also takes endings of verbs and diminutives. */
export const POLISH: CaseEndings = {
  endings: (
    'a ia u iu owi iowi em iem e ie o io y i owie ow iow om iom ami iami ach iach mi ' +
    'ego iego emu iemu ym im ej iej ych ich ymi imi'
  ).split(' '),
  fleeting: /i?e([cklnr])$/,
};

/** After the light stemmer of Dolamic and Savoy, "Indexing and stemming approaches for the Czech language", IPM 45 (2009). */
export const CZECH: CaseEndings = {
  endings: (
    'a e i o u y ou em am um im ym ech ach ich ych ata aty ama ami emi imi ymi mi atum atech etem ovi ove ' +
    'eho iho emu imu os us es'
  ).split(' '),
  fleeting: /e([bcklnrv])$/,
};
