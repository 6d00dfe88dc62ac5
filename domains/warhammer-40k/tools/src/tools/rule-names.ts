import { foldName, singularForms } from '@arbiter/adapters-battlescribe/catalogue';

/** A value that a rule is given where it is used: "6\"", "D3", "5+". */
const VALUE = /\d/;

/** Where a text names something. */
export interface Named {
  /** First word of it, counted from 0. */
  readonly at: number;
  /** Words of it. */
  readonly length: number;
}

/**
 * Finds a name among words, however it is put together: "deep strike", "deep-strike" and "deepstrikes" are one. What a name has
 * for a value is left out.
 */
export function findNamed(text: string, name: string): Named | undefined {
  const words = foldName(text).split(' ');
  const wanted = foldName(
    name
      .split(' ')
      .filter((word) => !VALUE.test(word))
      .join(' '),
  ).replaceAll(' ', '');
  if (wanted === '') return undefined;
  for (let at = 0; at < words.length; at++) {
    let joined = '';
    for (let end = at; end < words.length && joined.length <= wanted.length; end++) {
      joined += words[end] ?? '';
      if (singularForms(joined).includes(wanted)) return { at, length: end - at + 1 };
    }
  }
  return undefined;
}
