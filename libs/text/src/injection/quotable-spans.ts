import type { Span } from '../span.js';
import { splitSentences } from '../sentences/split-sentences.js';
import { holdsActiveContent } from './active-content.js';
import { FORGED_SOURCES, INSTRUCTION_SIGNS, INSTRUCTIONS } from './injection-patterns.js';

const PARAGRAPH_END = /\n[^\S\n]*\n/;

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

/**
 * Whether a text instructs whatever answers from it, or poses as the sources of an answer. Known wordings are recognised,
 * also in disguise (hidden characters, look-alike letters, base64, hexadecimal, ROT13, backwards). Whoever words it
 * otherwise is not, so that this is one defence among several.
 */
export function isInjected(text: string): boolean {
  return isInstruction(text) || decoded(text).some(isInstruction);
}

function isInstruction(text: string): boolean {
  const lines = withLatinLetters(
    text
      .normalize('NFKC')
      .replace(/[\p{Cf}\u034F\u115F\u1160\u3164]/gu, '')
      .toLowerCase(),
  );
  // eslint-disable-next-line no-control-regex -- other alphabets than Latin have other signs
  if (/^[\u0000-\u024F\u2010-\u205E]*$/.test(lines) && !INSTRUCTION_SIGNS.test(lines)) return false;
  // A heading in the middle of a sentence does not hide it.
  const plain = lines.replace(/[#\s]+/g, ' ').trim();
  return INSTRUCTIONS.some((one) => one.test(plain)) || FORGED_SOURCES.some((one) => one.test(lines));
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
function decoded(text: string): string[] {
  const lower = text.toLowerCase();
  const found: string[] = [];
  if (ROT13_SIGNS.test(lower)) found.push(lower.replace(/[a-z]/g, rot13));
  if (REVERSED_SIGNS.test(lower)) found.push(Array.from(lower).reverse().join(''));
  const sources: readonly [RegExp, string, (token: string) => string][] = [
    [BASE64, text, (token) => bytesAsText(Buffer.from(token, 'base64'))],
    [HEX, lower, (token) => bytesAsText(Buffer.from(token, 'hex'))],
    [PERCENT, lower, (token) => bytesAsText(Buffer.from(token.replaceAll('%', ''), 'hex'))],
  ];
  for (const [pattern, from, decode] of sources)
    for (const [token] of from.matchAll(pattern)) if (token.length <= LONGEST_ENCODED) found.push(decode(token));
  return found;
}

function rot13(letter: string): string {
  return String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97);
}

/** '' for bytes that are no text. */
function bytesAsText(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') ? '' : text;
}

/**
 * Those spans of a passage that may be quoted as an answer. An injected text goes with what follows it in its paragraph,
 * which it leads up to. Two sentences that are an instruction only together go as well, and so does whatever a viewer of
 * the answer would load or run.
 *
 * @param spans of sentences, in the order of the text; they may overlap
 */
export function quotableSpans(text: string, spans: readonly Span[]): Span[] {
  let injectedAt: number | null = null;
  return spans.filter(({ start, end }, index) => {
    if (injectedAt !== null && PARAGRAPH_END.test(text.slice(injectedAt, start))) injectedAt = null;
    if (injectedAt !== null) return false;
    const isOpening = isInjected(text.slice(start, end)) || isInjectedWithNext(text, spans, index);
    if (isOpening) injectedAt = start;
    return !isOpening && !holdsActiveContent(text.slice(start, end));
  });
}

function isInjectedWithNext(text: string, spans: readonly Span[], index: number): boolean {
  const [own, next] = [spans[index], spans[index + 1]];
  if (!own || !next || next.start < own.end) return false;
  // A full stop in the middle of an instruction does not hide it.
  const together = text.slice(own.start, next.end).replace(/[.!?]\s+/g, ' ');
  return !isInjected(text.slice(next.start, next.end)) && isInjected(together);
}

/**
 * A passage without what instructs or would be loaded: spaces stand for it, so that offsets stay valid. This is what may
 * prove something, and what a language model may read.
 */
export function evidenceIn(text: string): string {
  const spans = splitSentences(text);
  const kept = quotableSpans(text, spans);
  if (kept.length === spans.length) return text;
  const isKept = new Set(kept);
  return spans
    .filter((span) => !isKept.has(span))
    .reduce((rest, { start, end }) => rest.slice(0, start) + blank(rest.slice(start, end)) + rest.slice(end), text);
}

/** Line ends stay: they part paragraphs and rows. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
