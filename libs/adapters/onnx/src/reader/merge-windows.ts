import type { AnswerSpan, PassageReading, ReadingVerdict } from '@arbiter/ports';
import { findSpans, type ReadWindow } from './find-spans.js';

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
