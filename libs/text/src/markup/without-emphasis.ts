import { firstFrom } from './first-from.js';

/**
 * Marks that enclose what they emphasise, and where one may end: not behind a space, and in the same line. A line end found
 * first says that there is no end.
 */
const ENDS = {
  '***': /(?<=\S)\*\*\*|[\n\r\u2028\u2029]/g,
  '**': /(?<=\S)\*\*|[\n\r\u2028\u2029]/g,
  __: /(?<=\S)__|[\n\r\u2028\u2029]/g,
  '*': /(?<=\S)\*|[\n\r\u2028\u2029]/g,
  '`': /(?<=\S)`|[\n\r\u2028\u2029]/g,
} as const;

export type EmphasisMark = keyof typeof ENDS;

const POSSIBLE = /[*_`](?=\S)/g;

/**
 * A text without the marks that emphasise a part of a line: `**old** mill` is `old mill`. Marks of the same kind within the
 * part stay. It takes time in proportion to the length of the text: one pattern for both marks would look for the second
 * anew from each of many firsts.
 *
 * @param marks a longer one before one that it begins with
 */
export function withoutEmphasis(text: string, marks: readonly EmphasisMark[]): string {
  const kinds = marks.map((mark) => ({ mark, endFrom: firstFrom(text, ENDS[mark]) }));
  const parts: string[] = [];
  let read = 0;
  for (const { index } of text.matchAll(POSSIBLE)) {
    if (index < read) continue;
    for (const { mark, endFrom } of kinds) {
      const from = index + mark.length;
      if (!text.startsWith(mark, index) || !/^\S/.test(text.slice(from, from + 1))) continue;
      const end = endFrom(from + 1);
      if (end === undefined || !text.startsWith(mark, end)) continue;
      parts.push(text.slice(read, index), text.slice(from, end));
      read = end + mark.length;
      break;
    }
  }
  return parts.join('') + text.slice(read);
}
