import { carryOut, type Steps } from '../steps.js';
import { FORGED_SOURCES, INSTRUCTION_SIGNS, INSTRUCTIONS } from './injection-patterns.js';
import { holdsWording, type Wording } from './wording.js';

/** Texts up to this length, in UTF-16 code units, are read in one step: less than a millisecond. */
const READ_AT_ONCE = 4_000;

/** Longest text that is decoded; nobody hides an instruction in a picture. */
const LONGEST_ENCODED = 4_000;
const BASE64 = /[\w+/-]{32,}={0,2}/g;
const HEX = /(?:[0-9a-f]{2}){20,}/g;
const PERCENT = /(?:%[0-9a-f]{2}){12,}/g;
/** Words of instructions as ROT13 and backwards write them. */
const ROT13_SIGNS = /\b(?:vtaber|qvfertneq|vafgehpgvbaf?|nafjre|ercyl|cebzcg)\b/;
const REVERSED_SIGNS = /\b(?:erongi|draegersid|snoitcurtsni|noitcurtsni|rewsna|tpmorp)\b/;

/** Letters of other alphabets that pass for Latin ones in a word that has both. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ...zip('аеорсхуіјѕԁԛԝһӏ', 'aeopcxyijsdqwhl'),
  ...zip('αορνικτυηρχ', 'aopviktunpx'),
]);
const LATIN = /[a-z]/;
const LOOKS_LATIN = /[\u0370-\u052F]/;

function zip(from: string, to: string): [string, string][] {
  return Array.from(from, (letter, index) => [letter, to[index] ?? letter]);
}

const HIDDEN = /[\p{Cf}\u034F\u115F\u1160\u3164]/gu;
/** Ornaments that NFKC writes out, with up to 18 characters each: a text of them would grow as much. */
const WRITTEN_OUT = /[\uFDFA\uFDFB]/g;
// oxlint-disable-next-line no-control-regex -- other alphabets than Latin have other signs
const ONLY_LATIN = /^[\u0000-\u024F\u2010-\u205E]*$/;

/**
 * Whether a text instructs whatever answers from it, or poses as the sources of an answer. Known wordings are recognised,
 * also in disguise (hidden characters, look-alike letters, base64, hexadecimal, ROT13, backwards). Whoever words it
 * otherwise is not, so that this is one defence among several. Takes time in proportion to the length of the text.
 */
export function isInjected(text: string): boolean {
  return carryOut(seekingInjection(text));
}

/** {@link isInjected} for texts of any size. A long text is read in one step for each wording. */
export function* seekingInjection(text: string): Steps<boolean> {
  if (yield* seekingInstruction(text)) return true;
  for (const hidden of decoded(text)) {
    if (text.length > READ_AT_ONCE) yield;
    if (hidden !== '' && (yield* seekingInstruction(hidden))) return true;
  }
  return false;
}

function* seekingInstruction(text: string): Steps<boolean> {
  const lines = withLatinLetters(text.replace(WRITTEN_OUT, ' ').normalize('NFKC').replace(HIDDEN, '').toLowerCase());
  if (ONLY_LATIN.test(lines) && !INSTRUCTION_SIGNS.test(lines)) return false;
  // A heading in the middle of a sentence does not hide it.
  const plain = lines.replace(/[#\s]+/g, ' ').trim();
  return (yield* seekingAny(plain, INSTRUCTIONS)) || (yield* seekingAny(lines, FORGED_SOURCES));
}

function* seekingAny(text: string, wordings: readonly Wording[]): Steps<boolean> {
  for (const wording of wordings) {
    if (text.length > READ_AT_ONCE) yield;
    if (holdsWording(text, wording)) return true;
  }
  return false;
}

function withLatinLetters(text: string): string {
  if (!LOOKS_LATIN.test(text)) return text;
  return text.replace(/\S+/g, (word) =>
    LATIN.test(word) && LOOKS_LATIN.test(word)
      ? Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join('')
      : word,
  );
}

/** What a text says to those who decode it; nothing for ordinary text. */
function* decoded(text: string): Generator<string> {
  const lower = text.toLowerCase();
  if (ROT13_SIGNS.test(lower)) yield lower.replace(/[a-z]/g, rot13);
  if (REVERSED_SIGNS.test(lower)) yield Array.from(lower).reverse().join('');
  const sources: readonly [RegExp, string, (token: string) => string][] = [
    [BASE64, text, (token) => bytesAsText(Buffer.from(token, 'base64'))],
    [HEX, lower, (token) => bytesAsText(Buffer.from(token, 'hex'))],
    [PERCENT, lower, (token) => bytesAsText(Buffer.from(token.replaceAll('%', ''), 'hex'))],
  ];
  for (const [pattern, from, decode] of sources)
    for (const [token] of from.matchAll(pattern)) if (token.length <= LONGEST_ENCODED) yield decode(token);
}

function rot13(letter: string): string {
  return String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97);
}

/** '' for bytes that are no text. */
function bytesAsText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? '' : text;
}
