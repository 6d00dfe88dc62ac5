import { base, finishedFormula, fraction, lowered, MAX_FORMULA, raised, root, spacedFormula } from './formula-parts.js';
import { TEX_ACCENTS, TEX_FUNCTIONS, TEX_SETS, TEX_SYMBOLS } from './tex-symbols.js';

/** Groups within each other; what lies deeper is written without its structure. */
const MAX_DEPTH = 50;
/** A longer source is written as it stands: it is no formula that people read. */
const MAX_SOURCE = 4 * MAX_FORMULA;

/** Commands whose argument is words. */
const WORDS: ReadonlySet<string> = new Set(
  'text textrm textbf textit textsf texttt textnormal mbox hbox mathrm operatorname unit si ce'.split(' '),
);
/** Commands whose argument says nothing. */
const SILENT: ReadonlySet<string> = new Set(
  'label hspace vspace phantom hphantom vphantom color class cite ref'.split(' '),
);
const FRACTIONS = /^[dtc]?frac$/;
const BINOMIALS = /^[dt]?binom$/;
const TOKEN = /\\(?:[a-zA-Z]{1,40}\*?|[\s\S])|\d+(?:[.,]\d+)*|\s+|[\s\S]/gu;

/** Brackets around a matrix by its environment. */
const BRACKETS: Readonly<Record<string, readonly [string, string]>> = {
  matrix: ['[', ']'],
  smallmatrix: ['[', ']'],
  array: ['[', ']'],
  pmatrix: ['(', ')'],
  bmatrix: ['[', ']'],
  Bmatrix: ['{', '}'],
  vmatrix: ['|', '|'],
  Vmatrix: ['‖', '‖'],
  cases: ['{', ''],
};

/**
 * A formula of LaTeX on one line, as formulas of Word are written: `\frac{a}{b}` is "a/b", `x^2` is "x²", `\sqrt{x+1}` is
 * "√(x + 1)". Commands that are not known are their names.
 *
 * @param source without its delimiters
 */
export function texFormula(source: string): string {
  if (source.length > MAX_SOURCE) return source.replace(/\s+/g, ' ').trim();
  const tokens = source.replace(/(?<!\\)%[^\n]*/g, '').match(TOKEN) ?? [];
  return finishedFormula(new TexReader([...tokens]).rest());
}

interface Rows {
  /** Between cells, and between rows. */
  readonly cell: string;
  readonly row: string;
}
const LINES: Rows = { cell: '', row: '; ' };

class TexReader {
  private at = 0;
  private depth = 0;

  constructor(private readonly tokens: string[]) {}

  /** All that is left, also behind ends of groups that were never opened. */
  rest(): string {
    const parts: string[] = [];
    while (this.at < this.tokens.length) {
      parts.push(this.sequence(() => false, LINES));
      this.at += 1;
    }
    return parts.join('');
  }

  private sequence(isEnd: (token: string) => boolean, rows: Rows): string {
    const parts: string[] = [];
    /** Whether the last part was a group, which keeps together under a power. */
    let wasGroup = false;
    for (let token = this.tokens[this.at]; token !== undefined && token !== '}'; token = this.tokens[this.at]) {
      if (isEnd(token)) break;
      this.at += 1;
      if (token === '^' || token === '_') {
        const script = this.argument();
        const last = parts.pop() ?? '';
        const shown = wasGroup ? base(last.trim()) : last;
        const set = token === '_' ? lowered(script) : /^[′∗*°]+$/.test(script) ? script : raised(script);
        parts.push(shown.replace(/ $/, '') + set + (shown.endsWith(' ') ? ' ' : ''));
        wasGroup = false;
        continue;
      }
      wasGroup = token === '{';
      parts.push(this.piece(token, rows));
    }
    return spacedFormula(parts);
  }

  private piece(token: string, rows: Rows): string {
    if (token === '{') return this.group();
    if (token === '&') return rows.cell;
    if (token === '~') return ' ';
    if (token === "'") return '′';
    if (/^\s/.test(token) || token === '$') return '';
    return token.startsWith('\\') && token.length > 1 ? this.command(token.slice(1).replace(/\*$/, ''), rows) : token;
  }

  private command(name: string, rows: Rows): string {
    const symbol = TEX_SYMBOLS.get(name);
    if (symbol !== undefined) return /^[∑∏∐∫∬∭∮⋃⋂∀∃∴∵]$/u.test(symbol) ? ` ${symbol} ` : symbol;
    if (TEX_FUNCTIONS.has(name)) return ` ${name.replace(/^bmod$/, 'mod')} `;
    const accent = TEX_ACCENTS.get(name);
    if (accent !== undefined) return base(this.argument()) + accent;
    if (WORDS.has(name)) return this.words();
    if (SILENT.has(name)) {
      this.words();
      return '';
    }
    const [, write] = this.commands.find(([names]) => names.test(name)) ?? [];
    if (write) return write(name, rows);
    return name.length === 1 && !/[a-zA-Z]/.test(name) ? name.replace('|', '‖') : ` ${name} `;
  }

