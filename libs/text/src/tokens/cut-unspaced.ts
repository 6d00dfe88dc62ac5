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
  if (!UNSPACED.test(word)) return [word];
  const characters = Array.from(word);
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
