import { ARTICLES, POSSESSIVES } from '@arbiter/english';
import type { Span } from '../span.js';
import { stem } from '../tokens/stem.js';
import { normalizeTerm, STOP_WORDS, type Token, tokenize } from '../tokens/terms.js';
import { type DigitNumber, digitNumbers, UNITS } from './digit-numbers.js';
import { readNumberWords } from './number-words.js';

export interface NumberMention extends Span {
  /** The number as it stands in the text, with its sign, scale and percent sign, without its head word. */
  readonly text: string;
  readonly kind: DigitNumber['kind'] | 'range';
  /** The value; of a range the lower end, of dice how many are rolled. */
  readonly value: number;
  /** The upper end of a range, else null. */
  readonly to: number | null;
  /** "%", a currency code, the dice ("d6+3"), or the name of a known measure ("ft", "year"), else null. */
  readonly unit: string | null;
  /** Stem of the word that is counted: the first content word after the number, else the one before it ("room 12"). */
  readonly head: string | null;
}

type Found = Omit<NumberMention, 'head' | 'text'>;

/** Content words after a number are looked for so many tokens ahead: "half of the crew". */
const HEAD_REACH = 3;
/** Words before "one" that make it a pronoun. */
const PRONOUN_BEFORE_ONE: ReadonlySet<string> = new Set(
  'no any every some each the this that which another'.split(' '),
);

/**
 * The numbers that a text states, in order: in digits and in words, ordinals, percentages, sums of money, fractions,
 * dice and ranges. "One" and "second" count only where they are numerals ("one ship", not "no one" or "a second").
 */
export function numbersIn(text: string): NumberMention[] {
  const tokens = tokenize(text);
  const digits = digitNumbers(text).map((number): Found => ({ ...number, to: null }));
  const all = [...digits, ...wordNumbers(text, tokens, digits)].sort((a, b) => a.start - b.start);
  return joinRanges(text, all).map((found) => {
    const head = headOf(text, tokens, found);
    const unit = found.unit ?? (head === null ? null : (UNITS.get(head.word) ?? null));
    return { ...found, unit, text: text.slice(found.start, found.end), head: head && stem(head.word) };
  });
}

function wordNumbers(text: string, tokens: readonly Token[], digits: readonly Span[]): Found[] {
  const found: Found[] = [];
  let digit = 0;
  for (let i = 0; i < tokens.length;) {
    const number = readNumberWords(text, tokens, i);
    const first = tokens[i];
    const last = number && tokens[number.next - 1];
    if (first && last) {
      while ((digits[digit]?.end ?? Infinity) <= first.start) digit++;
      const overlaps = (digits[digit]?.start ?? Infinity) < last.end;
      if (!overlaps && isNumeral(text, tokens, i, number.next)) {
        found.push({ start: first.start, end: last.end, kind: number.kind, value: number.value, to: null, unit: null });
      }
    }
    i = number?.next ?? i + 1;
  }
  return found;
}

function isNumeral(text: string, tokens: readonly Token[], at: number, next: number): boolean {
  if (next !== at + 1) return true;
  const word = wordOf(tokens[at]);
  const before = wordOf(tokens[at - 1]);
  if (word === 'one') {
    const after = adjacentWord(text, tokens, next);
    return !PRONOUN_BEFORE_ONE.has(before) && after !== null && !STOP_WORDS.has(after);
  }
  if (word === 'second') return !['a', 'per', 'each', 'every'].includes(before);
  return true;
}

/** "3–5", "ten to twenty", "between 3 and 5": one mention, if the numbers rise. */
function joinRanges(text: string, numbers: readonly Found[]): Found[] {
  const joined: Found[] = [];
  for (const number of numbers) {
    const before = joined.at(-1);
    if (before?.to === null && number.value > before.value && isRange(text, before, number)) {
      joined[joined.length - 1] = {
        start: before.start,
        end: number.end,
        kind: 'range',
        value: before.value,
        to: number.value,
        unit: number.unit ?? before.unit,
      };
    } else joined.push(number);
  }
  return joined;
}

function isRange(text: string, low: Found, high: Found): boolean {
  if (high.start - low.end > 8 || [low.kind, high.kind].some((kind) => kind === 'dice' || kind === 'ordinal'))
    return false;
  const between = text.slice(low.end, high.start);
  if (/^(?:\s?[-–—]\s?|\s+to\s+)$/.test(between)) return true;
  return /^\s+and\s+$/.test(between) && /\bbetween\s+$/i.test(text.slice(Math.max(0, low.start - 12), low.start));
}

/** Between a number and its noun: "half of the other crew". */
const BEFORE_HEAD: ReadonlySet<string> = new Set([...ARTICLES, ...POSSESSIVES, 'of', 'more', 'other']);

function headOf(text: string, tokens: readonly Token[], { start, end }: Span): { word: string } | null {
  const next = firstTokenFrom(tokens, end);
  for (let i = next; i < next + HEAD_REACH; i++) {
    const word = i === next ? wordAfter(text, tokens[i], end) : adjacentWord(text, tokens, i);
    if (word === null) break;
    if (/^\p{N}/u.test(word)) break;
    if (!STOP_WORDS.has(word)) return { word };
    if (!BEFORE_HEAD.has(word)) break;
  }
  const before = tokens[firstTokenFrom(tokens, start) - 1];
  if (!before || !/^\s$|^\.?\s$/.test(text.slice(before.end, start))) return null;
  const word = wordOf(before);
  return STOP_WORDS.has(word) ? null : { word };
}

function wordAfter(text: string, token: Token | undefined, end: number): string | null {
  if (!token) return null;
  return /^(?:\s{1,2}|[-‐‑])$/.test(text.slice(end, token.start)) ? wordOf(token) : null;
}

/** The word at an index if only a space or hyphen divides it from the token before. */
function adjacentWord(text: string, tokens: readonly Token[], at: number): string | null {
  const before = tokens[at - 1];
  return before ? wordAfter(text, tokens[at], before.end) : null;
}

function wordOf(token: Token | undefined): string {
  return token ? normalizeTerm(token.text).replace(/'s?$/, '') : '';
}

/** Index of the first token that starts at or after an offset. */
function firstTokenFrom(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? Infinity) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
