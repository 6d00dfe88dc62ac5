import type { Span } from '../span.js';
import { STOP_WORDS } from '../tokens/terms.js';
import { FUNCTION_WORDS, type FunctionWordLanguage } from './function-words.js';

export type TextLanguage = 'en' | FunctionWordLanguage;

/** UTF-16 units of a paragraph that are read. */
const SAMPLE = 600;
/** Not the parts of an address, a path or an identifier. */
const WORD = /(?<![\p{L}\p{M}\p{N}/.@_-])[\p{L}\p{M}]{1,20}(?![\p{L}\p{M}\p{N}/@_]|\.\p{L})/gu;

const LANGUAGES_OF: ReadonlyMap<string, readonly TextLanguage[]> = languagesByWord();

/**
 * The language of a paragraph, by its function words. The rules of English apply where those of another language are not
 * in the majority.
 *
 * @returns undefined where it holds no function word of any language that is known
 */
export function languageOfParagraph(text: string, { start, end }: Span): TextLanguage | undefined {
  const counts = new Map<TextLanguage, number>();
  for (const [word] of text.slice(start, Math.min(end, start + SAMPLE)).matchAll(WORD)) {
    for (const language of LANGUAGES_OF.get(word.toLowerCase()) ?? []) {
      counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  let best: TextLanguage | undefined;
  for (const [language, count] of counts) {
    const most = best === undefined ? 0 : (counts.get(best) ?? 0);
    if (count > most || (count === most && language === 'en')) best = language;
  }
  return best;
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
