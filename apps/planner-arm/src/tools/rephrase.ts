import { namesIn, questionTerms } from '@arbiter/text';

/** Content words that are kept where a question names nothing: its last ones, which in English hold its subject. */
const KEPT_WORDS = 2;

/** The question's words of subject matter, as they stand: "Who keeps the light at Gull Point?" → "keeps light Gull Point". */
export function contentWords(query: string): string {
  return questionTerms(query)
    .map(({ start, end }) => query.slice(start, end))
    .join(' ');
}

/** Fewer words than the question has, for a search that misses less: its names, or the last of its content words. */
export function broaderTerms(query: string): string {
  const names = namesIn(query).map(({ text }) => text);
  if (names.length > 0) return [...new Set(names)].join(' ');
  return contentWords(query).split(' ').slice(-KEPT_WORDS).join(' ');
}

/** Whether two queries say the same to a search: case and spaces apart. */
export function isSameQuery(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

function folded(query: string): string {
  return query.toLowerCase().replace(/\s+/g, ' ').trim();
}
