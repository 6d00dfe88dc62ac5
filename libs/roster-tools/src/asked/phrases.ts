/** Sentences that are longer are more than one question. */
const MAX_LENGTH = 2_000;
/** What people say before a question, and may say of each. */
const POLITE = /^(?:please|can you|could you|would you|tell me|hi|hello|hey),? /i;
const ENDS = new Set(['?', '.', '!', ' ']);

/** A question on one line without what is said before it and its marks at the end; null for one that is too long. */
export function sentenceOf(question: string): string | null {
  if (question.length > MAX_LENGTH) return null;
  let text = question
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');
  for (let polite = POLITE.exec(text); polite; polite = POLITE.exec(text)) text = text.slice(polite[0].length);
  let end = text.length;
  while (end > 0 && ENDS.has(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** What stands after words that a text begins with; undefined where it begins with none of them. */
export function after(text: string, beginnings: readonly RegExp[]): string | undefined {
  for (const beginning of beginnings) {
    const found = beginning.exec(text);
    if (found?.index === 0) return text.slice(found[0].length);
  }
  return undefined;
}

/** A text without words at its end, each as often as they come. */
export function withoutEnds(text: string, ends: readonly string[]): string {
  for (let rest = text; ;) {
    const low = rest.toLowerCase();
    const end = ends.find((one) => low.endsWith(` ${one}`));
    if (end === undefined) return rest;
    rest = rest.slice(0, -end.length - 1);
  }
}

/** Cuts a text where the first of some words stands between blanks; undefined where none does. */
export function cutAt(
  text: string,
  words: readonly string[],
): { before: string; word: string; after: string } | undefined {
  const low = ` ${text.toLowerCase()} `;
  let first: { at: number; word: string } | undefined;
  for (const word of words) {
    const at = low.indexOf(` ${word} `);
    if (at >= 0 && (!first || at < first.at)) first = { at, word };
  }
  if (!first) return undefined;
  const { at, word } = first;
  return { before: text.slice(0, at).trim(), word, after: text.slice(at + word.length + 1).trim() };
}

/** "the Thornwood Host" → "Thornwood Host" */
export function withoutArticle(text: string): string {
  return text.replace(/^(?:an?|the) /i, '');
}

const LIMIT = /(?<![\d,.])(\d[\d,.]{0,9})[ -]{0,2}(?:points?|pts)\b/i;

/** "a 1,000-point Necron list" → 1000 and "a Necron list" */
export function takeLimit(text: string): { readonly points?: number; readonly rest: string } {
  const found = LIMIT.exec(text);
  if (!found) return { rest: text };
  const before = text.slice(0, found.index).trimEnd();
  const rest = `${before} ${text.slice(found.index + found[0].length).trimStart()}`.trim();
  return { points: Number((found[1] ?? '').replace(/[.,]/g, '')), rest };
}
