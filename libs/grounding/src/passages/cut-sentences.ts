import { carryOut, eachToken, readingSentences, type Span, splitSentences, type Steps } from '@arbiter/text';
import { rarityOfStem } from '../rarity/background-rarity.js';
import { holdsMoreWords, readWords, type Word } from './read-words.js';

/** Longest sentence in words; beyond it a transcript or a table row is cut. */
const LONGEST_SENTENCE = 80;
/** A cut is made at the last punctuation after this many words, where there is one. */
const EARLIEST = 60;

/** A line above a paragraph of which it is no part: few words, no punctuation at its end, a capital after it. */
const HEADING = /^[^\n]*[^\s.,;:!?…–—-][ \t]*\n\s*(?=\p{Lu})/u;
const HEADING_WORDS = 8;

/** Fewer words belong to the sentence before. */
const SHORTEST = 4;
/** Maximum words of a part. Rules compare its words with each other, and no real sentence is so long. */
const LONGEST_CLAIM = 400;

/**
 * The sentences of a text, in order. Headings are sentences of their own. Sentences of more than 80 words are cut at a comma,
 * semicolon or colon if one is near.
 */
export function cutSentences(text: string): Span[] {
  return carryOut(cuttingSentences(text));
}

/** {@link cutSentences} for texts of any size: a sentence or a part of one a step. */
export function* cuttingSentences(text: string): Steps<Span[]> {
  const cut: Span[] = [];
  for (const sentence of yield* readingSentences(text)) {
    for (const part of eachHeading(text, sentence)) yield* cutLong(text, part, cut);
  }
  return cut;
}

/** The headings at the beginning of a sentence, each by itself, then the sentence. */
function* eachHeading(text: string, { start, end }: Span): Generator<Span> {
  let from = start;
  for (;;) {
    const [line = ''] = HEADING.exec(text.slice(from, end)) ?? [];
    if (line === '' || holdsMoreWords(line, HEADING_WORDS)) break;
    yield { start: from, end: from + line.trimEnd().length };
    from += line.length;
  }
  yield { start: from, end };
}

/** @param cut gets the parts of the sentence, a step each */
function* cutLong(text: string, { start, end }: Span, cut: Span[]): Steps<void> {
  let from = start;
  let words: Span[] = [];
  for (const word of eachToken(text.slice(start, end))) {
    words.push(word);
    if (words.length <= LONGEST_SENTENCE) continue;
    yield;
    const next = lastPunctuated(text, start, words);
    const to = start + (words[next]?.start ?? end - start);
    cut.push({ start: from, end: from + text.slice(from, to).trimEnd().length });
    from = to;
    words = words.slice(next);
  }
  yield;
  cut.push({ start: from, end });
}

/** Index of the word that begins the next part. */
function lastPunctuated(text: string, offset: number, words: readonly Span[]): number {
  for (let next = LONGEST_SENTENCE; next > EARLIEST; next--) {
    const gap = text.slice(offset + (words[next - 1]?.end ?? 0), offset + (words[next]?.start ?? 0));
    if (/[,;:)–—]/.test(gap)) return next;
  }
  return LONGEST_SENTENCE;
}

/** One sentence of a claim. */
export interface ClaimPart {
  readonly text: string;
  readonly words: readonly Word[];
  /** Distinct stems of its content words with their rarity, in order. */
  readonly rarities: ReadonlyMap<string, number>;
}

/**
 * A claim as the sentences that must all be supported. A question goes with its answer, and a fragment with what stands
 * before it. One of more than 400 words is cut as evidence is.
 *
 * @returns at least one
 */
export function claimParts(claim: string): ClaimPart[] {
  const texts: string[] = [];
  let joins = false;
  for (const { start, end } of splitSentences(claim)) {
    const text = claim.slice(start, end);
    const before = joins || readWords(text).length < SHORTEST ? texts.pop() : undefined;
    texts.push(before === undefined ? text : `${before} ${text}`);
    joins = text.endsWith('?');
  }
  return (texts.length > 0 ? texts : [claim]).flatMap(cutEndless).map(claimPart);
}

function cutEndless(text: string): string[] {
  if (!holdsMoreWords(text, LONGEST_CLAIM)) return [text];
  const cut: Span[] = [];
  carryOut(cutLong(text, { start: 0, end: text.length }, cut));
  return cut.map(({ start, end }) => text.slice(start, end));
}

export function claimPart(text: string): ClaimPart {
  const words = readWords(text);
  const content = words.some((word) => word.content) ? words.filter((word) => word.content) : words;
  return { text, words, rarities: new Map(content.map(({ stem }) => [stem, rarityOfStem(stem)])) };
}
