const RAISED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (form, digit) => [String(digit), form])),
  '+': '⁺',
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  '=': '⁼',
  '(': '⁽',
  ')': '⁾',
  n: 'ⁿ',
  i: 'ⁱ',
};
const LOWERED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('₀₁₂₃₄₅₆₇₈₉', (form, digit) => [String(digit), form])),
  '+': '₊',
  '-': '₋',
  '−': '₋',
  '=': '₌',
  '(': '₍',
  ')': '₎',
};

/** Longer raised or lowered text is small print. */
const LONGEST_SCRIPT = 16;

/** Whether raised or lowered text is a sentence in small print rather than an index or a mark. */
export function isSmallPrint(text: string): boolean {
  return text.length > LONGEST_SCRIPT || /\p{L}\s{1,8}\p{L}|\p{L}{4}(?!\p{L}).{0,16}\s/u.test(text);
}

/** A power as it stands behind its base: `⁵`, or `^(2k+1)` where Unicode has no form for it. */
export function powerText(text: string): string {
  const content = text.replace(/\s+/g, '');
  const characters = Array.from(content);
  if (characters.length <= LONGEST_SCRIPT && characters.every((one) => one in RAISED))
    return characters.map((one) => RAISED[one]).join('');
  return characters.length === 1 || /^\d+$/.test(content) ? `^${content}` : `^(${text.trim()})`;
}

/** Text that is lowered: digits and signs in their lowered forms, which search reads as digits; letters as they are. */
export function loweredText(text: string, before: string): string {
  const content = text.trim();
  if (isSmallPrint(content)) return apart(content, before);
  // The lower half of ½ as `1/2`.
  if (/\d\s*[/⁄]\s*$/.test(before) && /^\d+$/.test(content)) return content;
  return Array.from(content, (one) => LOWERED[one] ?? one).join('');
}

/** Small print as text of its own: it neither lengthens the word before nor the number. */
export function apart(text: string, before: string): string {
  return `${before === '' || /\s$/.test(before) ? '' : ' '}${text} `;
}
