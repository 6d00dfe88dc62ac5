import { childNamed, childrenNamed, isOn, valueOf, type WordElement } from './word-xml.js';

/** A longer formula is cut: it is no part of a sentence that could be quoted. */
const MAX_LENGTH = 5_000;

const RAISED = scripts('0123456789+-−=()ni', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ');
const LOWERED = scripts('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');

/** Relations and operators that stand between two terms, which Word sets apart by spaces that it does not store. */
const BETWEEN = /([=<>≤≥≠≈≡≅∼∝±∓×÷∈∉⊂⊆∪∩∧∨→←↔⇒⇔≪≫])/g;
/** A sign before a term is not set apart, a sign between two terms is; the hyphen between two words is no sign. */
const SIGN = /([\p{L}\p{M}\p{N}⁰-₎)\]}′″%°!])([+\-−⋅·∗*])(?!(?<=\p{L}\p{L}-)\p{L}\p{L})(?=\S)/gu;
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

/**
 * A formula on one line, as people type it: `a/b`, `x²`, `√(x + 1)`, `∑_(i=1)^n xᵢ`, `(a, b; c, d)` for a matrix.
 * What cannot be raised in Unicode follows `^` or `_` (after UnicodeMath, Unicode Technical Note 28).
 *
 * @param formula an `m:oMath`, or whatever holds some
 */
export function formulaText(formula: WordElement): string {
  const text = sequence(formula)
    .replace(TIGHT, (sign) => TIGHT_SIGNS.charAt(sign.charCodeAt(0) - TIGHT_AREA))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** The children of an element, one after the other; operators between them are set apart. */
function sequence(element: WordElement | undefined, options: Options = {}): string {
  const text = (element?.children ?? []).map((child) => piece(child, options)).join('');
  const capped = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH + 1) : text;
  return capped
    .replace(BETWEEN, ' $1 ')
    .replace(SIGN, '$1 $2 ')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[([{]) | (?=[)\]},;])/g, '');
}

interface Options {
  /** Within brackets of its own, a matrix needs no others. */
  readonly bracketed?: boolean;
  /** In a system of equations, `&` marks where its lines are aligned. */
  readonly aligned?: boolean;
}

/** What is not part of a formula: properties, and what was deleted under revision. */
const UNREAD = /^w:(?:del|moveFrom)$|Pr$/;

function piece(element: WordElement, options: Options): string {
  const property = childNamed(element, `${element.name}Pr`);
  const part = (name: string): string => sequence(childNamed(element, name)).trim();
  switch (element.name) {
    case 'm:t':
    case 'w:t': {
      const text = element.text.replace(STYLED_LETTERS, (letter) => letter.normalize('NFKC'));
      return options.aligned === true ? text.replaceAll('&', '') : text;
    }
    case 'w:br':
    case 'w:tab':
      return ' ';
    case 'm:oMath':
      // Several in one display stand on lines of their own.
      return ` ${sequence(element, options)} `;
    case 'm:f':
      return ` ${fraction(part('m:num'), part('m:den'), valueOf(property, 'm:type'))} `;
    case 'm:sSup':
      return base(part('m:e')) + raised(part('m:sup'));
    case 'm:sSub':
      return base(part('m:e')) + lowered(part('m:sub'));
    case 'm:sSubSup':
      return base(part('m:e')) + lowered(part('m:sub')) + raised(part('m:sup'));
    case 'm:sPre':
      return ` ${raised(part('m:sup'))}${lowered(part('m:sub'))}${base(part('m:e'))}`;
    case 'm:rad':
      return root(part('m:e'), isOn(property, 'm:degHide') === true ? '' : part('m:deg'));
    case 'm:nary': {
      const sign = valueOf(property, 'm:chr') ?? '∫';
      const from = isOn(property, 'm:subHide') === true ? '' : lowered(part('m:sub'));
      const to = isOn(property, 'm:supHide') === true ? '' : raised(part('m:sup'));
      return ` ${sign}${from}${to} ${part('m:e')} `;
    }
    case 'm:d':
      return delimited(element, property);
    case 'm:m': {
      const rows = childrenNamed(element, 'm:mr').map((row) =>
        childrenNamed(row, 'm:e')
          .map((cell) => sequence(cell).trim())
          .join(', '),
      );
      return options.bracketed === true ? rows.join('; ') : `[${rows.join('; ')}]`;
    }
    case 'm:eqArr':
      return childrenNamed(element, 'm:e')
        .map((line) => sequence(line, { aligned: true }).trim())
        .filter((line) => line !== '')
        .join('; ');
    case 'm:func': {
      const argument = part('m:e');
      return ` ${part('m:fName')}${/^[([{|]/.test(argument) ? '' : ' '}${isAtom(argument) ? argument : `(${argument})`} `;
    }
    case 'm:limLow':
      return part('m:e') + lowered(part('m:lim'));
    case 'm:limUpp':
      return part('m:e') + raised(part('m:lim'));
    case 'm:acc':
      return base(part('m:e')) + (valueOf(property, 'm:chr') ?? '\u0302');
    case 'm:bar':
      return base(part('m:e')) + (valueOf(property, 'm:pos') === 'top' ? '\u0305' : '\u0332');
    case 'm:phant':
      return isOn(property, 'm:show') === false ? '' : part('m:e');
    default:
      return UNREAD.test(element.name) ? '' : sequence(element, options);
  }
}

function fraction(above: string, below: string, type: string | undefined): string {
  if (type === 'noBar') return `${above} ¦ ${below}`;
  return `${isAtom(above) ? above : `(${above})`}/${DIVISOR.test(below) || ENCLOSED.test(below) ? below : `(${below})`}`;
}

function root(of: string, degree: string): string {
  const sign = { '': '√', '2': '√', '3': '∛', '4': '∜' }[degree] ?? `${raised(degree)}√`;
  return ` ${sign}${isAtom(of) ? of : `(${of})`} `;
}

function delimited(element: WordElement, property: WordElement | undefined): string {
  const parts = childrenNamed(element, 'm:e').map((part) => sequence(part, { bracketed: true }).trim());
  const between = valueOf(property, 'm:sepChr') ?? '|';
  const separator = /^[,;]$/.test(between) ? `${between} ` : ` ${between} `;
  return (valueOf(property, 'm:begChr') ?? '(') + parts.join(separator) + (valueOf(property, 'm:endChr') ?? ')');
}

function isAtom(text: string): boolean {
  return ATOM.test(text) || ENCLOSED.test(text);
}

function base(text: string): string {
  return isAtom(text) || /^\p{L}+[([]/u.test(text) ? text : `(${text})`;
}

function raised(text: string): string {
  return script(text, RAISED, '^');
}

function lowered(text: string): string {
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
