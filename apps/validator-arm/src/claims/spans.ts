import type { Span } from '@arbiter/text';

export type { Span };

/** @returns the span without what the pattern matches at its ends, character by character; null when nothing else is in it */
export function trimSpan(text: string, start: number, end: number, trimmed = /\s/): Span | null {
  let from = start;
  let to = end;
  while (from < to && trimmed.test(text.charAt(from))) from++;
  while (to > from && trimmed.test(text.charAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}
