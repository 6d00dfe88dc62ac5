import { isWhiteSpace, type Span, trimSpan } from '../span.js';
import { carryOut, type Steps } from '../steps.js';
import { STOP_WORDS } from '../tokens/terms.js';
import { readingRegions } from './split-regions.js';

/** A run of final marks with what closes after it: quotes, brackets, emphasis; then markers `[1]` of the same sentence. */
const FINAL_MARKS = /(?:[.!?…]+|[。！？]+)["'”’»›)\]}*_]*(?:[^\S\n]?\[\d{1,3}\])*/gu;
/** Characters between two sentences, before the first word of the second. */
const OPENERS = /["'“‘„«‹([{*_¿¡–—-]*/uy;
/** Regions, and final marks that end nothing, that are read in one step: a millisecond. */
const READ_A_STEP = 500;

/** Longest word that is looked back for: keeps the work per full stop bounded. */
const LOOK_BACK = 24;
const LAST_WORD = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}.]{0,200}[\p{L}\p{N}\p{M}])?$/u;
const FIRST_WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/uy;
const LOWER_CASE = /^\p{Ll}/u;
const CONTINUES = /^[,;:.!?…]/u;

/**
 * Divides a text into sentences.
 *
 * Rules: a full stop, question mark, exclamation mark or ellipsis ends a sentence. White space must follow, and then
 * something other than a lower-case letter. A stop of an abbreviation, an initial, a decimal or the number of a list item
 * does not count. Closing quotes, brackets and citation markers stay with the sentence they follow. A blank line, a list item
 * and a table row also end a sentence. A single line break inside a paragraph does not, unless every line of the paragraph is
 * one item of a list whose markers are gone. A colon does not.
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

/**
 * Whether the final marks at [`marks`, `end`) end the sentence that began at `start`.
 *
 * @param next index of the first character of what follows, quotes and brackets passed over
 */
function endsSentence(text: string, marks: number, end: number, next: number, start: number): boolean {
  const following = text.slice(next, next + 2);
  if (LOWER_CASE.test(following) || CONTINUES.test(following)) return false;
  const first = text.charAt(marks);
  if (first === '…' || text.startsWith('..', marks)) return !nextWordIs(text, next, 'i');
  if (first !== '.') return true;

  const word = LAST_WORD.exec(text.slice(Math.max(start, marks - LOOK_BACK), marks))?.[0];
  if (word === undefined) return true;
  const lower = word.toLowerCase();
  const numeral = /^\p{N}/u.test(following);
  if (isListNumber(text, word, marks, start)) return false;
  if (numeral && BEFORE_NUMERAL.has(lower)) return false;
  if (NEVER_LAST.has(lower)) return false;
  if (/^\p{Lu}$/u.test(word) || SOMETIMES_LAST.has(lower) || /^\p{L}{1,2}(?:\.\p{L}{1,2})+$/u.test(word)) {
    // An initial or an abbreviation that can stand last: it does when a function word opens what follows.
    if (end > marks + 1) return true;
    return opensSentence(text, next);
  }
  return true;
}

/** "1." or "b." at the very beginning numbers a list item. */
function isListNumber(text: string, word: string, marks: number, start: number): boolean {
  if (!/^(?:\p{N}{1,3}|\p{L})$/u.test(word)) return false;
  return text.slice(start, marks - word.length).trim() === '';
}

function opensSentence(text: string, next: number): boolean {
  const word = wordAt(text, next);
  return word !== null && word.length > 1 && STOP_WORDS.has(word);
}

function nextWordIs(text: string, next: number, expected: string): boolean {
  return wordAt(text, next) === expected;
}

function wordAt(text: string, at: number): string | null {
  FIRST_WORD.lastIndex = at;
  return FIRST_WORD.exec(text)?.[0].toLowerCase().replace('’', "'") ?? null;
}

/** Abbreviations (lower case, without the final full stop) that always have something after them. */
const NEVER_LAST: ReadonlySet<string> = new Set(
  `dr mr mrs ms messrs mx prof capt cpt lt col gen sgt cpl pvt maj adm cmdr rev hon gov sen rep pres fr
   mt e.g eg i.e ie viz cf vs approx ca c fig figs eq eqs vol vols ch chap sec sect art arts pp p nr para ed eds
   trans resp incl esp`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Abbreviations of "number": they go on when a numeral follows. */
const BEFORE_NUMERAL: ReadonlySet<string> = new Set(['no', 'nos', 'nr', 'p', 'art', 'ch', 'op', 'opp', 'l', 'll']);

/** Abbreviations that may also end a sentence; what follows decides. */
const SOMETIMES_LAST: ReadonlySet<string> = new Set(
  `st ste ave blvd rd sq ln etc al inc ltd co corp bros jr sr esq dept est univ assn
   jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun
   min max hr hrs in ft yd mi lb lbs oz kg km cm mm ml gal gp sp cp pp bc ad bce ce phd`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
