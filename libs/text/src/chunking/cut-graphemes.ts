import type { Span } from '../span.js';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Code units looked at beyond a cut; a grapheme longer than this (no script has one) is cut between code points. */
const LOOK_AHEAD = 256;

/**
 * Cuts a span into pieces of about `length` code units, never inside a surrogate pair or a combining sequence.
 *
 * @param length code units per piece, ≥ 1; a piece may be shorter, and as long as its only grapheme where that is longer
 */
export function cutGraphemes(text: string, { start, end }: Span, length: number): Span[] {
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
