const LINE_END_HYPHEN = /(?<!\p{L})(\p{L}+)([-\u2010])$/u;
const COMPOUND = /(?<!\p{L})\p{L}+-\p{L}+/gu;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，．]/u;

/** Words that a document writes with a hyphen within a line, in lower case: those keep theirs at a line's end. */
export function findCompounds(lines: Iterable<string>): ReadonlySet<string> {
  const compounds = new Set<string>();
  for (const line of lines) for (const [word] of line.matchAll(COMPOUND)) compounds.add(word.toLowerCase());
  return compounds;
}

/**
 * Continues a text with its next line: a word that was divided is put together, Chinese and Japanese go on without a space.
 *
 * @returns the text and where the next line begins in it
 */
export function joinLines(text: string, next: string, compounds: ReadonlySet<string>): { text: string; at: number } {
  const [, word = '', hyphen] = LINE_END_HYPHEN.exec(text) ?? [];
  if (hyphen !== undefined) {
    const head = /^\p{L}+/u.exec(next)?.[0] ?? '';
    const divided = /^\p{Ll}/u.test(next) && !compounds.has(`${word}-${head}`.toLowerCase());
    const start = divided ? text.slice(0, -hyphen.length) : text;
    return { text: start + next, at: start.length };
  }
  const tight = WITHOUT_SPACES.test(text.slice(-1)) && WITHOUT_SPACES.test(next.slice(0, 1));
  const start = tight ? text : `${text} `;
  return { text: start + next, at: start.length };
}
