import { estimateTokens, type Span, splitSentences } from '@arbiter/text';

/** A part of a document that a language model reads at once. */
export interface Window extends Span {
  readonly text: string;
}

/** Repeated at the beginning of the next window, so that what two sentences tell together is in one of them. In tokens. */
const OVERLAP_TOKENS = 80;

/**
 * Cuts a text into windows of whole sentences. A sentence that is longer than a window is cut.
 *
 * @param maxTokens of a window, by `estimateTokens`, > 0
 * @returns in order; together they hold every sentence
 */
export function cutWindows(text: string, maxTokens: number): Window[] {
  const sentences = splitSentences(text)
    .flatMap((sentence) => cutSentence(text, sentence, maxTokens))
    .map((span) => ({ ...span, tokens: estimateTokens(text.slice(span.start, span.end)) }));
  const windows: Window[] = [];
  let first = 0;
  let tokens = 0;
  const close = (last: number): void => {
    const [from, to] = [sentences[first], sentences[last]];
    if (from && to) windows.push({ start: from.start, end: to.end, text: text.slice(from.start, to.end) });
  };
  for (const [index, sentence] of sentences.entries()) {
    if (index > first && tokens + sentence.tokens > maxTokens) {
      close(index - 1);
      const overlap = sentences[index - 1];
      const isShort = overlap !== undefined && overlap.tokens <= Math.min(OVERLAP_TOKENS, maxTokens - sentence.tokens);
      first = isShort ? index - 1 : index;
      tokens = isShort ? overlap.tokens : 0;
    }
    tokens += sentence.tokens;
  }
  close(sentences.length - 1);
  return windows;
}

function cutSentence(text: string, { start, end }: Span, maxTokens: number): Span[] {
  // No piece of this many characters has more tokens: one of them may be four, and a pair of surrogates is not cut.
  if (estimateTokens(text.slice(start, end)) <= maxTokens) return [{ start, end }];
  const length = Math.max(2, Math.floor(maxTokens / 4));
  const pieces: Span[] = [];
  for (let from = start; from < end;) {
    const hard = Math.min(from + length, end);
    const blank = text.lastIndexOf(' ', hard);
    const to = hard < end && blank > from ? blank : hard;
    const isPair = to < end && /[\uD800-\uDBFF]/.test(text[to - 1] ?? '');
    pieces.push({ start: from, end: isPair ? to + 1 : to });
    from = isPair ? to + 1 : to;
  }
  return pieces;
}
