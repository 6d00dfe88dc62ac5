import { singularOf } from '@arbiter/extraction';
import { foldNumberWords } from '@arbiter/text';

/** Words that may stand between a number and the noun: "eleven licensed taverns". */
const BETWEEN = 2;

/** The numbers of things that a text states: 11 and 3 for "Eleven taverns, three of them licensed taverns", "taverns". */
export function statedCounts(text: string, noun: string): number[] {
  const words =
    foldNumberWords(text)
      .toLowerCase()
      .match(/[\p{L}\d](?:[\p{L}\d'’-]|[,.](?=\d))*|[;:!?]/gu) ?? [];
  const wanted = singularOf(noun);
  return words.flatMap((word, at) => {
    const number = /^\d[\d,]*$/u.test(word) ? Number(word.replaceAll(',', '')) : Number.NaN;
    // One names a single thing, and a year counts nothing.
    if (Number.isNaN(number) || number < 2) return [];
    const next = words.slice(at + 1, at + 2 + BETWEEN);
    return next.some((each) => each !== wanted && singularOf(each) === wanted) ? [number] : [];
  });
}
