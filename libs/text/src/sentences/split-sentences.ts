import { isWhiteSpace, trimSpan, type Span } from '../span.js';
import { carryOut, type Steps } from '../steps.js';
import { endsSentence } from './ends-sentence.js';
import { readingRegions } from './split-regions.js';

/** A run of final marks with what closes after it: quotes, brackets, emphasis; then markers `[1]` of the same sentence. */
const FINAL_MARKS = /(?:[.!?…]+|[。！？]+)["'”’»›)\]}*_]*(?:[^\S\n]?\[\d{1,3}\])*/gu;
/** What may stand between two sentences before the first word of the second. */
const OPENERS = /["'“‘„«‹([{*_¿¡–—-]*/uy;
/** Regions, and final marks that end nothing, that are read in one step: a millisecond. */
const READ_A_STEP = 500;

/**
 * Divides a text into sentences.
 *
 * Rules: a full stop, question mark, exclamation mark or ellipsis ends a sentence when white space and something other
 * than a lower-case letter follow, unless the stop belongs to an abbreviation, an initial, a decimal or the number of
 * a list item. Closing quotes, brackets and citation markers stay with the sentence they follow. A blank line, a list
 * item and a table row end a sentence too; a single line break inside a paragraph does not, unless every line of the
 * paragraph is one item of a list whose markers are gone. A colon does not.
 *
 * @returns spans in order, without white space at their ends; together they hold every character of the text that is
 *   not white space. No sentence is cut for its length.
 */
export function splitSentences(text: string): Span[] {
  return carryOut(readingSentences(text));
}

/** {@link splitSentences} for texts of any size. */
export function* readingSentences(text: string): Steps<Span[]> {
  const sentences: Span[] = [];
  const marksFrom = finalMarks(text);
  let read = 0;
  for (const region of yield* readingRegions(text)) {
    if (++read % READ_A_STEP === 0) yield;
    let start = region.start;
    if (!region.whole) {
      for (let marks = marksFrom(start); marks && marks.start < region.end; marks = marksFrom(marks.end)) {
        if (++read % READ_A_STEP === 0) yield;
        const end = Math.min(marks.end, region.end);
        const next = startOfNext(text, end, region.end);
        if (next === null || !endsSentence(text, marks.start, end, next, start)) continue;
        const sentence = trimSpan(text, start, end);
        if (sentence) sentences.push(sentence);
        start = end;
      }
    }
    const last = trimSpan(text, start, region.end);
    if (last) sentences.push(last);
  }
  return sentences;
}

/**
 * Finds the first final marks at or after an index. Asked with indexes that never fall, it reads the text once: a mark
 * beyond the region that asked is kept for the region it lies in.
 */
function finalMarks(text: string): (from: number) => Span | null {
  let found: Span | null = { start: -1, end: -1 };
  return (from) => {
    if (found && found.start < from) {
      FINAL_MARKS.lastIndex = from;
      const match = FINAL_MARKS.exec(text);
      found = match ? { start: match.index, end: match.index + match[0].length } : null;
    }
    return found;
  };
}

/**
 * Index of the first character of what may be the next sentence, quotes and brackets passed over; null when the marks
 * at `end` run straight into a word (as in "3.5" or "example.org") or nothing follows.
 */
function startOfNext(text: string, end: number, limit: number): number | null {
  let start = end;
  while (start < limit && isWhiteSpace(text.charCodeAt(start))) start++;
  if (start >= limit) return null;
  const ideographic = '。！？'.includes(text.charAt(end - 1));
  if (start === end && !ideographic) return null;
  OPENERS.lastIndex = start;
  const openers = OPENERS.exec(text);
  return Math.min(start + (openers?.[0].length ?? 0), limit - 1);
}
