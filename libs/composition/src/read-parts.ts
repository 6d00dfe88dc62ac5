/** Sides of a comparison, or steps of a chain, that are read with the question: an answer is written from no more. */
const MOST_PARTS = 4;

/** Of the questions that a question was broken into, those that are read: not itself again. */
export function readParts(question: string, parts: readonly string[]): readonly string[] {
  return parts.filter((part) => part !== question).slice(0, MOST_PARTS);
}
