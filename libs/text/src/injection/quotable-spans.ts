import { readingSentences } from '../sentences/split-sentences.js';
import { holdsRun } from '../sentences/unspaced-runs.js';
import type { Span } from '../span.js';
import { carryOut, type Steps } from '../steps.js';
import { holdsActiveContent } from './active-content.js';
import { seekingInjection } from './is-injected.js';

const PARAGRAPH_END = /\n[^\S\n]*\n/g;

/**
 * Those spans of a passage that may be quoted as an answer. An injected text goes with what follows it in its paragraph,
 * which it leads up to. Two sentences that are an instruction only together go as well, and so does whatever a viewer of
 * the answer would load or run.
 *
 * @param spans of sentences, in the order of the text; they may overlap
 */
export function quotableSpans(text: string, spans: readonly Span[]): Span[] {
  return carryOut(findingQuotableSpans(text, spans));
}

/** {@link quotableSpans} for texts of any size, in one step for each span and several for a long one. */
export function* findingQuotableSpans(text: string, spans: readonly Span[]): Steps<Span[]> {
  const quotable: Span[] = [];
  const known: boolean[] = [];
  /** Of the span with this index, which is read once. */
  function* isInjected(index: number, { start, end }: Span): Steps<boolean> {
    return (known[index] ??= yield* seekingInjection(text.slice(start, end)));
  }
  let injectedUntil = -1;
  for (const [index, own] of spans.entries()) {
    yield;
    if (own.start < injectedUntil) continue;
    const next = spans[index + 1];
    const isOpening =
      (yield* isInjected(index, own)) ||
      (next !== undefined &&
        next.start >= own.end &&
        !(yield* isInjected(index + 1, next)) &&
        (yield* seekingInjection(asOneSentence(text.slice(own.start, next.end)))));
    if (isOpening) injectedUntil = paragraphEnd(text, own.start);
    else if (isLanguage(text.slice(own.start, own.end))) quotable.push(own);
  }
  return quotable;
}

/** Neither something that a viewer would load or run, nor data. */
function isLanguage(text: string): boolean {
  return !holdsActiveContent(text) && !holdsRun(text);
}

/** A full stop in the middle of an instruction does not hide it. */
function asOneSentence(text: string): string {
  return text.replace(/[.!?]\s+/g, ' ');
}

/** @returns the index behind the blank line that ends a paragraph; Infinity where none does */
function paragraphEnd(text: string, from: number): number {
  PARAGRAPH_END.lastIndex = from;
  const end = PARAGRAPH_END.exec(text);
  return end ? end.index + end[0].length : Infinity;
}

/**
 * A passage without what instructs or would be loaded: spaces stand for it, so that offsets stay valid. This is what may
 * prove something, and what a language model may read.
 */
export function evidenceIn(text: string): string {
  return carryOut(readingEvidence(text));
}

/** {@link evidenceIn} for texts of any size. */
export function* readingEvidence(text: string): Steps<string> {
  const spans = yield* readingSentences(text);
  const kept = new Set(yield* findingQuotableSpans(text, spans));
  if (kept.size === spans.length) return text;
  const parts: string[] = [];
  let read = 0;
  for (const span of spans) {
    if (kept.has(span)) continue;
    parts.push(text.slice(read, span.start), blank(text.slice(span.start, span.end)));
    read = span.end;
  }
  return parts.join('') + text.slice(read);
}

/** Line ends stay: they part paragraphs and rows. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
