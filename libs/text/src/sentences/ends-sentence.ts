import { STOP_WORDS } from '../tokens/stop-words.js';
import { BEFORE_NUMERAL, NEVER_LAST, SOMETIMES_LAST } from './abbreviations.js';

/** Longest word that is looked back for: keeps the work per full stop bounded. */
const LOOK_BACK = 24;
const LAST_WORD = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}.]{0,200}[\p{L}\p{N}\p{M}])?$/u;
const FIRST_WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/uy;
const LOWER_CASE = /^\p{Ll}/u;
const CONTINUES = /^[,;:.!?…]/u;

/**
 * Whether the final marks at [`marks`, `end`) end the sentence that began at `start`.
 *
 * @param next index of the first character of what follows, quotes and brackets passed over
 */
export function endsSentence(text: string, marks: number, end: number, next: number, start: number): boolean {
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
