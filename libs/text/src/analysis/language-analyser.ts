import { cutUnspaced, tokenize } from '../tokens/terms.js';
import { foldLetters } from './fold-letters.js';
import type { StemmedLanguage } from './stemmed-languages.js';

/** Letters whose accents are left out where a keyboard lacks them, so that a stemmer takes the word for another. */
const LATIN = /^\p{Script=Latin}+$/u;
const APOSTROPHE = /['’]/;
const POSSESSIVE = /['’]s?$/;
/** In UTF-16 code units; longer ones are no words of a language. */
export const LONGEST_WORD = 64;
/** Per language, some 5 MB: a collection's usual words fit several times. */
const MAX_STEMS = 50_000;
/** Joins the parts of a word without a space between them, in Persian and Urdu: some write the word in one, some in two. */
const JOINED = /(?<!\p{L}\p{M}?)\p{L}[\p{L}\p{M}]{0,40}\u200c\p{L}[\p{L}\p{M}]{0,40}/gu;
/** Korean writes particles behind a noun without a space; parts are found by pairs of syllables, as in Lucene's CJKAnalyzer. */
const HANGUL = /^\p{Script=Hangul}{3,}$/u;

/** Words of any language, folded but not stemmed. */
export function unicodeAnalyser(text: string): string[][] {
  const words = tokenize(text).flatMap(({ text: word }) => partsOf(foldLetters(word.toLowerCase().replace('’', "'"))));
  const joined = text.includes('\u200c') ? (text.match(JOINED) ?? []).map((word) => [foldLetters(word)]) : [];
  return [...words, ...joined];
}

/** The index terms of each word of a text, without stop words: one for a word, two where its accents change its stem. */
export function languageAnalyser(language: StemmedLanguage): (text: string) => string[][] {
  const { tags, stopWords, apostrophe } = language;
  const [tag] = tags;
  const known = new Map<string, string[][]>();
  const termsOf = (token: string): string[][] => {
    const word = token.normalize('NFKC').toLocaleLowerCase(tag);
    const parts = apostrophe === 'elision' ? word.split(APOSTROPHE) : [word.replace(POSSESSIVE, '')];
    const whole = apostrophe === 'ending' ? parts.map((part) => part.split(APOSTROPHE)[0] ?? '') : parts;
    return whole
      .filter((part) => part !== '' && !(stopWords?.has(part) ?? false) && !(part.length === 1 && whole.length > 1))
      .flatMap((part) => (part.length > LONGEST_WORD ? partsOf(foldLetters(part)) : stemmedParts(part, language)));
  };
  return (text) =>
    tokenize(text).flatMap(({ text: token }) => {
      if (token.length > LONGEST_WORD) return termsOf(token);
      const kept = known.get(token);
      if (kept) return kept;
      const found = termsOf(token);
      if (known.size >= MAX_STEMS) known.clear();
      known.set(token, found);
      return found;
    });
}

function stemmedParts(word: string, { stem, spellings, otherSpellings }: StemmedLanguage): string[][] {
  const written = replaced(word, spellings);
  const plain = LATIN.test(written) ? foldLetters(written) : written;
  const forms = [written, plain, replaced(written, otherSpellings)];
  const terms = [...new Set(forms.map((form) => foldLetters(stem(form) || form)))].filter((term) => term !== '');
  const [only = ''] = terms;
  return terms.length === 1 ? partsOf(only) : [terms];
}

function replaced(word: string, spellings: StemmedLanguage['spellings']): string {
  return (spellings ?? []).reduce((now, [pattern, letters]) => now.replace(pattern, letters), word);
}

/** A word of a script without spaces is a phrase, each pair of whose characters counts by itself. */
function partsOf(word: string): string[][] {
  if (word === '') return [];
  if (!HANGUL.test(word)) return cutUnspaced(word).map((part) => [part]);
  const syllables = Array.from(word);
  return syllables.slice(1).map((syllable, index) => [`${syllables[index] ?? ''}${syllable}`]);
}
