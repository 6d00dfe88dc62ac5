/** A longer formula is cut: it is no part of a sentence that could be quoted. */
export const MAX_FORMULA = 5_000;

const RAISED = scripts('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const LOWERED = scripts('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

/** Relations and operators that stand between two terms, which Word sets apart by spaces that it does not store. */
const BETWEEN = /([=<>≤≥≠≈≡≅∼∝±∓×÷∈∉⊂⊆∪∩∧∨→←↔⇒⇔≪≫])/g;
/** A sign before a term is not set apart, a sign between two terms is; the hyphen between two words is no sign. */
const SIGN = /([\p{L}\p{M}\p{N}⁰-₎)\]}′″%°!])([+\-−⋅·∗*])(?!(?<=\p{L}\p{L}-)\p{L}\p{L})(?=\s?\S)/gu;
/** Signs in an index or a power are kept apart from those around it, at places where Unicode has no characters, until all is spaced. */
const TIGHT_SIGNS = '=<>≤≥≠≈≡≅∼∝±∓×÷∈∉⊂⊆∪∩∧∨→←↔⇒⇔≪≫+-−⋅·∗*';
const TIGHT_AREA = 0xe000;
const TIGHT = /[\uE000-\uE0FF]/g;
/** Letters in their mathematical styles, which are letters all the same. */
const STYLED_LETTERS = /[\u{1D400}-\u{1D7FF}\u210E]/gu;

/** What is written without brackets around it as part of a fraction, a root or a power. */
const ATOM = /^[\p{L}\p{M}\p{N}.,⁰-₎²³¹′″∞%°]*$/u;
/** As {@link ATOM}, where more would read as another formula: a/bc. */
const DIVISOR = /^(?:[\p{N}.,]+|\p{L}\p{M}*[\p{N}⁰-₎²³¹′″]*|\p{L}{3,})$/u;
const ENCLOSED = /^\([^()]*\)$|^\[[^[\]]*\]$|^\{[^{}]*\}$|^\|[^|]*\|$/;

/** The parts of a formula one after the other, with operators between two terms set apart. */
export function spacedFormula(parts: readonly string[]): string {
  const text = parts.join('');
  const capped = text.length > MAX_FORMULA ? text.slice(0, MAX_FORMULA + 1) : text;
  return capped
    .replace(BETWEEN, ' $1 ')
    .replace(SIGN, '$1 $2 ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[([{]) | (?=[)\]},;])/g, '');
}

/** A whole formula on one line. */
export function finishedFormula(text: string): string {
  const line = text
    .replace(TIGHT, (sign) => TIGHT_SIGNS.charAt(sign.charCodeAt(0) - TIGHT_AREA))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_FORMULA ? `${line.slice(0, MAX_FORMULA)}…` : line;
}

/** Letters in their mathematical styles as letters. */
export function plainLetters(text: string): string {
  return text.replace(STYLED_LETTERS, (letter) => letter.normalize('NFKC'));
}

/** @param hasBar false: two numbers over one another, as "n of k" */
export function fraction(above: string, below: string, hasBar = true): string {
  if (!hasBar) return `${above} ¦ ${below}`;
  return `${isAtom(above) ? above : `(${above})`}/${DIVISOR.test(below) || ENCLOSED.test(below) ? below : `(${below})`}`;
}

export function root(of: string, degree: string): string {
  const sign = { '': '√', '2': '√', '3': '∛', '4': '∜' }[degree] ?? `${raised(degree)}√`;
  return ` ${sign}${isAtom(of) ? of : `(${of})`} `;
}

export function isAtom(text: string): boolean {
  return ATOM.test(text) || ENCLOSED.test(text);
}

/** What a power or an index stands at. */
export function base(text: string): string {
  return isAtom(text) || /^\p{L}+[([]/u.test(text) ? text : `(${text})`;
}

export function raised(text: string): string {
  return script(text, RAISED, '^');
}

export function lowered(text: string): string {
  return script(text, LOWERED, '_');
}

/** Scripts are set tight, as Word sets them. */
function script(text: string, signs: ReadonlyMap<string, string>, mark: string): string {
  const tight = text.replaceAll(' ', '');
  if (tight === '') return '';
  // Words keep their spaces: "the mean of all".
  const isWords = /\p{L}\p{L} \p{L}\p{L}/u.test(text);
  const shown = isWords ? text : tight;
  const unicode = Array.from(shown, (sign) => signs.get(sign));
  if (unicode.every((sign) => sign !== undefined)) return unicode.join('');
  return mark + (isWords ? `(${text})` : heldTight(isAtom(shown) ? shown : `(${shown})`));
}

function heldTight(text: string): string {
  return Array.from(text, (sign) => {
    const at = TIGHT_SIGNS.indexOf(sign);
    return at < 0 ? sign : String.fromCharCode(TIGHT_AREA + at);
  }).join('');
}

function scripts(plain: string, shown: string): ReadonlyMap<string, string> {
  return new Map(Array.from(plain, (sign, at) => [sign, shown.charAt(at)]));
}
