/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

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
