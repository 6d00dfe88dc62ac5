import { normalizeTerm, tokenize } from '@arbiter/text';
import { singularOf } from '../quantities/noun-forms.js';

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/**
 * Items of several lists without doubles: case, accents, articles, hyphens and plurals make no other item.
 *
 * @param lists in the order in which they are shown
 * @returns the first of each, in order, as it was given
 */
export function mergeItems<T extends { readonly text: string }>(lists: readonly (readonly T[])[]): T[] {
  const first = new Map<string, T>();
  for (const item of lists.flat()) {
    const key = itemKey(item.text);
    if (key !== '' && !first.has(key)) first.set(key, item);
  }
  return [...first.values()];
}

function itemKey(text: string): string {
  const words = tokenize(text).map((token) => normalizeTerm(token.text));
  const telling = words.filter((word, index) => !(index < words.length - 1 && ARTICLES.has(word)));
  return telling.map(singularOf).join(' ');
}
