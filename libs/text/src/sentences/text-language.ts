import type { Span } from '../span.js';
import { STOP_WORDS } from '../tokens/terms.js';
import { FUNCTION_WORDS, type FunctionWordLanguage } from './function-words.js';

export type TextLanguage = 'en' | FunctionWordLanguage;

/** UTF-16 units of a paragraph that are read. */
const SAMPLE = 600;
/** Not the parts of an address, a path or an identifier. */
const WORD = /(?<![\p{L}\p{M}\p{N}/.@_-])[\p{L}\p{M}]{1,20}(?![\p{L}\p{M}\p{N}/@_]|\.\p{L})/gu;

/** Letters that only one of the languages writes, for a paragraph without function words. */
const OWN_LETTERS: readonly (readonly [RegExp, TextLanguage])[] = [
  [/ß/, 'de'],
  [/[ğıİ]/, 'tr'],
  [/[őű]/i, 'hu'],
  [/[ěřů]/i, 'cs'],
  [/[ąęłśźż]/i, 'pl'],
  [/[ñ¿¡]/i, 'es'],
  [/[ãõ]/i, 'pt'],
  [/[ыэъ]/i, 'ru'],
  [/[їєґ]/i, 'uk'],
  [/\p{Script=Greek}/u, 'el'],
];

const LANGUAGES_OF: ReadonlyMap<string, readonly TextLanguage[]> = languagesByWord();

/**
 * The language of a paragraph, by its function words. The rules of English apply where those of another language are not
 * in the majority.
 *
 * @returns undefined where it holds no function word of any language that is known, nor a letter that tells it
 */
export function languageOfParagraph(text: string, { start, end }: Span): TextLanguage | undefined {
  const counts = new Map<TextLanguage, number>();
  const sample = text.slice(start, Math.min(end, start + SAMPLE));
  for (const [word] of sample.matchAll(WORD)) {
    for (const language of LANGUAGES_OF.get(word.toLowerCase()) ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  let best: TextLanguage | undefined;
  for (const [language, count] of counts) {
    const most = best === undefined ? 0 : (counts.get(best) ?? 0);
    if (count > most || (count === most && language === 'en')) best = language;
  }
  return best ?? OWN_LETTERS.find(([letters]) => letters.test(sample))?.[1];
}

function languagesByWord(): ReadonlyMap<string, readonly TextLanguage[]> {
  const byWord = new Map<string, TextLanguage[]>();
  const all: readonly (readonly [string, ReadonlySet<string>])[] = [
    ['en', STOP_WORDS],
    ...Object.entries(FUNCTION_WORDS),
  ];
  for (const [language, words] of all) {
    for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), language as TextLanguage]);
  }
  return byWord;
}
