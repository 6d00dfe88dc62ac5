import type { Passage } from '@arbiter/contracts';

/**
 * Text of all passages that is read for one answer, in UTF-16 code units: more than a hundred chunks hold. Its sentences are
 * judged and compared in one piece of work, in which nobody else gets a turn.
 */
export const MOST_READ_TEXT = 150_000;

/**
 * Passages as far as they are read for one answer. A request may send a megabyte of text that no store ever cut into chunks.
 *
 * @param passages best first
 * @returns the same passages; of the one over the limit the beginning, those behind it without text
 */
export function cutPassages(passages: readonly Passage[]): readonly Passage[] {
  let left = MOST_READ_TEXT;
  return passages.map((passage) => {
    const read = Math.min(left, passage.text.length);
    left -= read;
    return read === passage.text.length
      ? passage
      : { ...passage, text: passage.text.slice(0, read), end: passage.start + read };
  });
}
