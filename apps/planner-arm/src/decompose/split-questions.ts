/** Where a second question starts inside one sentence: a conjunction and a question word. */
const SECOND_QUESTION = /,? and (?=(?:who|whom|whose|what|which|where|when|why|how) )/i;
/** A word that points into the question before: without it nobody knows what is asked. */
const POINTS_BACK = /\b(?:he|him|his|she|her|hers|it|its|they|them|their|there|that|this|those|these|one|ones)\b/i;

/**
 * The questions that a text asks, in order, at least one: "Who …? And where …?" and "who … and where …" alike. One
 * that points back comes with the first, so that each can be searched for alone.
 */
export function splitQuestions(text: string): string[] {
  const sentences = text
    .split(/(?<=\?)\s+/)
    .map((sentence) => sentence.replace(/^(?:and|also|then|plus)\b[, ]*/i, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  // "Who is older? Give both ages." is one question and a wish about its answer.
  if (sentences.length > 1)
    return sentences.every((sentence) => sentence.endsWith('?')) ? standalone(sentences) : [text];
  const parts = text.split(SECOND_QUESTION).map((part) => part.trim());
  return parts.every((part) => part.split(/\s+/).length >= 3) ? standalone(parts) : [text];
}

function standalone([first = '', ...others]: readonly string[]): string[] {
  return [first, ...others.map((question) => (POINTS_BACK.test(question) ? `${first} ${question}` : question))];
}
