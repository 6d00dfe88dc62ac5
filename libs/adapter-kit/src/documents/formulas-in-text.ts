import { texFormula } from './tex-formula.js';

/**
 * In this order, so that code is stepped over: a code span, a formula in GitHub's marks, and formulas between dollars or
 * brackets. A dollar opens a formula before a sign and closes one behind a sign, next to no letter and no number (as in Pandoc's
 * `tex_math_dollars`).
 */
const TOKENS =
  /\$`([^`\n]{1,2000})`\$|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`)|\$\$([^$\n]{1,2000})\$\$|(?<![\p{L}\p{N}$\\])\$(?=\S)([^$\n]{1,1000})(?<![\s\\])\$(?![\p{L}\p{N}$])|\\\(((?:(?!\\\()[^\n$]){1,1000}?)\\\)|\\\[((?:(?!\\\[)[^\n$]){1,1000}?)\\\]/gu;

/** What only formulas hold. */
const SIGNS = /[\\^_{}=<>]/;
/** Words with which a text between two dollars is prose: "a day and". */
const TWO_WORDS = /\p{L}\p{L}[\s,]{1,9}\p{L}\p{L}/u;
/** A price: "5 to", "5M"; one with a word behind it: "5 = 7€ and". */
const PRICE = /^\d[\d.,]{0,20}\s?(?:[kKmMbB]\b|\p{L}\p{L}|$)/u;
const WORD = /\s\p{L}{2,30}\s/u;
const WORDED = /\\(?:text\w*|mathrm|operatorname|mbox)\s{0,9}\{[^{}]*\}|\\[a-zA-Z]+/g;

/** Whether what stands between two dollars is a formula and no price, variable of a shell or prose. */
export function isFormula(content: string): boolean {
  const said = content.replace(WORDED, ' \\ ');
  if (TWO_WORDS.test(said) || PRICE.test(content.trim()) || (/^\d/.test(content) && WORD.test(said))) return false;
  if (SIGNS.test(said)) return true;
  return /\p{L}/u.test(said) && !/\p{L}{2}/u.test(said) && !/[/:;"'?]/.test(said);
}

/**
 * Writes the formulas of a line that is no code on one line each.
 *
 * @param write makes of a formula what shall stand in its place
 */
export function replaceFormulas(line: string, write: (formula: string) => string): string {
  if (!line.includes('$') && !/\\[([]/.test(line)) return line;
  return line.replace(TOKENS, (whole, ...groups: (string | undefined)[]) => {
    const [marked, , display, inline, round, square] = groups;
    const content = marked ?? display ?? inline ?? round ?? square;
    if (content === undefined || (marked === undefined && !isFormula(content))) return whole;
    return write(texFormula(content));
  });
}
