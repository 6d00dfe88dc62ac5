import { singularOf } from '@arbiter/english';
import { normalizeTerm, numbersIn, type Span, STOP_WORDS, tokenize } from '@arbiter/text';

/** Between a number and its noun stand so many words at most: "eleven small private rooms". */
const REACH = 4;
const JOINS = /^(?:\s{1,2}|[-‐‑])$/;
/** Follow a coin's metal and add nothing: "four gold pieces". */
const PIECES = /^(?:pieces?|coins?)$/;
/** Between a share and its noun: "half of the crew", "half a wick". */
const BETWEEN = /^(?:of|the|a|an|its|their|more|other)$/;
const NO_NOUN = /^(?:times|years? old)$/;
const SAME_IN_PLURAL = /^(?:sheep|fish|deer|salmon|swine|aircraft|cattle|crew|staff|kin)$/;
/** Ends in s and is no plural. */
const SINGULAR_S = /(?:ss|us|is|ous)$/;

/** The words after a number that name the counted thing. Offsets are positions in the text. */
export interface Counter extends Span {
  /** As written: "wicks", "gold pieces". */
  readonly text: string;
  /** A known measure ("ft") or the singular of the noun ("wick"). */
  readonly unit: string;
}

/** The name under which a word's measure is compared ("feet" is "ft"); null where it is none. */
export function unitOfWord(word: string): string | null {
  const [number] = numbersIn(`2 ${word}`);
  return number?.unit ?? null;
}

/**
 * The counted noun of a number: the known measure after it, else the first plural within the next words, else the next word
 * ("one wick"). Words that only a space or a hyphen divides belong together.
 *
 * @returns null if no counted noun follows
 */
export function counterAfter(text: string, { start, end, value }: Span & { readonly value: number }): Counter | null {
  const words = wordsAfter(text, start, end);
  const [first, second] = words;
  if (!first) return null;
  const known = unitOfWord(first.text);
  if (known !== null && second && PIECES.test(second.word)) return { ...spanning(text, first, second), unit: known };
  const plural = words.find(({ word }) => word.length > 2 && singularOf(word) !== word && !SINGULAR_S.test(word));
  // "Eight silver wicks": a metal may be the noun's colour.
  if (known !== null && (!isMetal(first.word) || !plural)) return { ...spanning(text, first, first), unit: known };
  const noun = plural ?? words.find(({ text: own }) => unitOfWord(own) !== null) ?? first;
  const isAlone = noun === first && noun !== plural && unitOfWord(noun.text) === null;
  if (NO_NOUN.test(noun.word) || (isAlone && !isOne(text.slice(end, first.start), value, first))) return null;
  return counted(text, noun);
}

/** Above one only a plural is counted: "In Glasswater 407 fen fever came" counts no fens. */
function isOne(joint: string, value: number, { text, word }: Word): boolean {
  return /\p{Ll}$/u.test(text) && (value <= 1 || /^[-‐‑]$/.test(joint) || SAME_IN_PLURAL.test(word));
}

function counted(text: string, noun: Word): Counter {
  return { ...spanning(text, noun, noun), unit: unitOfWord(noun.text) ?? singularOf(noun.word) };
}

interface Word extends Span {
  readonly text: string;
  readonly word: string;
}

function wordsAfter(text: string, start: number, end: number): Word[] {
  const words: Word[] = [];
  let last = end;
  for (const token of tokenize(text.slice(end, end + 80))) {
    const own = { start: end + token.start, end: end + token.end };
    if (!JOINS.test(text.slice(last, own.start))) break;
    const word = normalizeTerm(token.text);
    last = own.end;
    if (words.length === 0 && BETWEEN.test(word)) {
      // "Half a wick" counts wicks; "4 a day" does not count days.
      if (/^an?$/.test(word) && !/(?:half|quarter|third|[½¼¾⅓⅔])$/i.test(text.slice(start, end))) break;
      continue;
    }
    if (STOP_WORDS.has(word) || /^\p{N}/u.test(word) || words.length >= REACH) break;
    words.push({ ...own, text: token.text, word });
  }
  return words;
}

function isMetal(word: string): boolean {
  return /^(?:gold|silver|copper|platinum|stone)$/.test(word);
}

function spanning(text: string, first: Span, last: Span): Span & { readonly text: string } {
  return { start: first.start, end: last.end, text: text.slice(first.start, last.end) };
}
