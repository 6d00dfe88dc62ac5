import type { Source } from '@arbiter/contracts';
import { restoreText } from '@arbiter/prompting';
import type { EvidenceSpan } from '../support/support-scorer.js';

/** Shorter quotes, in letters and digits, stand in any text and prove nothing. */
const SHORTEST_QUOTE = 8;

/** Finds in sources what a model quoted from them. */
export class QuoteFinder {
  private readonly indexes = new Map<Source, LetterIndex>();

  /**
   * Letters and digits must be the same in the same order, whatever stands between them: white space, quotation marks
   * and markup may differ. What a model shortened with an ellipsis is found by its longest part.
   *
   * @returns null when the source does not hold it
   */
  find(quote: string, source: Source): EvidenceSpan | null {
    const parts = restoreText(quote)
      .split(/…|\.{3}/)
      .map((part) => indexLetters(part).letters)
      .sort((a, b) => b.length - a.length);
    const wanted = parts[0] ?? '';
    if (wanted.length < SHORTEST_QUOTE) return null;
    const { letters, places } = this.indexOf(source);
    const at = letters.indexOf(wanted);
    const [first, last] = [places[at], places[at + wanted.length - 1]];
    return first && last ? { sourceId: source.id, start: first.start, end: last.end } : null;
  }

  private indexOf(source: Source): LetterIndex {
    const index = this.indexes.get(source) ?? indexLetters(source.content);
    this.indexes.set(source, index);
    return index;
  }
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The letters and digits of a text in lower case, and the place of each code unit of them in the text. */
interface LetterIndex {
  readonly letters: string;
  readonly places: readonly Place[];
}

function indexLetters(text: string): LetterIndex {
  let letters = '';
  const places: Place[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const place = { start: match.index, end: match.index + match[0].length };
    const folded = match[0].normalize('NFKC').toLowerCase();
    letters += folded;
    places.push(...new Array<Place>(folded.length).fill(place));
  }
  return { letters, places };
}
