import type { Span } from '../span.js';
import { stem } from './stem.js';

const POSSESSIVE = /'s?$/;

/**
 * A word: letters, digits and their combining marks, with apostrophes inside it ("o'clock", "Serafine’s"). Hyphens
 * and full stops divide words. A longer run is cut: a script without spaces may run on for a megabyte, and reading in steps
 * takes one word per step. Raised and lowered digits belong to the letters before them ("m²", "H₂O"), not to
 * digits: folded, "10⁵" would be 105.
 */
const WORD =
  /[\p{L}\p{N}][\p{L}\p{Nd}\p{Nl}\p{M}]{0,999}(?:(?<!\d)\p{No}[\p{L}\p{Nd}\p{Nl}\p{M}]{0,99}){0,99}(?:['’][\p{L}][\p{L}\p{M}]{0,99}){0,9}/gu;

const COMBINING_MARKS = /\p{M}+/gu;
const ASCII = /^[\p{ASCII}]*$/u;

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** A word as an index sees it. */
export interface Term extends Span {
  /** Normalised and stemmed. */
  readonly term: string;
}

/**
 * The words of a text that carry its subject matter: normalised, without stop words, stemmed; in order, repeats
 * included. Offsets are those of the whole word in the text, a possessive ending included.
 */
export function terms(text: string): Term[] {
  return [...eachTerm(text)];
}

/** Each of {@link terms} once, in order. */
export function termSet(text: string): Set<string> {
  return new Set(terms(text).map(({ term }) => term));
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

export interface Token extends Span {
  /** The token as it stands in the text. */
  readonly text: string;
}

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

/**
 * The form in which words are compared: compatibility decomposition (NFKD), combining marks dropped, lower case, the
 * typographic apostrophe as "'". "Café" and "cafe", "ﬁre" and "fire" become the same.
 */
export function normalizeTerm(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  // Twice, since lower-casing can bring out new compositions ("İ").
  return decompose(decompose(word).toLowerCase()).replaceAll('’', "'");
}

function decompose(word: string): string {
  return word.normalize('NFKD').replace(COMBINING_MARKS, '');
}

/**
 * English function words, normalised: articles, pronouns, auxiliaries, prepositions, conjunctions and the adverbs that
 * carry no subject matter. Negators (not, no, never, without) are among them, since they do not help to find a passage;
 * whoever checks a claim reads them with `negationsIn`.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those
   i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
   myself yourself himself herself itself ourselves themselves
   who whom whose which what when where why how there here
   am is are was were be been being do does did doing done have has had having
   can could may might must shall should will would
   not no nor never cannot
   and or but if then else than because while although though whether so as
   of in on at by for from to with without into onto upon over under about above below between through during
   before after against among within out up down off per via
   again also any all both each either neither every some such same other only own too very just more most
   don't doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't hasn't haven't hadn't
   i'm i've i'd i'll you're you've you'll he'd he'll she'd she'll we're we've we'll they're they've they'll
   it'll that'd there'd let's ain't mustn't`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a text holds anything that {@link cutUnspaced} would cut. */
export function holdsUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/**
 * A word of a script without spaces is a whole phrase: it is cut into overlapping pairs of characters, which find parts
 * of it without a dictionary (as Lucene's CJKAnalyzer does). Any other word stays as it is.
 */
export function cutUnspaced(word: string): string[] {
  return [...eachUnspacedPart(word)];
}

/** {@link cutUnspaced}, a part at a time. */
export function* eachUnspacedPart(word: string): Generator<string> {
  if (!UNSPACED.test(word) || isShort(word)) {
    yield word;
    return;
  }
  let before: string | undefined;
  for (const character of word) {
    if (before !== undefined) yield before + character;
    before = character;
  }
}

/** Whether it has fewer than three characters, of one or two code units each. */
function isShort(word: string): boolean {
  return word.length < 5 && Array.from(word).length < 3;
}
