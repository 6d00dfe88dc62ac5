import { addressBehind, MARK, texFormula } from '@arbiter/adapter-kit/documents';
import { ItemNumbers, type ListStyle } from './item-numbers.js';
import { isBlank, type MarkupWriter } from './markup-writer.js';
import type { MarkupLanguage } from './markup.parser.js';

const HEADING = /^(={1,6}|#{1,6}) +(\S.*)$/;
const ATTRIBUTE = /^:!?([\w-]+)!?:(?: (.*))?$/;
const BLOCK_STYLE = /^\[.*\]$/;
const BULLET = /^ *(\*{1,5}|-|\.{1,5}|\d{1,4}\.|<[\d.]+>) +(\S.*)$/;
const DESCRIBED = /^([^:\n]+):{2,4}(?: (.*))?$/;
const MACRO = /^(image|include|video|audio|toc|ifdef|ifndef|ifeval|endif)::([^[]*)\[(.*)\]$/;
const DRAWN = /^([=*_+/.-])\1{3,}$/;
/** The first column of a table holds headers (AsciiDoc, "Column styles"). */
const LABELS = /cols="?[^,;"\]]{0,20}h/;
/** Lines that end a paragraph without an empty one. */
const PARAGRAPH_ENDS = /^(?:\|===|-{2}$|-{4,}$|\.{4,}$|={4,}$|\*{4,}$|_{4,}$|\+$)/;
/** Attributes that set how a document looks and is built. */
const SETTING =
  /^(?:toc|icons?|sect|source|doctype|experimental|imagesdir|stem|table|figure|note-caption|tip|warning|idprefix|idseparator|docinfo|nofooter|lang$|link|hide|url-|compat|partnums|leveloffset|favicon|stylesheet|linkcss|data-uri|!)/;
const ALIGNMENT = /(?:\d{1,3}(?:\.\d{1,3})?[+*]|\.\d{1,3}\+)?[<^>.]{0,4}(?<!\w)[adehlmsv]?$/;

/** Roles of struck-out text, as Asciidoctor and its users name them. */
const STRUCK_ROLE = /line-through|strike|(?:^|\.)del$/;

/** Styles of lists as `formatNumber` names them. */
const FORMATS: Readonly<Record<string, string>> = {
  arabic: 'decimal',
  loweralpha: 'lowerLetter',
  upperalpha: 'upperLetter',
  lowerroman: 'lowerRoman',
  upperroman: 'upperRoman',
};

/** Reads AsciiDoc by its language description (docs.asciidoctor.org). */
export const ASCIIDOC: MarkupLanguage = {
  name: 'asciidoc',
  mediaType: 'text/asciidoc',
  extensions: ['.adoc', '.asciidoc', '.asc'],
  otherMediaTypes: { 'text/x-asciidoc': '.adoc' },
  read(lines, writer) {
    new AsciiDocReader(lines).read(writer);
  },
};

interface How {
  /** The attributes above a block. */
  readonly style: string;
  readonly writer: MarkupWriter;
}

class AsciiDocReader {
  private readonly attributes = new Map<string, string>();
  private style = '';
  private readonly numbers = new ItemNumbers();
  /** A line of `+` came before: what follows belongs to the item above. */
  private isAttached = false;
  /** The line that ends a block of blocks that belongs to an item. */
  private attachedUntil: string | undefined;

  constructor(private readonly lines: readonly string[]) {}

  read(writer: MarkupWriter): void {
    let at = this.header(writer);
    while (at < this.lines.length) {
      writer.look();
      at = this.block(at, writer);
    }
  }

  /** Empty behind the last. */
  private line(at: number): string {
    return this.lines[at] ?? '';
  }

