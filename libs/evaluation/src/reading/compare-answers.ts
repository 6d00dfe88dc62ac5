/** ASCII punctuation, as `string.punctuation` of Python has it. */
const PUNCTUATION = /[!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]/g;
const ARTICLES = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

/**
 * Lower case, without punctuation, articles and superfluous white space: `normalize_answer` of the published evaluation
 * script of SQuAD 2.0 (Rajpurkar, Jia and Liang, "Know What You Don't Know", ACL 2018).
 */
export function normaliseAnswer(text: string): string {
  return text.toLowerCase().replace(PUNCTUATION, '').replace(ARTICLES, ' ').replace(/\s+/gu, ' ').trim();
}

/** @returns 1 when both are the same once normalised, else 0 */
export function exactMatch(given: string, expected: string): number {
  return Number(normaliseAnswer(given) === normaliseAnswer(expected));
}

/** @returns harmonic mean of precision and recall of words, 0–1; where either has no words, 1 if neither has */
export function wordF1(given: string, expected: string): number {
  const [said, meant] = [wordsOf(given), wordsOf(expected)];
  if (said.length === 0 || meant.length === 0) return Number(said.length === meant.length);
  const left = new Map<string, number>();
  for (const word of meant) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of said) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared += 1;
  }
  return (2 * shared) / (said.length + meant.length);
}

function wordsOf(text: string): string[] {
  const normal = normaliseAnswer(text);
  return normal === '' ? [] : normal.split(' ');
}
