import type { Span } from './cut-text.js';

/** More are not listed: nobody steps through them. */
export const MAX_MATCHES = 5_000;

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g;

/**
 * Where a text holds the words, whatever their case and whatever white space lies between them. Offsets are those of the text,
 * for no letter changes its length in the comparison.
 *
 * @returns ascending, at most {@link MAX_MATCHES}; none for blanks
 */
export function findText(text: string, words: string): readonly Span[] {
  const parts = words.trim().split(/\s+/);
  if (parts[0] === undefined || parts[0] === '') return [];
  const pattern = new RegExp(
    parts.map((part) => part.replaceAll(SYNTAX, String.raw`\$&`)).join(String.raw`\s+`),
    'giu',
  );
  const matches: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    matches.push({ start: match.index, end: match.index + match[0].length });
    if (matches.length === MAX_MATCHES) break;
  }
  return matches;
}

/** Index of the first match at or behind an offset, else of the first one; −1 without any. */
export function matchFrom(matches: readonly Span[], offset: number): number {
  const at = matches.findIndex(({ start }) => start >= offset);
  return at === -1 && matches.length > 0 ? 0 : at;
}