  /** The title, the line of authors below it, and attributes. */
  private header(writer: MarkupWriter): number {
    let at = 0;
    while (at < this.lines.length && (isBlank(this.line(at)) || this.line(at).startsWith('//'))) at += 1;
    const title = /^[=#] +(\S.*)$/.exec(this.line(at))?.[1];
    if (title === undefined) return at;
    at += 1;
    const fields: Record<string, string> = {};
    for (let count = 0; count < 2 && !isBlank(this.line(at)) && !/^[:/]/.test(this.line(at)); count++, at++) {
      const line = this.line(at);
      if (/^v?\d/.test(line)) fields.revision = line.trim();
      else
        fields.author = line
          .replace(/<[^<>]*>/g, '')
          .replace(/\s+/g, ' ')
          .trim();
    }
    const titleAt = at;
    while (ATTRIBUTE.test(this.line(at))) at = this.attribute(at);
    for (const [key, value] of this.attributes)
      if (value !== '' && !SETTING.test(key)) fields[key] = this.inline(value);
    writer.fields(fields);
    writer.heading(this.inline(title), 1);
    return Math.max(at, titleAt);
  }

  private attribute(at: number): number {
    const [, name = '', value = ''] = ATTRIBUTE.exec(this.line(at)) ?? [];
    this.attributes.set(name, value.trim());
    return at + 1;
  }

  /** @returns the line after the block */
  private block(at: number, writer: MarkupWriter): number {
    const line = this.line(at).trimEnd();
    if (line === '+') this.isAttached = true;
    if (isBlank(line) || line === '+') return at + 1;
    if (ATTRIBUTE.test(line)) return this.attribute(at);
    if (BLOCK_STYLE.test(line)) {
      this.style = line.startsWith('[[') ? this.style : line.slice(1, -1);
      return at + 1;
    }
    const how = { style: this.takeStyle(), writer };
    this.endLists(line);
    return this.surrounded(at, line, how) ?? this.single(at, line, how) ?? this.text(at, line, how);
  }

  /** A block that lines of signs surround, with the author of a quotation before it; undefined for another. */
  private surrounded(at: number, line: string, { style, writer }: How): number | undefined {
    if (/^(?:\|===|,===|:===|!===)/.test(line)) return this.table(at, style, writer);
    if (line.startsWith('```')) return this.delimited(at, '```', (lines) => writer.code(lines));
    const [, quoted = ''] = /^(?:quote|verse),(.+)$/.exec(style) ?? [];
    if (quoted.trim() !== '') writer.paragraph(this.inline(quoted.replace(/"/g, '').trim()));
    return DRAWN.test(line) ? this.drawn(at, line, { style, writer }) : undefined;
  }

  /** A block of one line; undefined for another. */
  private single(at: number, line: string, { style, writer }: How): number | undefined {
    const heading = HEADING.exec(line);
    const macro = MACRO.exec(line);
    if (line.startsWith('//')) writer.omit('comment', line);
    else if (heading) writer.heading(this.inline(heading[2] ?? ''), heading[1]?.length ?? 1);
    else if (macro) this.macro(macro, writer);
    else if (/^\.[^\s.]/.test(line)) {
      writer.paragraph(this.inline(line.slice(1)));
      this.style = style;
    } else if (!/^(?:--|'''|<<<)$/.test(line)) return undefined;
    return at + 1;
  }

  private macro([, name = '', target = '', given = '']: RegExpExecArray, writer: MarkupWriter): void {
    if (name === 'image') writer.paragraph(this.inline(given.split(',')[0] ?? ''));
    if (/^(?:include|video|audio)$/.test(name))
      writer.warn(`What it includes from ${target} is not part of this document.`);
    if (/^ifn?def$/.test(name) && given !== '') writer.paragraph(this.inline(given));
  }

  /** A block that is no item and no part of one ends all lists; so that the next one counts from 1. */
  private endLists(line: string): void {
    const wasAttached = this.isAttached;
    this.isAttached = false;
    if (this.attachedUntil !== undefined) {
      if (line === this.attachedUntil) this.attachedUntil = undefined;
      return;
    }
    if (wasAttached) {
      if (line === '--' || /^([=*_])\1{3,}$/.test(line)) this.attachedUntil = line;
      return;
    }
    const isOfLists = BULLET.test(line) || DESCRIBED.test(line) || line.startsWith('//') || /^\.[^\s.]|^\s/.test(line);
    if (!isOfLists) this.numbers.end();
  }

  private text(at: number, line: string, { style, writer }: How): number {
    if (/^(?:source|listing|literal)\b/.test(style)) return this.run(at, (lines) => writer.code(lines));
    const bullet = BULLET.exec(line);
    if (bullet) return this.continued(at, this.itemText(bullet, style), writer);
    const described = DESCRIBED.exec(line);
    if (described) {
      const [, term = '', given = ''] = described;
      let first = at + 1;
      while (given === '' && isBlank(this.lines[first]) && first < this.lines.length) first += 1;
      const next = (given === '' ? this.line(first) : given).trim();
      return this.continued(given === '' ? first : at, `${term.trim()}: ${next}`, writer);
    }
    if (line.startsWith(' ')) return this.run(at, (lines) => writer.code(lines));
    return this.run(at, (lines) =>
      writer.paragraph(this.inline(lines.filter((one) => !one.startsWith('//')).join('\n'))),
    );
  }

  private itemText([, mark = '', said = '']: RegExpExecArray, style: string): string {
    const isCounted = /^[.<]/.test(mark);
    const stated = /\d+/.exec(mark)?.[0];
    const kind = mark.startsWith('<') ? '<>' : stated === undefined ? mark : '1.';
    const counted = this.numbers.next(kind, isCounted, isCounted ? listStyle(style) : undefined);
    const number = isCounted ? (stated ?? counted) : '';
    const shown = number !== '' ? `${number}. ` : /^\d/.test(mark) ? `${mark} ` : /^[*-]/.test(mark) ? '- ' : '';
    return shown + said;
  }

  /** An item with the lines that go on with it. */
  private continued(at: number, first: string, writer: MarkupWriter): number {
    let end = at + 1;
    while (!isBlank(this.lines[end]) && !startsBlock(this.line(end))) end += 1;
    const more = this.lines.slice(at + 1, end).flatMap((line) => (line.startsWith('//') ? [] : [line.trim()]));
    for (const line of this.lines.slice(at + 1, end)) if (line.startsWith('//')) writer.omit('comment', line);
    writer.item(this.inline([first, ...more].join('\n')));
    return end;
  }

  private run(at: number, write: (lines: readonly string[]) => void): number {
    let end = at + 1;
    while (!isBlank(this.lines[end]) && !PARAGRAPH_ENDS.test(this.line(end))) end += 1;
    write(this.lines.slice(at, end));
    return end;
  }

  /** Code and comments are whole; what other lines surround is read as the text around it. */
  private drawn(at: number, line: string, { style, writer }: How): number {
    if (/^[-.]/.test(line)) return this.delimited(at, line, (lines) => writer.code(lines));
    if (line.startsWith('/')) return this.delimited(at, line, (lines) => writer.omit('comment', lines.join(' ')));
    if (line.startsWith('+'))
      return this.delimited(at, line, (lines) =>
        /^(?:stem|latexmath|asciimath)/.test(style)
          ? writer.paragraph(shownFormula(lines.join('\n')))
          : writer.omit('passthrough block'),
      );
    return at + 1;
  }

  private delimited(at: number, mark: string, write: (lines: readonly string[]) => void): number {
    let end = at + 1;
    while (end < this.lines.length && this.line(end).trimEnd() !== mark) end += 1;
    write(this.lines.slice(at + 1, end));
    return end + 1;
  }

  private table(at: number, style: string, writer: MarkupWriter): number {
    const mark = this.line(at).trimEnd();
    const separator = mark[0] ?? '|';
    return this.delimited(at, mark, (lines) => {
      const cells = cellsOf(lines, separator);
      const first = lines.findIndex((line) => !isBlank(line));
      const inFirst = (lines[first] ?? '').split(separator).length - (separator === '|' ? 1 : 0);
      const columns = Math.max(1, columnsIn(style) ?? inFirst);
      const hasHead = style.includes('header') || (first === 0 && isBlank(lines[1]) && inFirst === columns);
      const rows: string[][] = [];
      for (let cell = 0; cell < cells.length; cell += columns)
        rows.push(cells.slice(cell, cell + columns).map((text) => this.inline(text)));
      writer.table(hasHead ? (rows[0] ?? []) : [], hasHead ? rows.slice(1) : rows, LABELS.test(style));
    });
  }

  private takeStyle(): string {
    const { style } = this;
    this.style = '';
    return style;
  }

  /** Text without its marks; a link is followed by where it leads. */
  private inline(text: string): string {
    return text
      .replace(/\{([\w-]+)\}/g, (whole, name: string) => this.attributes.get(name) ?? whole)
      .replace(
        /(?<![\w:/.])(?:(?:link|mailto):)?(https?:\/\/[^\s[\]<>]{1,2000})\[([^[\]]*)\]/g,
        (_, to: string, shown: string) => linked(shown, to),
      )
      .replace(
        /(?<![\w:])(link|mailto):([^\s[\]]{1,500})\[([^[\]]*)\]/g,
        (_, kind: string, to: string, shown: string) => linked(shown, kind === 'link' ? to : `mailto:${to}`),
      )
      .replace(/(?<![\w:])(?:stem|latexmath):\[((?:(?!:\[)[^\]])*)\]/g, (_, formula: string) => shownFormula(formula))
      .replace(
        /(?<![\w:])(?:xref|kbd|btn|menu|image):([^\s[\]]{0,500})\[([^[\]]*)\]/g,
        (_, to: string, shown: string) => (shown === '' ? to : shown),
      )
      .replace(/ ?(?<![:[])footnote:[^\s[\]:]{0,100}\[([^[\]]*)\]/g, (_, note: string) =>
        note === '' ? '' : ` (${note})`,
      )
      .replace(/\[([^[\]\n]{0,100})\]#{1,2}([^#\n]+)#{1,2}/g, (_, role: string, shown: string) =>
        STRUCK_ROLE.test(role) ? `${MARK.struck}${shown}${MARK.end}` : shown,
      )
      .replace(/(?<=\S)\^([^\s^]+)\^/g, `${MARK.raised}$1${MARK.end}`)
      .replace(/(?<=\S)~([^\s~]+)~/g, `${MARK.lowered}$1${MARK.end}`)
      .replace(/<<([^<>,]+)(?:,([^<>]*))?>>/g, (_, to: string, shown?: string) => (shown ?? to).trim())
      .replace(/\(\(\(?([^()]+)\)?\)\)/g, '$1')
      .replace(/(?<![*\w])\*{1,2}([^*\s][^*]*)\*{1,2}(?![*\w])/g, '$1')
      .replace(/(?<![_\w])_{1,2}([^_\s][^_]*)_{1,2}(?![_\w])/g, '$1')
      .replace(/`{1,2}([^`]+)`{1,2}/g, '$1')
      .replace(/(?<![#\w])#{1,2}([^#\s][^#]*)#{1,2}(?![#\w])/g, '$1')
      .replace(/ \+(?=\n|$)/g, '');
  }
}

function cellsOf(lines: readonly string[], separator: string): string[] {
  const cells: string[] = [];
  for (const line of lines) {
    const parts = line.split(separator);
    // What stands before the first bar goes on with the cell before it; of one behind a cell, it is how the next is set.
    for (const [index, part] of parts.entries()) {
      const text = index < parts.length - 1 ? part.replace(ALIGNMENT, '').trim() : part.trim();
      if (index > 0 || separator !== '|') cells.push(text);
      else if (text !== '' && cells.length > 0) cells.push(`${cells.pop() ?? ''} ${text}`.trim());
    }
  }
  return cells;
}

/** What a line of attributes says of the numbers of a list; undefined for one that says nothing of them. */
function listStyle(style: string): ListStyle | undefined {
  const start = /\bstart="?(\d{1,6})/.exec(style)?.[1];
  const format = /\b(arabic|loweralpha|upperalpha|lowerroman|upperroman)\b/.exec(style)?.[1];
  // Numbers that go down depend on how many items follow.
  if (/\breversed\b/.test(style)) return { format: '' };
  if (start === undefined && format === undefined) return undefined;
  return { format: FORMATS[format ?? ''], ...(start !== undefined && { start: Number(start) }) };
}

/** A formula of LaTeX; those of AsciiMath are text already, and have no commands. */
function shownFormula(formula: string): string {
  return /\\[a-zA-Z]|[{}]/.test(formula) ? texFormula(formula) : formula;
}

/** The number of columns that `cols` states: "1,2,1", "3*", or widths with alignments. */
function columnsIn(style: string): number | undefined {
  const cols = /cols="?([^"\]]+)"?/.exec(style)?.[1];
  if (cols === undefined) return undefined;
  return cols.split(/[,;]/).reduce((sum, part) => sum + Number(/^(\d{1,3})\*/.exec(part.trim())?.[1] ?? 1), 0);
}

function startsBlock(line: string): boolean {
  return (
    line === '+' ||
    BULLET.test(line) ||
    DESCRIBED.test(line) ||
    HEADING.test(line) ||
    BLOCK_STYLE.test(line) ||
    DRAWN.test(line.trimEnd()) ||
    line.startsWith('|===')
  );
}

function linked(shown: string, to: string): string {
  const [first = ''] = shown.split(',', 1);
  const text = first.replace(/\^$/, '').trim();
  return text === '' ? to.replace(/^mailto:/, '') : `${text}${addressBehind(to, text) ?? ''}`;
}
