import type { Passage } from '@arbiter/contracts';
import type { PassageReading } from '@arbiter/ports';
import { languageOfParagraph } from '@arbiter/text';

/** Pages that are read for a question, the first ones. */
export const READ_PAGES = 6;
/**
 * Longest text of a page that is read, in UTF-16 code units: more than a page with a drawing holds. Six of them take .4 s of a
 * processor.
 */
const READ_CHARACTERS = 1_200;
/** A page twice as far behind is four times less likely to answer: places are whole odds, as the reader's verdict is. */
const RANK_EXPONENT = 2;
/** Surest verdict that counts: beyond it the network only knows how a text is written. */
const LEAST_PROBABILITY = 1e-4;

/** What is read of a page: all its words, or of one with more print the passages that were found on it, best first. */
export function readableOf(words: string, passages: readonly Pick<Passage, 'text'>[]): string {
  if (words !== '' && words.length <= READ_CHARACTERS) return words;
  const found = passages.map(({ text }) => text).join('\n\n');
  return found.slice(0, READ_CHARACTERS).toWellFormed();
}

/**
 * Whether the reader knows the language: English alone. Of questions in German, Dutch and Swedish it put the right text first for 55 %,
 * search for 92 %. A question of a few words is taken for one in the language of the pages.
 *
 * @param pages with their texts, best first
 */
export function canRead(question: string, pages: readonly { readonly text: string }[]): boolean {
  const texts = [question, ...pages.map(({ text }) => text)];
  const [language] = texts.flatMap((text) => languageOfParagraph(text, { start: 0, end: text.length }) ?? []);
  return language === 'en';
}

/**
 * Orders pages by log odds that their words answer, beside what their place says before they are read. A page that shows it in a
 * drawing or a table has few words, and these are no sentences: search puts the pages that speak of the same thing before it.
 *
 * @param pages best first
 * @param readings of the first of them; null for a page that could not be read, which counts as one that does not answer
 * @returns the pages that were read in their new order, then the others in theirs
 */
export function orderByReading<P>(pages: readonly P[], readings: readonly (PassageReading | null)[]): P[] {
  const read = pages.slice(0, readings.length).map((page, index) => {
    const none = readings[index]?.verdict.none ?? 1;
    const odds = (1 - none + LEAST_PROBABILITY) / (none + LEAST_PROBABILITY);
    return { page, score: Math.log(odds) - RANK_EXPONENT * Math.log(index + 1) };
  });
  const ordered = read.toSorted((a, b) => b.score - a.score).map(({ page }) => page);
  return [...ordered, ...pages.slice(read.length)];
}
