import type { Span } from '../span.js';

export interface Token extends Span {
  /** The token as it stands in the text. */
  readonly text: string;
}

/**
 * A word: letters, digits and their combining marks, with apostrophes inside it ("o'clock", "Serafine’s"). Hyphens
 * and full stops divide words.
 */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’][\p{L}][\p{L}\p{M}]*)*/gu;

/** The words of a text in order, with their offsets; punctuation and white space are left out. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    tokens.push({ start: match.index, end: match.index + match[0].length, text: match[0] });
  }
  return tokens;
}
