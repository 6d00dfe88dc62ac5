import { firstFrom } from '../markup/first-from.js';

/**
 * What a text says when it instructs: one pattern, or two signs of which the second follows the first. Two signs as one
 * pattern, `first.*second`, would read on from every first sign to the end of the text: a hundred thousand of them take
 * minutes.
 */
export type Wording = RegExp | TwoSigns;

export interface TwoSigns {
  /** With the flag `g`. */
  readonly first: RegExp;
  /** With the flag `g`. */
  readonly second: RegExp;
  /** Most characters between the two; any number where it is absent. */
  readonly within?: number;
}

/** Whether a text says it. Takes time in proportion to the length of the text. */
export function holdsWording(text: string, wording: Wording): boolean {
  if (wording instanceof RegExp) return wording.test(text);
  const { first, second, within = Infinity } = wording;
  const nextSecond = firstFrom(text, second);
  for (const match of text.matchAll(first)) {
    const end = match.index + match[0].length;
    const start = nextSecond(end);
    if (start === undefined) return false;
    if (start - end <= within) return true;
  }
  return false;
}
