import type { ModelCoverage } from '@arbiter/backends';

/** Scripts that are written without spaces between words. */
const UNSPACED = classOf('Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar');
/** Letters of such a script that make a word, on average. */
const LETTERS_A_WORD = 2;
/** Read of a text, in UTF-16 code units: its beginning tells in what it is written. */
const READ_CHARACTERS = 2_000;

/** Scripts by the name that people know them by. The telling ones come first: Japanese is written with Han letters as well. */
const NAMES: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Chinese', /[\p{Script=Han}\p{Script=Bopomofo}]/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
];

/** @returns the name of the script that most words of a text are written in, if the model has not learnt it; else null */
export type UnreadScript = (text: string) => string | null;

/**
 * Tells what a model cannot read: texts most of whose words are written in scripts that it has not learnt. Words are counted and
 * not letters, so that one long name decides nothing.
 *
 * @param covered null for a model of which it is not known what it has learnt: it may read everything
 */
export function unreadScriptOf(covered: ModelCoverage | null): UnreadScript {
  if (!covered) return () => null;
  const known = classOf(...covered.scripts);
  const word = new RegExp(`[${known}&&\\p{L}][${known}\\p{M}]*`, 'gv');
  const letter = new RegExp(`[${UNSPACED}--${known}]`, 'gv');
  const other = `[\\p{L}--[${known}${UNSPACED}\\p{Script=Common}\\p{Script=Inherited}]]`;
  const strangeWord = new RegExp(`${other}[${other}\\p{M}]*`, 'gv');
  return (text) => {
    const read = text.slice(0, READ_CHARACTERS);
    const strange = countOf(read, letter) / LETTERS_A_WORD + countOf(read, strangeWord);
    if (strange <= countOf(read, word)) return null;
    return NAMES.find(([, letterOf]) => letterOf.test(read))?.[0] ?? 'foreign';
  };
}

function classOf(...scripts: readonly string[]): string {
  return `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
