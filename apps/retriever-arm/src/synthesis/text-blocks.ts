import type { Span } from '@arbiter/text';

/** Lines without an empty one between them. Offsets count in the text. */
export interface TextBlock {
  readonly lines: readonly Span[];
  /** The lines are items, steps or rows rather than one paragraph with hard line ends. */
  readonly isList: boolean;
}

const MARKED = /^(?:[-*•–]|\(?(?:\d{1,3}|[a-z])[.)])\s/i;
/** How a line starts that goes on from the one before: prose with hard line ends. */
const GOES_ON = /^\p{Ll}/u;
/** How a paragraph begins and ends, and no list of small items does. */
const BEGINS = /^\p{Lu}/u;
const ENDS = /[.!?]$/;
/** Share of lines that may go on from the one before. */
const MAX_GOING_ON = 0.25;
/**
 * A shorter line was not broken because it was full, in characters: what follows it is the next item, though it begins small.
 * Markers of items may be gone by then, as those of Markdown are.
 */
const SHORTEST_WRAPPED = 45;
/** An item of a list rarely runs longer; a paragraph does. In characters. */
const LONGEST_ITEM = 400;

/** @returns in order; every line without the white space around it, empty lines left out */
export function textBlocks(text: string): TextBlock[] {
  return [...text.matchAll(/(?<![^\n])[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g)].map((block) => {
    const lines = [...block[0].matchAll(/\S(?:[^\n]*\S)?/g)].map((line) => ({
      start: block.index + line.index,
      end: block.index + line.index + line[0].length,
    }));
    return { lines, isList: readsAsList(lines.map(({ start, end }) => text.slice(start, end))) };
  });
}

/** A line alone may be the part of a list that its passage holds: whether it is one, its neighbours tell. */
function readsAsList(lines: readonly string[]): boolean {
  if (lines.some((line) => line.length > LONGEST_ITEM)) return false;
  const isSentence = BEGINS.test(lines[0] ?? '') && ENDS.test(lines.at(-1) ?? '');
  const goingOn = lines.filter((line, index) => {
    const isWrapped = isSentence || (lines[index - 1]?.length ?? 0) >= SHORTEST_WRAPPED;
    return isWrapped && GOES_ON.test(line) && !MARKED.test(line);
  }).length;
  return goingOn <= MAX_GOING_ON * lines.length;
}
