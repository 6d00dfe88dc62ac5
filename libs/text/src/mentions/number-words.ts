import { CARDINALS } from '@arbiter/english';
import { normalizeTerm, type Token, tokenize } from '../tokens/terms.js';

const ONES = CARDINALS.slice(0, 20).join(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ORDINAL_ONES =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth';
const ORDINAL_TENS = 'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth';
const SMALL: ReadonlyMap<string, number> = new Map([...numbered(ONES, 1, 0), ...numbered(TENS, 10, 20)]);
const SMALL_ORDINAL: ReadonlyMap<string, number> = new Map([
  ...numbered(ORDINAL_ONES, 1, 0),
  ...numbered(ORDINAL_TENS, 10, 20),
]);

/** Characters of the longest word that can begin a number, with room for marks that normalising drops. */
const LONGEST = 24;

export const SCALES: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
/** Names of shares: "two thirds", "a quarter". */
const SHARES: ReadonlyMap<string, number> = new Map([
  ['half', 2],
  ['third', 3],
  ['quarter', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
]);

interface NumberWords {
  readonly kind: 'cardinal' | 'ordinal' | 'fraction';
  readonly value: number;
  /** Index of the token after the last one that belongs to the number. */
  readonly next: number;
}

/**
 * Reads the number that begins with token `at`: "forty-two", "three hundred and five", "a dozen", "two and a half",
 * "twenty-first", "two thirds", "half". Words joined by a space or hyphen only belong together.
 *
 * @returns null when no number begins there
 */
export function readNumberWords(text: string, tokens: readonly Token[], at: number): NumberWords | null {
  if (!canBegin(tokens[at])) return null;
  const words = new WordReader(text, tokens);
  return readHalf(words, at) ?? readShareOf(words, at) ?? readCardinalOrOrdinal(words, at);
}

/** Spares the most common case, a word that is no number, the closer look. */
function canBegin(token: Token | undefined): boolean {
  if (!token || token.text.length > LONGEST) return false;
  const word = normalizeTerm(token.text);
  return SMALL.has(word) || SMALL_ORDINAL.has(word) || isArticle(word) || word === 'half';
}

/** Tokens as normalised words; a token that punctuation sets apart from the one before it reads as absent. */
class WordReader {
  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
  ) {}

  first(at: number): string | null {
    const token = this.tokens[at];
    return token ? normalizeTerm(token.text) : null;
  }

  after(at: number): string | null {
    const before = this.tokens[at - 1];
    const token = this.tokens[at];
    if (!before || !token || token.start - before.end > 3) return null;
    return /^(?:\s+|[-‐‑])$/.test(this.text.slice(before.end, token.start)) ? normalizeTerm(token.text) : null;
  }

  /** The word at a position of what begins at `at`; empty where none belongs to it. */
  from(at: number, position: number): string {
    return (position === at ? this.first(position) : this.after(position)) ?? '';
  }

  isHyphenated(at: number): boolean {
    const token = this.tokens[at];
    return token !== undefined && /^[-‐‑]\p{L}/u.test(this.text.slice(token.end, token.end + 2));
  }
}

/** "half", "half a dozen"; not the "half" of "half-elf". */
function readHalf(words: WordReader, at: number): NumberWords | null {
  if (words.first(at) !== 'half' || words.isHyphenated(at)) return null;
  const scaleAt = isArticle(words.after(at + 1)) ? at + 2 : at + 1;
  const scale = SCALES.get(words.after(scaleAt) ?? '');
  if (scale !== undefined) return { kind: 'cardinal', value: scale / 2, next: scaleAt + 1 };
  return { kind: 'fraction', value: 0.5, next: at + 1 };
}

/** "a third of", "a quarter of": without the "of" it may be an ordinal or a part of a town. */
function readShareOf(words: WordReader, at: number): NumberWords | null {
  if (!isArticle(words.first(at))) return null;
  const share = SHARES.get(words.after(at + 1) ?? '');
  if (share === undefined || words.after(at + 2) !== 'of') return null;
  return { kind: 'fraction', value: 1 / share, next: at + 2 };
}

/** A number as far as it has been read: "three hundred" of "three hundred thousand and five". */
interface Reading {
  /** Of what a scale above a hundred has closed. */
  readonly total: number;
  readonly current: number | null;
}

function readCardinalOrOrdinal(words: WordReader, at: number): NumberWords | null {
  const hasArticle = isArticle(words.first(at)) && SCALES.has(words.after(at + 1) ?? '');
  let reading: Reading = { total: 0, current: hasArticle ? 1 : null };
  let next = hasArticle ? at + 1 : at;
  for (;;) {
    const value = reading.total + (reading.current ?? 0);
    const joined: boolean = next > at && words.after(next) === 'and' && takesAnd(reading);
    const position: number = joined ? next + 1 : next;
    const word: string = words.from(at, position);
    const ordinal = SMALL_ORDINAL.get(word);
    if (ordinal !== undefined && canEnd(reading, ordinal, joined))
      return { kind: 'ordinal', value: value + ordinal, next: position + 1 };
    const longer = readingWith(reading, word, joined);
    if (!longer) return next > at && !isEmpty(reading) ? withFraction(words, { kind: 'cardinal', value, next }) : null;
    reading = longer;
    next = position + 1;
  }
}

function isEmpty({ total, current }: Reading): boolean {
  return current === null && total === 0;
}

/** "Three hundred and five", not "three and five". */
function takesAnd({ total, current }: Reading): boolean {
  return total > 0 || (current ?? 0) >= 100;
}

function canEnd({ total, current }: Reading, ordinal: number, joined: boolean): boolean {
  return current === null ? !joined || total > 0 : canFollow(current, ordinal);
}

/** @returns null where the word does not go on the number */
function readingWith({ total, current }: Reading, word: string, joined: boolean): Reading | null {
  const small = SMALL.get(word);
  if (small !== undefined) return canFollow(current, small) ? { total, current: (current ?? 0) + small } : null;
  const scale = SCALES.get(word);
  if (scale === undefined || joined || current === null || current <= 0 || current >= scale) return null;
  return scale <= 100 ? { total, current: current * scale } : { total: total + current * scale, current: null };
}

/** "two and a half", "two thirds", "thousandth". */
function withFraction(words: WordReader, cardinal: NumberWords): NumberWords {
  const { next, value } = cardinal;
  if (words.after(next) === 'and' && isArticle(words.after(next + 1)) && words.after(next + 2) === 'half') {
    return { ...cardinal, value: value + 0.5, next: next + 3 };
  }
  const word = words.after(next) ?? '';
  const share = SHARES.get(value === 1 ? word : word.replace(/s$/, ''));
  const plural = value > 1 && word.endsWith('s');
  if (share !== undefined && value < share && (value === 1 || plural)) {
    return { kind: 'fraction', value: value / share, next: next + 1 };
  }
  return cardinal;
}

/** Whether a word of value `small` goes on a number that stands at `current`: "forty two", "hundred twelve". */
function canFollow(current: number | null, small: number): boolean {
  if (current === null) return true;
  if (small === 0) return false;
  const open = current % 100;
  if (open === 0) return current > 0;
  return open >= 20 && open % 10 === 0 && small < 10;
}

function isArticle(word: string | null): boolean {
  return word === 'a' || word === 'an';
}

function numbered(words: string, step: number, from: number): [string, number][] {
  return words.split(' ').map((word, i) => [word, from + step * i]);
}

/**
 * The text with its number words in digits: "forty-two" becomes "42", "a dozen" "12", "twenty-first" "21st", "half"
 * "0.5"; everything else stays. For comparing texts: "one" becomes "1" even where it is a pronoun.
 */
export function foldNumberWords(text: string): string {
  const tokens = tokenize(text);
  let folded = '';
  let copied = 0;
  for (let i = 0; i < tokens.length;) {
    const number = readNumberWords(text, tokens, i);
    const first = tokens[i];
    const last = number && tokens[number.next - 1];
    if (first && last) {
      folded +=
        text.slice(copied, first.start) + (number.kind === 'ordinal' ? ordinal(number.value) : `${number.value}`);
      copied = last.end;
    }
    i = number?.next ?? i + 1;
  }
  return folded + text.slice(copied);
}

function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${suffix}`;
}
