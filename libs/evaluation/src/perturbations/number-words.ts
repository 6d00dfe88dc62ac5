const UNITS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const TEENS = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

const WORDS: readonly string[] = Array.from({ length: 100 }, (_, value) => {
  if (value < 20) return [...UNITS, ...TEENS][value] ?? '';
  const tens = TENS[Math.floor(value / 10) - 2] ?? '';
  return value % 10 === 0 ? tens : `${tens}-${UNITS[value % 10] ?? ''}`;
});
const VALUES = new Map(WORDS.map((word, value) => [word, value]));

/** From 2: "one" and "zero" are seldom counts. Longest first, so that "twenty-two" is not read as "twenty". */
export const NUMBER_WORD_PATTERN = WORDS.slice(2)
  .sort((a, b) => b.length - a.length)
  .join('|');

/** @returns undefined beyond 0–99 */
export function numberWord(value: number): string | undefined {
  return WORDS[value];
}

/** @returns undefined for what is no number word of 0–99 */
export function valueOfWord(word: string): number | undefined {
  return VALUES.get(word.toLowerCase());
}
