import { LEADS_UP } from '../sentences/leads-up.js';
import { splitSentences } from '../sentences/split-sentences.js';
import { type Span, trimSpan } from '../span.js';
import type { ChunkableBlock } from './chunkable-document.js';
import { gapSize, type Sized, type SizeMeter } from './size-meter.js';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Code units looked at beyond a cut; a grapheme longer than this (no script has one) is cut between code points. */
const LOOK_AHEAD = 256;

/** The smallest piece that chunks are packed from: a sentence, a list item, a table row, a code block, or a part of one. */
export interface Unit extends Sized {
  /** Index of its block. */
  readonly block: number;
  /** Whether the next chunk may repeat it: a whole sentence, item or row, not a fragment. */
  readonly repeatable: boolean;
  /** Whether it ends with a colon: the next unit is what it speaks of. */
  readonly leadsUp: boolean;
}

/** Cuts blocks into units of at most `maxTokens`; only a single grapheme can be larger. */
export async function cutUnits(
  text: string,
  blocks: readonly ChunkableBlock[],
  maxTokens: number,
  meter: SizeMeter,
): Promise<Unit[]> {
  const whole = blocks.flatMap((block, index) =>
    (isProse(block) ? sentencesOf(text, block) : [block]).map(({ start, end }) => ({ start, end, block: index })),
  );
  const units: Unit[] = [];
  for (const draft of await meter.measure(whole)) {
    if (draft.size <= maxTokens) {
      units.push({ ...draft, repeatable: true, leadsUp: LEADS_UP.test(text.slice(draft.end - 1, draft.end)) });
      continue;
    }
    const parts = blocks[draft.block]?.kind === 'code' ? linesOf(text, draft) : sentencesOf(text, draft);
    for (const part of await meter.measure(parts)) {
      const pieces = part.size <= maxTokens ? [part] : await cutSentence(text, part, maxTokens, meter);
      units.push(...pieces.map((piece) => ({ ...piece, block: draft.block, repeatable: false, leadsUp: false })));
    }
  }
  return units;
}

function isProse({ kind }: ChunkableBlock): boolean {
  return kind === 'paragraph' || kind === 'quote';
}

function sentencesOf(text: string, { start, end }: Span): Span[] {
  return splitSentences(text.slice(start, end)).map((span) => ({ start: start + span.start, end: start + span.end }));
}

function linesOf(text: string, { start, end }: Span): Span[] {
  const lines: Span[] = [];
  for (let from = start; from < end;) {
    const newline = text.indexOf('\n', from);
    const to = newline === -1 || newline >= end ? end : newline;
    const line = trimSpan(text, from, to);
    if (line) lines.push(line);
    from = to + 1;
  }
  return lines;
}

/** Packs the words of an overlong sentence into pieces, cutting after a comma or the like where one is near. */
async function cutSentence(text: string, sentence: Span, maxTokens: number, meter: SizeMeter): Promise<Sized[]> {
  const pieces: Sized[] = [];
  let words: Sized[] = [];
  let size = 0;
  const close = (count: number): void => {
    const piece = joinSpans(words.slice(0, count));
    if (piece) pieces.push(piece);
    words = words.slice(count);
    size = joinSpans(words)?.size ?? 0;
  };
  for (const word of await meter.measure(wordsOf(text, sentence))) {
    if (word.size > maxTokens) {
      close(words.length);
      pieces.push(...(await cutWord(text, word, maxTokens, meter)));
      continue;
    }
    const last = words.at(-1);
    const added = word.size + (last ? gapSize(last, word) : 0);
    if (last && size + added > maxTokens) close(clauseEnd(text, words, maxTokens / 2));
    // The words carried over a clause's end fill at most half a piece, but the next word may be large.
    if (size + added > maxTokens) close(words.length);
    size += word.size + (words.length > 0 && last ? gapSize(last, word) : 0);
    words.push(word);
  }
  close(words.length);
  return pieces;
}

/** White space one by one: a repeated class runs out of the engine's stack on a word of some megabytes. */
function wordsOf(text: string, { start, end }: Span): Span[] {
  const words: Span[] = [];
  let from = start;
  for (const { index } of text.slice(start, end).matchAll(/\s/g)) {
    if (start + index > from) words.push({ start: from, end: start + index });
    from = start + index + 1;
  }
  if (end > from) words.push({ start: from, end });
  return words;
}

/** Number of words up to the last clause end beyond `least` tokens; all of them when there is none. */
function clauseEnd(text: string, words: readonly Sized[], least: number): number {
  let size = words.reduce((sum, word) => sum + word.size, 0);
  for (let count = words.length; count > 0; count--) {
    const word = words[count - 1];
    if (!word || size < least) break;
    if (/[,;:)\]—–]/.test(text.charAt(word.end - 1))) return count;
    size -= word.size;
  }
  return words.length;
}

function joinSpans(spans: readonly Sized[]): Sized | null {
  const [first] = spans;
  const last = spans.at(-1);
  if (!first || !last) return null;
  let size = first.size;
  spans.forEach((span, i) => {
    const before = spans[i - 1];
    if (before) size += gapSize(before, span) + span.size;
  });
  return { start: first.start, end: last.end, size };
}

async function cutWord(text: string, word: Sized, maxTokens: number, meter: SizeMeter): Promise<Sized[]> {
  const length = Math.max(1, Math.floor(((word.end - word.start) * maxTokens) / word.size));
  const pieces = await meter.measure(cutGraphemes(text, word, length));
  if (pieces.length === 1) return pieces;
  const cut: Sized[] = [];
  for (const piece of pieces) {
    // Tokens are not spread evenly over the word: a dense piece is cut again.
    if (piece.size <= maxTokens) cut.push(piece);
    else cut.push(...(await cutWord(text, piece, maxTokens, meter)));
  }
  return cut;
}

/**
 * Cuts a span into pieces of about `length` code units, never inside a surrogate pair or a combining sequence.
 *
 * @param length code units per piece, ≥ 1; a piece may be shorter, and as long as its only grapheme where that is longer
 */
function cutGraphemes(text: string, { start, end }: Span, length: number): Span[] {
  const pieces: Span[] = [];
  for (let from = start; from < end;) {
    const to = from + length >= end ? end : graphemeBoundary(text, from, from + length, end);
    pieces.push({ start: from, end: to });
    from = to;
  }
  return pieces;
}

/** The last grapheme boundary in (from, wanted], or, when one grapheme fills that stretch, the first one after it. */
function graphemeBoundary(text: string, from: number, wanted: number, end: number): number {
  const window = text.slice(from, Math.min(wanted + LOOK_AHEAD, end));
  const grapheme = GRAPHEMES.segment(window).containing(wanted - from);
  if (grapheme === undefined) return wanted;
  if (grapheme.index > 0) return from + grapheme.index;
  const boundary = from + grapheme.segment.length;
  return isInsidePair(text, boundary) ? boundary - 1 : boundary;
}

function isInsidePair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
