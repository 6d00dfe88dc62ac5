import type { Span } from '../span.js';
import { normalizeTerm } from './normalize-term.js';
import { stem } from './stem.js';
import { STOP_WORDS } from './stop-words.js';
import { eachToken } from './tokenize.js';

/** A word as an index sees it. */
export interface Term extends Span {
  /** Normalised and stemmed. */
  readonly term: string;
}

const POSSESSIVE = /'s?$/;

/**
 * The words of a text that carry its subject matter: normalised, without stop words, stemmed; in order, repeats
 * included. Offsets are those of the whole word in the text, a possessive ending included.
 */
export function terms(text: string): Term[] {
  return [...eachTerm(text)];
}

/** {@link terms}, a word at a time: of a long text nothing has to be kept. */
export function* eachTerm(text: string): Generator<Term> {
  for (const { start, end, text: word } of eachToken(text)) {
    const normalised = normalizeTerm(word);
    const bare = normalised.includes("'") ? normalised.replace(POSSESSIVE, '') : normalised;
    if (bare === '' || STOP_WORDS.has(normalised) || STOP_WORDS.has(bare)) continue;
    yield { start, end, term: stem(bare) };
  }
}
