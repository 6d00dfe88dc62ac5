/**
 * Whether a column of a profile is what a word asks for: the word itself, or short for it. Data sets shorten as they like:
 * "T" for Toughness, "Sv" for Save, "OC" for Objective Control.
 */
export function isShortFor(short: string, word: string): boolean {
  const [column, asked] = [fold(short), fold(word)];
  if (column === '' || asked === '') return false;
  if (column === asked) return true;
  const words = word.toLowerCase().split(/\s+/);
  if (words.length > 1) return column === words.map((one) => one.charAt(0)).join('');
  // Its letters in their order, the first one first; one with more letters than that is a word of its own.
  return column.length <= MAX_SHORT && asked.startsWith(column.charAt(0)) && isWithin(column, asked);
}

const MAX_SHORT = 3;

function isWithin(letters: string, word: string): boolean {
  let at = -1;
  return Array.from(letters).every((letter) => (at = word.indexOf(letter, at + 1)) >= 0);
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
