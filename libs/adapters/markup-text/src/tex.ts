import { formatNumber, texFormula } from '@arbiter/adapter-kit/documents';
import { isBlank, type MarkupWriter } from './markup-writer.js';
import type { MarkupLanguage } from './markup.parser.js';
import { groupAfter, plainTex } from './plain-tex.js';

const LEVELS: Readonly<Record<string, number>> = {
  part: 1,
  chapter: 1,
  section: 2,
  subsection: 3,
  subsubsection: 4,
  paragraph: 5,
  subparagraph: 6,
};
const HEADING = /^\\(part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?\s*(?:\[[^[\]]*\])?(?=\{)/;
const BEGIN = /^\\begin\{([a-zA-Z]+)\*?\}/;
const END = /^\\end\{[a-zA-Z]+\*?\}/;
/** Kept as it is written. */
const VERBATIM: ReadonlySet<string> = new Set(['verbatim', 'lstlisting', 'minted', 'alltt']);
const FORMULAS: ReadonlySet<string> = new Set(
  'equation align alignat flalign gather multline eqnarray math displaymath dmath'.split(' '),
);
const DROPPED: ReadonlySet<string> = new Set(['comment', 'tikzpicture', 'filecontents']);
const TABLES: ReadonlySet<string> = new Set(['tabular', 'tabularx', 'longtable', 'tabulary', 'array']);
/** Labels of numbered lists by their depth (LaTeX, `\labelenumi`). */
const LABELS = ['\\arabic*.', '(\\alph*)', '\\roman*.', '\\Alph*.'];
const COUNTERS: Readonly<Record<string, string>> = {
  alph: 'lowerLetter',
  Alph: 'upperLetter',
  roman: 'lowerRoman',
  Roman: 'upperRoman',
};
/** Cells over several columns or rows, up to their text (LaTeX, and the package multirow). */
const SPAN =
  /\\multi(?:column\s*\{(\d{1,3})\}\s*\{[^{}]*\}|row\s*(?:\[[^[\]]*\])?\{[^{}]*\}\s*(?:\[[^[\]]*\])?\{[^{}]*\})/;
const RULE_OF_COLUMNS = /\\c(?:line|midrule)\s{0,9}(?:\([^()]{0,9}\))?\{[^{}]{0,20}\}/g;
const MAX_SPAN = 50;
const MAX_HEAD_ROWS = 3;
/** Lines that only set the page. */
const SETTING =
  /^\\(?:documentclass|usepackage|newcommand|renewcommand|providecommand|def|let|setlength|pagestyle|thispagestyle|bibliographystyle|setcounter|addtocounter|hypersetup|geometry|newtheorem|DeclareMathOperator)\b/;

/** Commands without words that stand before words. */
const SPACING =
  /^(?:\\(?:noindent|centering|newpage|clearpage|maketitle|tableofcontents|listoffigures|listoftables)(?![a-zA-Z])\s*)+/;
/** What the first argument of these sets is their layout, not their title. */
const LAID_OUT =
  /^(?:figure|table|wrap|itemize|enumerate|description|minipage|multicol|longtable|subfigure|subtable|center|document|quote|frame|columns?|block|letter|list|tcolorbox|mdframed|sidewaystable|sidewaysfigure|landscape|algorithm|threeparttable|adjustbox)/;

/** Reads LaTeX: sections, lists and tables, the words of the rest, and formulas on one line. */
export const TEX: MarkupLanguage = {
  name: 'tex',
  mediaType: 'text/x-tex',
  extensions: ['.tex', '.latex', '.ltx'],
  otherMediaTypes: { 'application/x-tex': '.tex', 'application/x-latex': '.tex' },
  read(lines, writer) {
    const source = lines.map(withoutComment);
    for (const [index, line] of lines.entries()) writer.omit('comment', line.slice((source[index] ?? '').length));
    const begins = source.findIndex((line) => line.includes('\\begin{document}'));
    const preamble = source.slice(0, begins + 1).join('\n');
    const title = plainTex(groupAfter(preamble, '\\title'));
    if (title !== '') writer.heading(title, 1);
    for (const field of ['author', 'date']) {
      const value = plainTex(groupAfter(preamble, `\\${field}`));
      if (value !== '') writer.fields({ [field]: value });
    }
    // Text may stand on the lines of both marks as well.
    const first = begins === -1 ? [] : [source[begins]?.split('\\begin{document}')[1] ?? ''];
    const body = [...first, ...source.slice(begins + 1)];
    const ends = body.findIndex((line) => line.includes('\\end{document}'));
    if (ends !== -1 && body.slice(ends + 1).some((line) => !isBlank(line)))
      writer.warn('Text behind the end of the document was left out.');
    new TexReader(
      ends === -1 ? body : [...body.slice(0, ends), body[ends]?.split('\\end{document}')[0] ?? ''],
      title === '' ? 0 : 1,
    ).read(writer);
  },
};

interface OpenEnvironment {
  readonly name: string;
  /** Items so far, and what stands before each. */
  count: number;
  readonly label: string;
}

class TexReader {
  private readonly open: OpenEnvironment[] = [];
  private text: string[] = [];
  /** What stands before the item that is being read. */
  private label: string | undefined;

  constructor(
    private readonly lines: readonly string[],
    private readonly shift: number,
  ) {}

  read(writer: MarkupWriter): void {
    for (let at = 0; at < this.lines.length;) {
      writer.look();
      at = this.line(at, writer);
    }
    this.flush(writer);
  }

  private line(at: number, writer: MarkupWriter): number {
    const line = (this.lines[at] ?? '').trim();
    if (isBlank(line)) {
      this.flush(writer);
      return at + 1;
    }
    const heading = HEADING.exec(line);
    if (heading) return this.heading(heading, at, writer);
    const name = BEGIN.exec(line)?.[1];
    if (name !== undefined) return this.environment(name, at, writer);
    if (END.test(line)) {
      this.flush(writer);
      this.open.pop();
      return at + 1;
    }
    if (line.startsWith('\\item')) {
      this.flush(writer);
      const said = line.slice('\\item'.length);
      const own = /^\s*\[([^[\]]*)\]/;
      this.label = own.test(said) ? '- ' : this.nextLabel();
      this.text = [said.replace(own, '$1:')];
      return at + 1;
    }
    if (/^\\(?:input|include)\{/.test(line)) {
      writer.warn(`What it includes from ${groupAfter(line, '\\in').trim()} is not part of this document.`);
      return at + 1;
    }
    if (!SETTING.test(line)) this.text.push(line.replace(/^\\caption(?:\[[^[\]]*\])?/, '').replace(SPACING, ''));
    return at + 1;
  }

  /** A heading may go on over some lines. */
  private heading([mark, name = '']: RegExpExecArray, at: number, writer: MarkupWriter): number {
    this.flush(writer);
    const rest = this.lines
      .slice(at, at + 4)
      .join('\n')
      .trim()
      .slice(mark.length);
    const group = groupAfter(rest, '');
    writer.heading(plainTex(group), (LEVELS[name] ?? 1) + (name === 'part' || name === 'chapter' ? this.shift : 0));
    const lines = rest.slice(0, group.length).split('\n').length;
    const after =
      rest
        .slice(group.length + 2)
        .split('\n')[0]
        ?.trim() ?? '';
    if (after !== '' && !after.startsWith('\\label')) this.text.push(after);
    return at + lines;
  }

  private environment(name: string, at: number, writer: MarkupWriter): number {
    this.flush(writer);
    const isTable = TABLES.has(name);
    if (![TABLES, VERBATIM, FORMULAS, DROPPED].some((names) => names.has(name))) {
      this.openEnvironment(name, (this.lines[at] ?? '').trim().replace(BEGIN, ''));
      return at + 1;
    }
    const closing = `\\end{${name}`;
    const first = (this.lines[at] ?? '').trim().replace(BEGIN, '');
    const onFirst = isTable ? first.replace(/^(?:\s*\[[^[\]]*\]|\s*\{(?:[^{}]|\{[^{}]*\})*\}){1,3}/, '') : first;
    let end = at;
    for (let line = first; end < this.lines.length && !line.includes(closing); line = this.lines[end] ?? '') end += 1;
    const whole = [onFirst, ...this.lines.slice(at + 1, end), end > at ? (this.lines[end] ?? '') : ''];
    const inner = whole
      .map((line) => line.split(closing)[0] ?? '')
      .filter((line, index) => index > 0 || !isBlank(line));
    if (isTable) this.table(inner, writer);
    else if (VERBATIM.has(name)) writer.code(inner);
    else if (FORMULAS.has(name)) writer.paragraph(texFormula(inner.join('\n').replace(/^\{\d\}/, '')));
    else if (name === 'tikzpicture') writer.omit('drawing');
    else writer.omit('comment', inner.join(' '));
    return end + 1;
  }

  /** @param begun behind its name */
  private openEnvironment(name: string, begun: string): void {
    const depth = this.open.filter((outer) => outer.name === name).length;
    const title = LAID_OUT.test(name) ? undefined : /^\s*\[([^[\]]*)\]/.exec(begun)?.[1];
    if (title !== undefined) this.text.push(`${title}:`);
    const label = /\blabel=(\{?)([^,\]}]{1,30})/.exec(begun)?.[2];
    this.open.push({ name, count: 0, label: label ?? LABELS[Math.min(depth, LABELS.length - 1)] ?? '' });
    const rest = begun.replace(/^(?:\[[^[\]]*\]|\{[^{}]*\})*/, '');
    if (rest.trim() !== '') this.text.push(rest);
  }

  /** The rows above the first line through a table have the names of its columns: one, or more where cells span columns. */
  private table(lines: readonly string[], writer: MarkupWriter): void {
    const rows: TexCell[][] = [];
    let head: TexCell[][] = [];
    let spans = false;
    for (const part of lines.join('\n').split('\\\\')) {
      const text = part.replace(/^\s*\[[^[\]]*\]/, '');
      const isRuled = /\\(?:hline|midrule|endhead|endfirsthead)/.test(text);
      if (isRuled && head.length === 0 && rows.length > 0 && rows.length <= (spans ? MAX_HEAD_ROWS : 1))
        head = rows.splice(0);
      const cells = text.split(/(?<!\\)&/).map(cellOf);
      spans ||= SPAN.test(text);
      if (cells.some((cell) => cell.text !== '')) rows.push(cells);
    }
    const heads = head.map((row) => row.flatMap(({ text, span }) => Array.from({ length: span }, () => text)));
    const width = heads.reduce((widest, { length }) => Math.max(widest, length), 0);
    const names = Array.from({ length: width }, (_, column) =>
      [...new Set(heads.map((row) => row[column] ?? ''))].join(' ').trim(),
    );
    writer.table(
      names,
      rows.map((row) => row.flatMap(({ text, span }) => [text, ...Array.from({ length: span - 1 }, () => '')])),
    );
  }

  /** The number of the next item of the list that is open, as its label sets it; a dash for other lists. */
  private nextLabel(): string {
    const list = this.open.findLast(({ name }) => /^(?:enumerate|itemize|description)$/.test(name));
    if (list?.name !== 'enumerate') return '- ';
    list.count += 1;
    const { count, label } = list;
    return `${label.replace(/\\([a-zA-Z]{4,6})\*/, (_, format: string) => formatNumber(count, COUNTERS[format] ?? 'decimal'))} `;
  }

  private flush(writer: MarkupWriter): void {
    const text = plainTex(this.text.join('\n'));
    if (this.label !== undefined) writer.item(text === '' ? '' : `${this.label}${text}`);
    else writer.paragraph(text);
    this.text = [];
    this.label = undefined;
  }
}

interface TexCell {
  readonly text: string;
  /** Columns, from 1. */
  readonly span: number;
}

function cellOf(cell: string): TexCell {
  const found = SPAN.exec(cell);
  if (!found) return { text: plainTex(cell.replace(RULE_OF_COLUMNS, '')), span: 1 };
  const text = plainTex(cell.slice(found.index + found[0].length));
  return { text, span: Math.max(1, Math.min(MAX_SPAN, Number(found[1] ?? 1))) };
}

/** A line up to its comment; `\%` is a percent sign. */
function withoutComment(line: string): string {
  for (let at = line.indexOf('%'); at !== -1; at = line.indexOf('%', at + 1))
    if (line[at - 1] !== '\\') return line.slice(0, at);
  return line;
}
