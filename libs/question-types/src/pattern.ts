/** A word, with what may stand inside one. */
export const WORD = "[\\w'-]+";

/** Alternatives of a regular expression, from words that are separated by white space. */
export function anyOf(words: string): string {
  return `(?:${words.trim().split(/\s+/).join('|')})`;
}

/**
 * A regular expression that may run over several lines: the breaks and the blanks around them are no part of it. Backslashes
 * are written once.
 */
export function pattern({ raw }: TemplateStringsArray, ...parts: readonly string[]): RegExp {
  return new RegExp(raw.map((text, index) => text.replaceAll(/(?<!\s)\s*\n\s*/g, '') + (parts[index] ?? '')).join(''));
}
