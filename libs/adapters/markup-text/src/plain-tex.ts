import { addressBehind, MARK, texFormula } from '@arbiter/adapter-kit/documents';

/** Letters with the marks that commands set over and under them, as combining characters. */
const ACCENTS: Readonly<Record<string, string>> = {
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '"': '\u0308',
  '~': '\u0303',
  '=': '\u0304',
  '.': '\u0307',
  c: '\u0327',
  v: '\u030c',
  u: '\u0306',
  H: '\u030b',
  r: '\u030a',
  k: '\u0328',
};
const SYMBOLS: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  l: 'ł',
  L: 'Ł',
  aa: 'å',
  AA: 'Å',
  i: 'ı',
  ldots: '…',
  dots: '…',
  textendash: '–',
  textemdash: '—',
  textdegree: '°',
  degree: '°',
  euro: '€',
  texteuro: '€',
  pounds: '£',
  copyright: '©',
  S: '§',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
  textbackslash: '\\',
  quad: ' ',
  qquad: ' ',
  newline: '\n',
  par: '\n',
  times: '×',
};
/** Commands whose argument is set off by its place or by a line through it. */
const MARKS: Readonly<Record<string, string>> = {
  textsuperscript: MARK.raised,
  textsubscript: MARK.lowered,
  sout: MARK.struck,
  xout: MARK.struck,
  st: MARK.struck,
  cancel: MARK.struck,
};
const SET_OFF: ReadonlySet<string> = new Set(Object.values(MARKS));
/** What commands write of the group behind them: nothing, where no reader sees it. */
const GROUPS: ReadonlyMap<string, (inner: string) => string> = new Map([
  ...'label index vspace hspace includegraphics pagestyle bibliography thanks color selectlanguage'
    .split(' ')
    .map((name) => [name, () => ''] as const),
  ...'cite citep citet parencite textcite autocite'
    .split(' ')
    .map((name) => [name, (inner: string) => `[${inner}]`] as const),
  ['footnote', (inner: string) => ` (${inner.replace(/\\[a-zA-Z]+/g, '').replace(/[{}]/g, '')})`] as const,
]);
/** The length of a text that is searched for the end of a group. */
const MAX_GROUP = 20_000;

/** The first group in braces behind a word; empty for none. */
export function groupAfter(source: string, word: string): string {
  const from = source.indexOf(word);
  const start = from === -1 ? -1 : source.indexOf('{', from);
  if (start === -1) return '';
  const end = endOfGroup(source, start);
  return source.slice(start + 1, end);
}

/**
 * The words of a piece of LaTeX: commands are removed and their arguments kept, and marks become characters. Formulas
 * are written on one line. Raised, lowered and struck-out text stands between `MARK`s. Reads each character once, whatever is nested in what.
 */
export function plainTex(source: string): string {
  let text = '';
  /** What ends each open group. */
  const groups: string[] = [];
  for (let at = 0; at < source.length;) {
    const mark = source[at] ?? '';
    const formula = mark === '$' || mark === '\\' ? formulaAt(source, at) : undefined;
    if (formula) {
      text += formula.text;
      at = formula.end;
    } else if (mark === '\\') {
      const read = command(source, at);
      text += read.text;
      at = read.end;
      if (SET_OFF.has(read.text)) groups.push(MARK.end);
    } else if (mark === '{') {
      groups.push('');
      at += 1;
    } else if (mark === '}') {
      text += groups.pop() ?? '';
      at += 1;
    } else {
      text += mark === '~' ? ' ' : mark;
      at += 1;
    }
  }
  return text
    .replaceAll('``', '“')
    .replaceAll("''", '”')
    .replaceAll('---', '—')
    .replaceAll('--', '–')
    .normalize('NFC')
    .trim();
}

/** What opens a formula, and what closes it. */
const FORMULA_ENDS: readonly (readonly [opens: string, closes: string])[] = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
];

