import type { Span } from '../span.js';

export interface Token extends Span {
  /** The token as it stands in the text. */
  readonly text: string;
}

/**
 * A word: letters, digits and their combining marks, with apostrophes inside it ("o'clock", "Serafine’s"). Hyphens
 * and full stops divide words. What is longer than any word is cut: a script without spaces may run on for a megabyte, and
 * whoever reads a text in steps takes a word in one.
 */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]{0,999}(?:['’][\p{L}][\p{L}\p{M}]{0,99}){0,9}/gu;

/** The words of a text in order, with their offsets; punctuation and white space are left out. */
export function tokenize(text: string): Token[] {
  return [...eachToken(text)];
}

/** {@link tokenize}, a word at a time: of a long text nothing has to be kept. */
export function* eachToken(text: string): Generator<Token> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    yield { start: index, end: index + word.length, text: word };
  }
}
