import { MAX_WORDS_OF_PAGE } from '@arbiter/contracts';
import type { StoredDocument } from '@arbiter/ports';

export interface WordsOfPage {
  /** Of the page in the text of its document. */
  readonly start: number;
  readonly end: number;
  /** At most {@link MAX_WORDS_OF_PAGE} UTF-16 code units. */
  readonly words: string;
}

/** @returns null for a page that there is not, or no longer */
export function wordsOfPage(
  document: Pick<StoredDocument, 'pages'> | null,
  text: string | null,
  page: number,
): WordsOfPage | null {
  const at = document?.pages.findIndex(({ number }) => number === page) ?? -1;
  if (!document || text === null || at < 0) return null;
  const start = document.pages[at]?.start ?? 0;
  const end = document.pages[at + 1]?.start ?? text.length;
  return { start, end, words: text.slice(start, Math.min(end, start + MAX_WORDS_OF_PAGE)).toWellFormed() };
}
