/** Where a second question starts inside one sentence: a conjunction and a question word. */
const SECOND_QUESTION = /,? and (?=(?:who|whom|whose|what|which|where|when|why|how) )/i;

/** @returns the questions that a text asks, in order, at least one; "Who …? And where …?" and "who … and where …" alike */
export function splitQuestions(text: string): string[] {
  const sentences = text
    .split(/(?<=\?)\s+/)
    .map((sentence) => sentence.replace(/^(?:and|also|then|plus)\b[, ]*/i, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  if (sentences.length > 1) return sentences;
  const parts = text.split(SECOND_QUESTION).map((part) => part.trim());
  return parts.every((part) => part.split(/\s+/).length >= 3) ? parts : [text];
}
