import { addressBehind, MARK, texFormula } from '@arbiter/adapter-kit/documents';
import { readGridTable, readSimpleTable } from './restructured-tables.js';
import { dedent, endOfIndented, indentOf, isBlank, type MarkupWriter } from './markup-writer.js';
import type { MarkupLanguage } from './markup.parser.js';

/** A line of one mark, under or over a title, or between texts (reStructuredText, "Sections" and "Transitions"). */
const ADORNMENT = /^([!-/:-@[-`{-~])\1+$/;
const MIN_ADORNMENT = 3;
const DIRECTIVE = /^\.\. (?:\|[^|]*\| )?([\w:.+-]+)::(?: (.*))?$/;
const SUBSTITUTION = /^\.\. \|([^|]+)\| replace:: (.*)$/;
const TARGET = /^\.\. _([^:]+): *(\S.*)$/;
const NOTE = /^\.\. \[([^\]]+)\] (.*)$/;
const FIELD = /^:([^:]+):(?: (.*))?$/;
const BULLET = /^(?:[-*+•]|(?:\d{1,4}|#|[A-Za-z])[.)]|\((?:\d{1,4}|#|[A-Za-z])\)) +/;

const CODE: ReadonlySet<string> = new Set(['code', 'code-block', 'sourcecode', 'parsed-literal', 'prompt', 'doctest']);
/** Standard roles of raised and lowered text (docutils, "Roles"), and the names that people give to the role of struck-out text. */
const ROLE_MARKS: ReadonlyMap<string, string> = new Map([
  ...['sup', 'superscript'].map((role) => [role, MARK.raised] as const),
  ...['sub', 'subscript'].map((role) => [role, MARK.lowered] as const),
  ...['strike', 'strikethrough', 'strikeout', 'line-through', 'del', 's'].map((role) => [role, MARK.struck] as const),
]);
/** What shows nothing by itself, or shows other files. */
const SILENT: ReadonlySet<string> = new Set([
  'toctree',
  'contents',
  'index',
  'raw',
  'meta',
  'highlight',
  'role',
  'default-role',
]);
const ELSEWHERE: ReadonlySet<string> = new Set(['include', 'literalinclude']);

export const RESTRUCTURED_TEXT: MarkupLanguage = {
  name: 'restructured-text',
  mediaType: 'text/x-rst',
  extensions: ['.rst', '.rest'],
  otherMediaTypes: { 'text/prs.fallenstein.rst': '.rst' },
  read(lines, writer) {
    new RestructuredReader(lines).read(lines, writer);
  },
};

interface Directive {
  /** Behind its name. */
  readonly given: string;
  readonly content: readonly string[];
  readonly options: ReadonlyMap<string, string>;
  readonly writer: MarkupWriter;
}

class RestructuredReader {
  /** Styles of titles, outermost first. */
  private readonly styles: string[] = [];
  private readonly replaced = new Map<string, string>();
  private readonly targets = new Map<string, string>();

  /** @param lines of the document, whose names may be used before they are explained */
  constructor(lines: readonly string[]) {
    for (const line of lines) {
      const [, name = '', text = ''] = SUBSTITUTION.exec(line) ?? [];
      if (name !== '') this.replaced.set(name, text);
      const [, target = '', address = ''] = TARGET.exec(line) ?? [];
      if (address.includes('://')) this.targets.set(target.replaceAll('`', '').toLowerCase(), address);
    }
  }

  /** The last numbered item among some lines, and the line after it. */
  private readonly numbers = new WeakMap<readonly string[], { readonly end: number; readonly number: number }>();

  readonly read = (lines: readonly string[], writer: MarkupWriter): void => {
    for (let at = 0; at < lines.length;) {
      writer.look();
      at = isBlank(lines[at]) ? at + 1 : this.block(lines, at, writer);
    }
  };

  /** @returns the line after the block */
  private block(lines: readonly string[], at: number, writer: MarkupWriter): number {
    const [line = '', next = '', third = ''] = lines.slice(at, at + 3).map((one) => one.trimEnd());
    const heading = this.heading(line, next, third);
    if (heading) {
      if (heading.text !== '') writer.heading(this.inline(heading.text), heading.level);
      return at + heading.lines;
    }
    if (/^\+[-=+]{2,}\+$/.test(line)) return this.table(readGridTable(lines, at), writer);
    if (/^=+(?: +=+)+$/.test(line)) return this.table(readSimpleTable(lines, at), writer);
    if (line === '..' || line.startsWith('.. ')) return this.explicit(lines, at, writer);
    if (line.startsWith('__ ')) return at + 1;
    if (line.startsWith('>>> ')) return this.code(lines, at, writer);
    const field = FIELD.exec(line);
    if (field) return this.field(field, { lines, at }, writer);
    const bullet = BULLET.exec(line)?.[0];
    if (bullet !== undefined) return this.item(bullet, { lines, at }, writer);
    if (indentOf(line) > 0) {
      const end = endOfIndented(lines, at, 1);
      writer.nested(lines.slice(at, end), this.read);
      return end;
    }
    if (!isBlank(next) && indentOf(next) > 0 && !line.startsWith('| ')) return this.definition(lines, at, writer);
    return this.paragraph(lines, at, writer);
  }

  /** A title with its adornment, or a transition, whose text is empty. */
  private heading(line: string, next: string, third: string): { text: string; level: number; lines: number } | null {
    if (isAdornment(line)) {
      if (isBlank(next)) return { text: '', level: 0, lines: 1 };
      return third === line ? { text: next.trim(), level: this.levelOf(`${line[0]}${line[0]}`), lines: 3 } : null;
    }
    if (!isAdornment(next) || indentOf(line) > 0) return null;
    return { text: line, level: this.levelOf(next[0] ?? ''), lines: 2 };
  }

  private paragraph(lines: readonly string[], at: number, writer: MarkupWriter): number {
    let end = at;
    while (!isBlank(lines[end])) end += 1;
    const text = lines
      .slice(at, end)
      .map((line) => line.replace(/^\| ?/, ''))
      .join('\n')
      .trimEnd();
    if (!text.endsWith('::')) {
      writer.paragraph(this.inline(text));
      return end;
    }
    const said = text.slice(0, -2);
    writer.paragraph(this.inline(said === said.trimEnd() && said !== '' ? `${said}:` : said));
    return this.literal(lines, end, writer);
  }

  private literal(lines: readonly string[], from: number, writer: MarkupWriter): number {
    const end = endOfIndented(lines, from, 1);
    writer.code(lines.slice(from, end));
    return end;
  }

  private code(lines: readonly string[], at: number, writer: MarkupWriter): number {
    let end = at;
    while (!isBlank(lines[end])) end += 1;
    writer.code(lines.slice(at, end));
    return end;
  }

  private field(
    [, name = '', value = '']: RegExpExecArray,
    { lines, at }: { lines: readonly string[]; at: number },
    writer: MarkupWriter,
  ): number {
    const end = endOfIndented(lines, at + 1, 1);
    const text = this.inline([value, ...dedent(lines.slice(at + 1, end))].join('\n').trim());
    writer.item(text === '' ? name : `${name}: ${text}`);
    return Math.max(end, at + 1);
  }

  private item(bullet: string, { lines, at }: { lines: readonly string[]; at: number }, writer: MarkupWriter): number {
    const end = Math.max(at + 1, endOfIndented(lines, at + 1, Math.min(2, bullet.length)));
    let first = at + 1;
    while (first < end && !isBlank(lines[first]) && !BULLET.test((lines[first] ?? '').trimStart())) first += 1;
    const text = lines.slice(at, first).join('\n');
    const label = /^[-*+•]/.test(bullet) ? '- ' : this.numbered(bullet, { lines, at, end });
    writer.item(`${label}${this.inline(text.slice(bullet.length))}`);
    if (first < end) writer.nested(lines.slice(first, end), this.read);
    return end;
  }

  /** The mark of a numbered item. One that asks for its number goes on from the item right above it. */
  private numbered(
    bullet: string,
    { lines, at, end }: { readonly lines: readonly string[]; readonly at: number; readonly end: number },
  ): string {
    const before = this.numbers.get(lines);
    const follows = before && lines.slice(before.end, at).every(isBlank);
    const number = bullet.includes('#') ? (follows ? before.number : 0) + 1 : Number(/\d{1,4}/.exec(bullet)?.[0] ?? 0);
    this.numbers.set(lines, { end, number });
    return bullet.replace('#', String(number));
  }

  private definition(lines: readonly string[], at: number, writer: MarkupWriter): number {
    const end = endOfIndented(lines, at + 1, 1);
    let first = at + 1;
    while (first < end && !isBlank(lines[first])) first += 1;
    const term = this.inline((lines[at] ?? '').trim());
    writer.item(`${term}: ${this.inline(dedent(lines.slice(at + 1, first)).join('\n'))}`);
    if (first < end) writer.nested(lines.slice(first, end), this.read);
    return end;
  }

  /** Comments, targets, notes and directives. */
  private explicit(lines: readonly string[], at: number, writer: MarkupWriter): number {
    const line = (lines[at] ?? '').trimEnd();
    const end = Math.max(at + 1, endOfIndented(lines, at + 1, 1));
    const body = dedent(lines.slice(at + 1, end));
    const note = NOTE.exec(line);
    if (note) writer.paragraph(this.inline([`[${note[1]}] ${note[2]}`, ...body].join('\n')));
    const [, name = '', given = ''] = note ? [] : (DIRECTIVE.exec(line) ?? []);
    const isTarget = /^\.\. (?:_|__)/.test(line) || SUBSTITUTION.test(line);
    if (!note && name === '' && !isTarget) writer.omit('comment', [line.slice(2), ...body].join(' '));
    if (name !== '' && !SUBSTITUTION.test(line)) this.directive(name, { given, body }, writer);
    return end;
  }

  private directive(
    name: string,
    { given, body }: { readonly given: string; readonly body: readonly string[] },
    writer: MarkupWriter,
  ): void {
    if (name === 'raw') writer.omit('raw block');
    if (name === 'toctree') this.contents(body, writer);
    if (name === 'meta') this.meta(body, writer);
    if (SILENT.has(name)) return;
    if (ELSEWHERE.has(name)) {
      writer.warn(`What it includes from ${given.trim()} is not part of this document.`);
      return;
    }
    const { options, content } = withOptions(body);
    const caption = CODE.has(name) ? options.get('caption') : undefined;
    if (caption !== undefined) writer.paragraph(this.inline(caption));
    const included = options.get('file') ?? options.get('url');
    if (included !== undefined) writer.warn(`What it includes from ${included} is not part of this document.`);
    const write = this.directives.get(name) ?? (CODE.has(name) ? this.directives.get('code') : undefined);
    if (write) {
      write({ given, content, options, writer });
      return;
    }
    const label = name.slice(name.lastIndexOf(':') + 1);
    writer.nested(
      [`${label[0]?.toUpperCase() ?? ''}${label.slice(1)}: ${given}`.trim(), ...gap(given), ...content],
      this.read,
    );
  }

  /** What directives hold; that of any other is text below its name. */
  private readonly directives: ReadonlyMap<string, (directive: Directive) => void> = new Map(
    Object.entries<(directive: Directive) => void>({
      math: ({ given, content, writer }) => writer.paragraph(texFormula([given, ...content].join('\n'))),
      code: ({ content, writer }) => writer.code(content),
      'image figure': ({ content, options, writer }) => {
        writer.paragraph(this.inline(options.get('alt') ?? ''));
        writer.nested(content, this.read);
      },
      table: ({ given, content, writer }) => {
        writer.paragraph(this.inline(given));
        writer.nested(content, this.read);
      },
      'csv-table': (directive) => this.listedTable(directive, (lines) => lines.map(csvCells)),
      'list-table': (directive) => this.listedTable(directive, listRows),
    }).flatMap(([names, write]) => names.split(' ').map((name) => [name, write] as const)),
  );

  /** The caption of a list of other documents, and the titles that it gives them. */
  private contents(lines: readonly string[], writer: MarkupWriter): void {
    for (const line of lines) {
      const caption = /^:caption: (.*)$/.exec(line)?.[1];
      const title = /^(\S[^<>]*) <[^<>]+>$/.exec(line.trim())?.[1];
      if (caption !== undefined) writer.paragraph(this.inline(caption));
      else if (title !== undefined) writer.item(`- ${this.inline(title.trim())}`);
    }
  }

  private meta(lines: readonly string[], writer: MarkupWriter): void {
    for (const line of lines) {
      const [, key = '', value = ''] = /^:(description|keywords|author)[^:]*:(?: (.*))?$/.exec(line) ?? [];
      if (value !== '') writer.metadata[key] = value;
    }
  }

  /** A table whose options say which rows and columns hold names. */
  private listedTable(
    { given, content, options, writer }: Directive,
    cellsOf: (lines: readonly string[]) => readonly (readonly string[])[],
  ): void {
    writer.paragraph(this.inline(given));
    const rows = cellsOf(content.filter((line) => !isBlank(line))).map((row) => row.map((cell) => this.inline(cell)));
    const stated = (name: string): number => Number.parseInt(options.get(name) ?? '0', 10) || 0;
    const heads = rows.slice(0, stated('header-rows'));
    const header = options.get('header');
    if (header !== undefined) heads.unshift(csvCells(header).map((cell) => this.inline(cell)));
    const width = heads.reduce((widest, { length }) => Math.max(widest, length), 0);
    const names = Array.from({ length: width }, (_, column) =>
      [...new Set(heads.map((row) => row[column] ?? ''))].join(' ').trim(),
    );
    writer.table(names, rows.slice(stated('header-rows')), stated('stub-columns') > 0);
  }

  private table(
    { head, rows, end }: { head: readonly string[]; rows: readonly (readonly string[])[]; end: number },
    writer: MarkupWriter,
  ): number {
    writer.table(
      head.map((cell) => this.inline(cell)),
      rows.map((row) => row.map((cell) => this.inline(cell))),
    );
    return end;
  }

  private levelOf(style: string): number {
    const known = this.styles.indexOf(style);
    return known === -1 ? this.styles.push(style) : known + 1;
  }

  /** Text without its marks; a link is followed by where it leads. */
  private inline(text: string): string {
    const literals: string[] = [];
    return (
      text
        .replace(/``([^`]+)``/g, (_, literal: string) => `\uE000${literals.push(literal) - 1}\uE000`)
        .replace(/`([^`<>]*)<([^`<>]*)>`__?/g, (_, shown: string, to: string) => linked(shown.trim(), to))
        .replace(/`([^`]+)`__?/g, (_, shown: string) => linked(shown, this.targets.get(shown.toLowerCase()) ?? ''))
        .replace(/(?<![\w:.+-]):([\w:.+-]{1,60}):`([^`<>]*)(?:<[^`<>]*>)?`/g, (_, role: string, shown: string) =>
          marked(role, shown.trim().replace(/^[~!]/, '')),
        )
        .replace(/`([^`]+)`/g, '$1')
        .replace(/\|([^|\n]+)\|_{0,2}/g, (whole, name: string) => this.replaced.get(name) ?? whole)
        .replace(/(?<![*\w\\])\*\*([^*\s][^*]*)\*\*(?!\w)/g, '$1')
        .replace(/(?<![*\w\\])\*([^*\s][^*]*)\*(?![*\w])/g, '$1')
        .replace(/(?<!\w)([^\W_]+)__?(?!\w)/g, (whole, name: string) => linkedWord(whole, name, this.targets))
        .replace(/\\([^\s\w])/g, '$1')
        // An escaped space parts only the marks around it.
        .replace(/\\\s/g, '')
        .replace(/\uE000(\d+)\uE000/g, (_, index: string) => literals[Number(index)] ?? '')
    );
  }
}

function withOptions(body: readonly string[]): Pick<Directive, 'options' | 'content'> {
  const end = body.findIndex((line) => !FIELD.test(line));
  const fields = end === -1 ? body : body.slice(0, end);
  const options = new Map(
    fields.map((line) => {
      const [, option = '', value = ''] = FIELD.exec(line) ?? [];
      return [option, value] as const;
    }),
  );
  return { options, content: body.slice(fields.length) };
}

/** A directive's argument and its content are one paragraph only if there is no argument. */
function gap(given: string): string[] {
  return given === '' ? [] : [''];
}

function linked(shown: string, to: string): string {
  if (shown === '') return to;
  return `${shown}${addressBehind(to, shown) ?? ''}`;
}

function marked(role: string, text: string): string {
  if (role === 'math') return texFormula(text);
  const mark = ROLE_MARKS.get(role);
  return mark === undefined ? text : `${mark}${text}${MARK.end}`;
}

function linkedWord(whole: string, name: string, targets: ReadonlyMap<string, string>): string {
  const to = targets.get(name.toLowerCase());
  return to === undefined ? whole : linked(name, to);
}

function isAdornment(line: string): boolean {
  return line.length >= MIN_ADORNMENT && ADORNMENT.test(line);
}

/** Rows are items whose cells are items (docutils, "list-table"). */
function listRows(lines: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const line of lines) {
    const [, row, cell = ''] = /^(\* )? *- ?(.*)$/.exec(line) ?? [];
    if (row !== undefined) rows.push([cell]);
    else if (/^ {2,}- /.test(line)) rows.at(-1)?.push(cell);
    else {
      const last = rows.at(-1);
      if (last) last.push(`${last.pop() ?? ''} ${line.trim()}`);
    }
  }
  return rows;
}

/** Cells of a line of comma-separated values. */
function csvCells(line: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (const mark of line) {
    if (mark === '"') isQuoted = !isQuoted;
    else if (mark === ',' && !isQuoted) cells.push('');
    else cells.push(`${cells.pop() ?? ''}${mark}`);
  }
  return cells.map((cell) => cell.trim());
}
