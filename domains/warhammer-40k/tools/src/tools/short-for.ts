/** Column abbreviations of published data sets, with everyday words for them: one letter fits too many words to be guessed. */
const SHORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['m', ['move', 'movement', 'speed']],
  ['t', ['toughness']],
  ['w', ['wounds', 'wound']],
  ['s', ['strength']],
  ['a', ['attacks', 'attack']],
  ['d', ['damage']],
  ['i', ['initiative']],
  ['r', ['range']],
  ['sv', ['save', 'saves', 'armoursave', 'armorsave', 'savingthrow']],
  ['ld', ['leadership']],
  ['oc', ['objectivecontrol']],
  ['ws', ['weaponskill']],
  ['bs', ['ballisticskill']],
  ['ap', ['armourpenetration', 'armorpenetration']],
]);
/** Letters of a column that no data set above has, and that is read as short for a word all the same. */
const [LEAST_SHORT, MOST_SHORT] = [2, 3];

/**
 * Whether a column of a profile is what a word asks for: the word itself, or short for it. Data sets shorten as they like:
 * "T" for Toughness, "Sv" for Save, "OC" for Objective Control.
 */
export function isShortFor(short: string, word: string): boolean {
  const [column, asked] = [fold(short), fold(word)];
  if (column === '' || asked === '') return false;
  if (column === asked) return true;
  const known = SHORT.get(column);
  if (known) return known.includes(asked);
  const words = word.toLowerCase().split(/\s+/);
  if (words.length > 1) return column === words.map((one) => one.charAt(0)).join('');
  // Its letters in their order, the first one first; one with more letters than that is a word of its own.
  return column.length >= LEAST_SHORT && column.length <= MOST_SHORT && isWithin(column, asked);
}

function isWithin(letters: string, word: string): boolean {
  let at = -1;
  return (
    word.startsWith(letters.charAt(0)) && Array.from(letters).every((one) => (at = word.indexOf(one, at + 1)) >= 0)
  );
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
