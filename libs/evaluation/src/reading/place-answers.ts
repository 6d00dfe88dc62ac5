import type { StoredAnswer } from './reading-items.js';

/** A stretch of a text in UTF-16 code units, the end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where answers stand in their passage. A start is read as code points, else as UTF-16 code units; where the text stands at
 * neither, and where there is no start, every occurrence counts.
 *
 * @returns ranges of all answers; none for answers that the passage does not hold
 */
export function placeAnswers(context: string, answers: readonly StoredAnswer[]): TextRange[] {
  return answers.flatMap(({ text, start }) => {
    const starts = start === null || start === undefined ? [] : [utf16Offset(context, start), start];
    const at = starts.find((place) => context.startsWith(text, place));
    const places = at === undefined ? occurrences(context, text) : [at];
    return places.map((place) => ({ start: place, end: place + text.length }));
  });
}

/** @param codePoints ≥ 0; beyond the text its length is given */
function utf16Offset(text: string, codePoints: number): number {
  let offset = 0;
  for (let count = 0; count < codePoints && offset < text.length; count++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

function occurrences(text: string, phrase: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) found.push(at);
  return found;
}
