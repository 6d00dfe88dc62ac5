/** Words that lose their capital when they do not begin the sentence any more. */
const COMMON_OPENING =
  /^(?:The|A|An|He|She|It|They|You|We|His|Her|Its|Their|Your|Our|This|These|That|Those|Each|Every|All|No|Some|Most|Many|Any|Both|Another|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Anyone|Everyone|Nobody|Whoever|One|There|In|On|At|After|Before|When|While|Until|If|Because|Since|Although|Once)\b/;

export function lowerOpening(clause: string): string {
  return COMMON_OPENING.test(clause) ? clause.charAt(0).toLowerCase() + clause.slice(1) : clause;
}

export function upperOpening(clause: string): string {
  return clause.charAt(0).toUpperCase() + clause.slice(1);
}

/** Whether a clause can be moved as a whole: it opens with a word that can stand anywhere, or with a name. */
export function isMovable(clause: string): boolean {
  return COMMON_OPENING.test(clause) || /^\p{Lu}[\p{L}'’]+ \p{Lu}/u.test(clause);
}

const VOWEL_SOUND = /^(?:(?!one\b|once\b|uni|use|usu|eu)[aeiou]|hour|honest|heir|8|11\b|18\b)/i;

/** Puts other words in the place of some, with the article before them that they want. */
export function replaceAt(sentence: string, at: number, length: number, words: string): string {
  const article = VOWEL_SOUND.test(words) ? 'an' : 'a';
  const before = sentence.slice(0, at).replace(/\b([Aa])n? $/, (_, letter: string) => `${letter}${article.slice(1)} `);
  return before + words + sentence.slice(at + length);
}

export function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}

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