  private readonly commands: readonly (readonly [names: RegExp, write: (name: string, rows: Rows) => string])[] = [
    [FRACTIONS, () => ` ${fraction(this.argument(true), this.argument(true))} `],
    [BINOMIALS, () => `(${fraction(this.argument(true), this.argument(true), false)})`],
    [
      /^sqrt$/,
      () => {
        const degree = this.optional();
        return root(this.argument(true), degree);
      },
    ],
    [
      /^mathbb$/,
      () => {
        const letter = this.argument();
        return TEX_SETS[letter] ?? letter;
      },
    ],
    [/^tag$/, () => ` (${this.words()})`],
    [/^not$/, () => `${this.argument()}\u0338`],
    [/^begin$/, () => this.environment()],
    [
      /^(?:\\|newline|cr)$/,
      (_, rows) => {
        this.optional();
        return rows.row;
      },
    ],
    [/^(?:left|right)$/, () => (this.peek() === '.' ? this.skipped() : '')],
    [/^[,;:!> ]$|^q?quad$|^\s$/, (name) => (name === '!' ? '' : ' ')],
    [
      /^(?:big|Big|bigg|Bigg)[lrm]?$|^(?:display|text|script)style$|^(?:no)?limits$|^no(?:number|tag)$|^middle$|^hline$/,
      () => '',
    ],
    [
      /^(?:math(?:bf|it|cal|frak|sf|tt|scr|normal)|boldsymbol|bm|pmb|operatornamewithlimits|overbrace|underbrace|boxed|mathop|mathbin|mathrel)$/,
      () => this.argument(),
    ],
    [
      /^(?:over|under)set$|^stackrel$/,
      (name) => {
        const set = this.argument();
        return base(this.argument()) + (name === 'underset' ? lowered(set) : raised(set));
      },
    ],
  ];

  /**
   * What a command or a script applies to: a group, a command, or one sign.
   *
   * @param isDigit of a number only the first digit, as in `\frac12`; a power is meant as a whole: `2^10`
   */
  private argument(isDigit = false): string {
    this.skipSpace();
    const token = this.tokens[this.at];
    if (token === undefined || token === '}') return '';
    if (isDigit && /^\d\d/.test(token)) {
      this.tokens[this.at] = token.slice(1);
      return token.charAt(0);
    }
    this.at += 1;
    if (token === '{') return this.group().trim();
    if (this.depth >= MAX_DEPTH) return token;
    this.depth += 1;
    const said = this.piece(token, LINES).trim();
    this.depth -= 1;
    return said;
  }

  /** Content of a group whose brace has been read. */
  private group(): string {
    this.depth += 1;
    const isDeep = this.depth > MAX_DEPTH;
    const inner = isDeep ? this.flat() : this.sequence(() => false, LINES);
    if (!isDeep) this.at += 1;
    this.depth -= 1;
    return inner;
  }

  /** A group as it is written, without its braces. */
  private flat(): string {
    let open = 1;
    let text = '';
    for (; this.at < this.tokens.length && open > 0; this.at++) {
      const token = this.tokens[this.at] ?? '';
      if (token === '{') open += 1;
      else if (token === '}') open -= 1;
      else text += token;
    }
    return text;
  }

  private words(): string {
    this.skipSpace();
    if (this.tokens[this.at] !== '{') return this.argument();
    this.at += 1;
    return this.flat()
      .replace(/\\([%#&_$ {}])/g, '$1')
      .replace(/\\[a-zA-Z]+/g, '')
      .replaceAll('$', '');
  }

  private optional(): string {
    this.skipSpace();
    if (this.tokens[this.at] !== '[') return '';
    this.at += 1;
    const inner = this.sequence((token) => token === ']', LINES).trim();
    this.at += 1;
    return inner;
  }

  private environment(): string {
    const name = this.words().replace('*', '');
    if (name === 'array' || name === 'tabular') this.words();
    const brackets = BRACKETS[name];
    const rows = brackets ? { cell: ', ', row: '; ' } : LINES;
    this.depth += 1;
    const inner = this.depth > MAX_DEPTH ? '' : this.sequence((token) => token === '\\end', rows);
    this.depth -= 1;
    if (this.tokens[this.at] === '\\end') {
      this.at += 1;
      this.words();
    }
    const text = inner
      .replace(/, *,/g, ',')
      .split(';')
      .map((row) => row.trim().replace(/,$/, '').trimEnd())
      .filter((row) => row !== '')
      .join('; ');
    return brackets ? brackets[0] + text + brackets[1] : ` ${text} `;
  }

  private peek(): string | undefined {
    this.skipSpace();
    return this.tokens[this.at];
  }

  private skipped(): string {
    this.at += 1;
    return '';
  }

  private skipSpace(): void {
    while (/^\s/.test(this.tokens[this.at] ?? '')) this.at += 1;
  }
}