/** The formula that begins at a place; undefined for another mark, and for one that nothing closes. */
function formulaAt(source: string, at: number): Read | undefined {
  const [opens, closes] = FORMULA_ENDS.find(([mark]) => source.startsWith(mark, at)) ?? [];
  if (opens === undefined || closes === undefined) return undefined;
  const from = at + opens.length;
  const searched = source.slice(from, from + MAX_GROUP);
  let end = searched.indexOf(closes);
  while (end > 0 && searched[end - 1] === '\\') end = searched.indexOf(closes, end + 1);
  if (end < 0) return undefined;
  return { text: texFormula(searched.slice(0, end)), end: from + end + closes.length };
}

interface Read {
  readonly text: string;
  /** The place behind it. */
  readonly end: number;
}

function command(source: string, at: number): Read {
  const [whole = '', name = ''] = /^([a-zA-Z]{1,40})\*?/.exec(source.slice(at + 1, at + 42)) ?? [];
  if (name === '') return sign(source, at + 1);
  let end = at + 1 + whole.length;
  if (Object.hasOwn(ACCENTS, name) && /[\s{]/.test(source.charAt(end))) return accented(name, source, end);
  const symbol = SYMBOLS[name];
  if (symbol !== undefined) {
    const ends = name.length <= 2 ? /^(?:\{\}| (?=\w))/ : /^\{\}/;
    return { text: symbol, end: end + (ends.exec(source.slice(end, end + 2))?.[0].length ?? 0) };
  }
  const set = MARKS[name];
  if (set !== undefined && source[end] === '{') return { text: set, end: end + 1 };
  end += /^\[[^[\]]{0,500}\]/.exec(source.slice(end, end + 502))?.[0].length ?? 0;
  const write = source[end] === '{' ? GROUPS.get(name) : undefined;
  if (write) {
    const closed = endOfGroup(source, end);
    return { text: write(source.slice(end + 1, closed)), end: closed + 1 };
  }
  if (name === 'href' && source[end] === '{') return link(source, end);
  return { text: '', end: source[end] === ' ' ? end + 1 : end };
}

/** A command that is no word: an accent, a space, a new line, or a sign that means itself. */
function sign(source: string, at: number): Read {
  const mark = source.charAt(at);
  if (Object.hasOwn(ACCENTS, mark)) return accented(mark, source, at + 1);
  return { text: mark === '\\' ? '\n' : mark.replace(/[,;:!/]/, ' '), end: at + 1 };
}

/** An address in braces, and perhaps the text that shows it. */
function link(source: string, at: number): Read {
  const closed = endOfGroup(source, at);
  const shown = source[closed + 1] === '{' ? endOfGroup(source, closed + 1) : closed;
  return { text: linked(source.slice(closed + 2, shown), source.slice(at + 1, closed)), end: shown + 1 };
}

function linked(shown: string, to: string): string {
  return `${shown}${addressBehind(to.replace(/\\([%#&_~])/g, '$1'), shown) ?? ''}`;
}

/** A letter with the mark of a command, with or without braces around it. */
function accented(mark: string, source: string, from: number): Read {
  let at = from;
  if (source[at] === ' ') at += 1;
  const isBraced = source[at] === '{';
  if (isBraced) at += 1;
  if (source[at] === '\\' && /[ij]/.test(source[at + 1] ?? '')) at += 1;
  const letter = source[at] ?? '';
  if (!/\p{L}/u.test(letter)) return { text: '', end: from };
  return { text: `${letter}${ACCENTS[mark] ?? ''}`, end: at + (isBraced && source[at + 1] === '}' ? 2 : 1) };
}

/** The place of the brace that closes the group at `start`, or the end of what is searched. */
function endOfGroup(source: string, start: number): number {
  let depth = 0;
  const last = Math.min(source.length, start + MAX_GROUP);
  for (let at = start; at < last; at++) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '{') depth += 1;
    else if (source[at] === '}' && --depth === 0) return at;
  }
  return last;
}
