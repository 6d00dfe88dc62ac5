import { LONGEST_SPAN_PIECES, type AnswerSpan } from '@arbiter/ports';

/** A window of a passage with what the network said of it. */
export interface ReadWindow {
  /** UTF-16 offsets in the passage of the pieces in the window. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Position of the first of these pieces in the input. */
  readonly firstPiece: number;
  /** Logits of all tokens of the input, start and end in turn; those of [CLS] come first. */
  readonly logits: Float32Array;
}

interface Candidate extends AnswerSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * The best spans of a window, none overlapping another: the best one, then the best of what it leaves free, and so on. Takes
 * O(pieces × {@link LONGEST_SPAN_PIECES}) for each.
 *
 * @param passage that the offsets are of
 * @param most ≥ 1
 * @returns best first, trimmed of white space; of equal ones the earlier and shorter comes first
 */
export function findSpans(window: ReadWindow, passage: string, most: number): AnswerSpan[] {
  const free = Array.from(
    window.starts,
    (start, piece) => trimmed(passage, start, window.ends[piece] ?? start) !== null,
  );
  const found: AnswerSpan[] = [];
  while (found.length < most) {
    const best = bestFree(window, free);
    if (!best) break;
    free.fill(false, best.first, best.last + 1);
    const bounds = trimmed(passage, best.start, best.end);
    if (bounds) found.push({ ...bounds, score: best.score });
  }
  return found;
}

/** Spans do not reach over pieces that are not free. */
function bestFree({ starts, ends, firstPiece, logits }: ReadWindow, free: readonly boolean[]): Candidate | null {
  const nothing = (logits[0] ?? 0) + (logits[1] ?? 0);
  let best: Candidate | null = null;
  for (let first = 0; first < free.length; first++) {
    const startLogit = logits[2 * (firstPiece + first)] ?? Number.NaN;
    const beyond = Math.min(first + LONGEST_SPAN_PIECES, free.length);
    for (let last = first; last < beyond && free[last]; last++) {
      const score = startLogit + (logits[2 * (firstPiece + last) + 1] ?? Number.NaN) - nothing;
      if (score > (best?.score ?? Number.NEGATIVE_INFINITY)) {
        best = { first, last, start: starts[first] ?? 0, end: ends[last] ?? 0, score };
      }
    }
  }
  return best;
}

/** @returns the same without white space at either end; null where nothing is left */
function trimmed(text: string, start: number, end: number): { start: number; end: number } | null {
  const slice = text.slice(start, end);
  const inner = slice.trim();
  if (inner === '') return null;
  const from = start + slice.indexOf(inner);
  return { start: from, end: from + inner.length };
}
