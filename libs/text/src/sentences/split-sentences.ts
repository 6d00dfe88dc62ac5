import { isWhiteSpace, type Span, trimSpan } from '../span.js';
import { carryOut, type Steps } from '../steps.js';
import { closesWithoutSpace, endsSentence } from './sentence-end.js';
import { readingRegions } from './split-regions.js';
import { partedAtRuns } from './unspaced-runs.js';
import { languageOfParagraph, type TextLanguage } from './text-language.js';

/** A run of final marks with what closes after it: quotes, brackets, emphasis; then markers `[1]` of the same sentence. */
const FINAL_MARKS =
  /(?:[.!?…؟۔]+|[。！？｡．।॥։።፧]+|(?<=\p{Script=Greek})[;\u037e])["'”’»›)\]}*_」』）】》]*(?:[^\S\n]?\[\d{1,3}\])*/gu;
/** Characters between two sentences, before the first word of the second. */
const OPENERS = /["'“‘„«‹([{*_¿¡–—「『（【《-]*/uy;
/** Regions, and final marks that end nothing, that are read in one step: a millisecond. */
const READ_A_STEP = 500;

/**
 * Divides a text into sentences.
 *
 * Rules: a full stop, question mark, exclamation mark or ellipsis ends a sentence. White space must follow, and then
 * something other than a lower-case letter. A stop of an abbreviation, an initial, an ordinal, a decimal or the number of a list
 * item does not count; which abbreviations and ordinals there are follows from the language of each paragraph. The marks of
 * other scripts ("。", "।", "؟") count, too; those of scripts without spaces need none. Closing quotes, brackets and citation markers stay with the sentence they follow. A blank line, a list item
 * and a table row also end a sentence. A single line break inside a paragraph does not, unless every line of the paragraph is
 * one item of a list whose markers are gone. A colon does not. A run of hundreds of signs without a space stands for itself.
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
  let language: TextLanguage | undefined;
  for (const region of yield* readingRegions(text)) {
    if (++read % READ_A_STEP === 0) yield;
    let start = region.start;
    if (!region.whole) {
      // An item of a list may be too short to tell: it is in the language of what stands before it.
      language = languageOfParagraph(text, region) ?? language;
      for (let marks = marksFrom(start); marks && marks.start < region.end; marks = marksFrom(marks.end)) {
        if (++read % READ_A_STEP === 0) yield;
        const end = Math.min(marks.end, region.end);
        const next = startOfNext(text, end, region.end);
        if (next === null || !endsSentence(text, { marks: marks.start, end, next, start }, language)) continue;
        const sentence = trimSpan(text, start, end);
        if (sentence) sentences.push(...partedAtRuns(text, sentence));
        start = end;
      }
    }
    const last = trimSpan(text, start, region.end);
    if (last) sentences.push(...partedAtRuns(text, last));
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
  if (start === end && !closesWithoutSpace(text, end)) return null;
  OPENERS.lastIndex = start;
  const openers = OPENERS.exec(text);
  return Math.min(start + (openers?.[0].length ?? 0), limit - 1);
}
