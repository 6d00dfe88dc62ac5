import { termSet } from '../tokens/terms.js';

/** Longest text whose distance is computed: more would take seconds. What follows counts as equal. */
const LONGEST = 2_000;

/**
 * Levenshtein's distance (1966): the fewest characters to insert, delete or replace that turn one text into the other, over
 * the length of the longer.
 *
 * @returns 0 for equal texts, 1 for texts without a common character in place
 */
export function editDistance(a: string, b: string): number {
  const [from, to] = [Array.from(a.slice(0, LONGEST)), Array.from(b.slice(0, LONGEST))];
  const longer = Math.max(from.length, to.length);
  if (longer === 0) return 0;
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, character] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (above[column] ?? 0) + (character === other ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return (above[to.length] ?? longer) / longer;
}

/** Most that the wording of a question changes when it is asked again. Chosen by hand. */
const MOST_REWORDED = 0.6;
/** Most that a term changes when it is spelt anew: a letter of four, two of eight. */
const MOST_RESPELT = 0.25;

/**
 * Whether a question asks nearly the same as the one before it: little is worded differently, and each term of the shorter one
 * is a term of the other, perhaps spelt anew. "Who leads the mill?" does not repeat "Who leads the guild?".
 *
 * @returns the edit distance of both questions, 0–1; null where it does not repeat it
 */
export function repeatedQuestion(before: string, now: string): number | null {
  const distance = editDistance(folded(before), folded(now));
  if (distance === 0) return 0;
  const [ofBefore, ofNow] = [[...termSet(before)], [...termSet(now)]];
  const [few, many] = ofBefore.length <= ofNow.length ? [ofBefore, ofNow] : [ofNow, ofBefore];
  if (few.length === 0 || distance > MOST_REWORDED) return null;
  const holds = (term: string): boolean => many.some((other) => editDistance(term, other) <= MOST_RESPELT);
  return few.every(holds) ? distance : null;
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
