import { type AnswerSpan, LONGEST_SPAN_PIECES, type PassageReading, type ReadingVerdict } from '@arbiter/ports';

/** A window with its verdict. */
export interface JudgedWindow extends ReadWindow {
  /** Logits: nothing, a span, yes, no. */
  readonly verdict: Float32Array;
}

/**
 * Puts the windows of one passage together: the best spans of all of them, and the verdict of the one that is least sure
 * that nothing answers.
 *
 * @param windows of one task, ≥ 1
 * @param most spans
 * @returns null where a logit is no finite number
 */
export function mergeWindows(
  windows: readonly JudgedWindow[],
  passage: string,
  { isCut, most }: { readonly isCut: boolean; readonly most: number },
): PassageReading | null {
  if (!windows.every(({ logits, verdict }) => logits.every(Number.isFinite) && verdict.every(Number.isFinite)))
    return null;
  const verdicts = windows.map(({ verdict }) => softmax(verdict)).sort((a, b) => a.none - b.none);
  const [verdict] = verdicts;
  if (!verdict) return null;
  const spans: AnswerSpan[] = [];
  // What two windows both hold is found twice.
  for (const span of windows.flatMap((window) => findSpans(window, passage, most)).sort((a, b) => b.score - a.score)) {
    if (spans.length === most) break;
    if (spans.every(({ start, end }) => span.end <= start || span.start >= end)) spans.push(span);
  }
  return { spans, verdict, isCut };
}

function softmax([none = 0, span = 0, yes = 0, no = 0]: Float32Array): ReadingVerdict {
  const most = Math.max(none, span, yes, no);
  const odds = [none, span, yes, no].map((logit) => Math.exp(logit - most));
  const sum = odds.reduce((total, each) => total + each, 0);
  const [ofNone = 0, ofSpan = 0, ofYes = 0, ofNo = 0] = odds.map((each) => each / sum);
  return { none: ofNone, span: ofSpan, yes: ofYes, no: ofNo };
}

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
