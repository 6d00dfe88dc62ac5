const LINE_END_HYPHEN = /(?=\p{L})(?<!\p{L})(\p{L}+)([-\u2010\u00ad])$/u;
const COMPOUND = /(?=\p{L})(?<!\p{L})\p{L}+[-\u2010]\p{L}+/gu;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，．]/u;
/** The end of a line within a text, where a word may be divided. White space around it is of no meaning. */
const DIVISION = /(?<=\p{L})[-\u2010\u00ad][^\S\n]*\n[^\S\n]*(?=[\p{L}\p{N}])/gu;
const LAST_WORD = /(?=\p{L})(?<!\p{L})\p{L}+$/u;
const FIRST_WORD = /^\p{L}+/u;
/** Longer runs of letters before or after a line's end are no parts of a word. */
const LONGEST_PART = 60;
/** After these, a word was left open ("in- and outbound", "Ein- und Ausfahrt"), not divided. */
const CONJUNCTIONS: ReadonlySet<string> = new Set(
  'and or und oder bzw et ou och eller og en y e o i и или lub'.split(' '),
);

/** Words that a document writes with a hyphen within a line, in lower case: those keep theirs at a line's end. */
export function findCompounds(lines: Iterable<string>): ReadonlySet<string> {
  const compounds = new Set<string>();
  for (const line of lines) {
    for (const [word] of line.matchAll(COMPOUND)) compounds.add(word.toLowerCase().replace('\u2010', '-'));
  }
  return compounds;
}

/**
 * Continues a text with its next line: a word that was divided is put together, Chinese and Japanese go on without a space.
 *
 * @returns the text and where the next line begins in it
 */
export function joinLines(text: string, next: string, compounds: ReadonlySet<string>): { text: string; at: number } {
  const [, word = '', hyphen] = LINE_END_HYPHEN.exec(text) ?? [];
  const start =
    hyphen === undefined
      ? `${text}${isTight(text, next) ? '' : ' '}`
      : text.slice(0, -hyphen.length) + linkBetween(word, hyphen, next, compounds);
  return { text: start + next, at: start.length };
}

/** {@link joinLines} for the words that are divided at line ends within a text; its other line ends stay. */
export function joinDividedWords(text: string, compounds: ReadonlySet<string>): string {
  return text.replace(DIVISION, (division, at: number) => {
    const word = LAST_WORD.exec(text.slice(Math.max(0, at - LONGEST_PART), at))?.[0] ?? '';
    const from = at + division.length;
    return linkBetween(word, division.charAt(0), text.slice(from, from + LONGEST_PART), compounds);
  });
}

/** What stands between the two parts of a word once they are on one line: nothing, a hyphen, or a hyphen and a space. */
function linkBetween(word: string, hyphen: string, next: string, compounds: ReadonlySet<string>): string {
  if (hyphen === '\u00ad') return '';
  const head = FIRST_WORD.exec(next)?.[0] ?? '';
  if (CONJUNCTIONS.has(head)) return `${hyphen} `;
  const isDivided = /^\p{Ll}/u.test(head) && !compounds.has(`${word}-${head}`.toLowerCase());
  return isDivided ? '' : hyphen;
}

function isTight(text: string, next: string): boolean {
  return WITHOUT_SPACES.test(text.slice(-1)) && WITHOUT_SPACES.test(next.slice(0, 1));
}
