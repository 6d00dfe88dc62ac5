import {
  MARK,
  type ParsedDocumentBuilder,
  resolveMarks,
  singleLine,
  struckTextWarnings,
  tidyLines,
  unusedNames,
  writeFields,
  writeRecord,
} from '@arbiter/adapter-kit/documents';

/** Comments of fewer words are marks for programs, or lines that part sections. */
const MIN_WORDS = 3;
/** Blocks within each other that are read as such; what lies deeper is kept as it is written. */
const MAX_DEPTH = 32;
/** Lines between two looks at whether the caller has gone. */
const LINES_PER_LOOK = 4_096;

/** Writes the blocks that readers of markup find. Texts may hold `MARK`s, code does not. */
export class MarkupWriter {
  /** Of the document; by default its first heading of the first level. */
  title = '';
  readonly metadata: Record<string, string> = {};
  private readonly omitted = new Map<string, number>();
  private readonly struck = { whole: 0, partly: 0 };
  private depth = 0;
  private lines = 0;

  constructor(
    private readonly builder: ParsedDocumentBuilder,
    private readonly signal: AbortSignal,
  ) {}

  heading(text: string, level: number): void {
    const said = this.resolved(text);
    if (this.title === '' && level === 1) this.title = singleLine(said);
    this.builder.heading(said, level);
  }

  paragraph(text: string): void {
    this.builder.append('paragraph', tidyLines(this.resolved(text)));
  }

  item(text: string): void {
    this.builder.append('list_item', tidyLines(this.resolved(text)));
  }

  /** @param lines as they are written */
  code(lines: readonly string[]): void {
    this.builder.append('code', dedent(lines).join('\n'));
  }

  /**
   * Each row with the names of its columns, so that it can be quoted alone.
   *
   * @param markedHead empty for a table without names
   * @param isLabelled the first column of such a table names what stands beside it
   */
  table(markedHead: readonly string[], markedRows: readonly (readonly string[])[], isLabelled = false): void {
    const head = markedHead.map((cell) => this.resolved(cell));
    const rows = markedRows.map((row) => row.map((cell) => this.resolved(cell)));
    this.builder.append('table_row', unusedNames(head, rows));
    for (const row of rows) {
      const cells = row.map((cell, index) => {
        const name = singleLine(head[index] ?? '');
        const value = singleLine(cell);
        return value === '' || name === '' ? value : `${name}: ${value}`;
      });
      const given = cells.filter((cell) => cell !== '');
      this.builder.append('table_row', isLabelled && head.length === 0 ? writeRecord(given) : given.join('; '));
    }
  }

  /** Counts what is left out. @param what as one is called @param text absent: it says something in any case */
  omit(what: string, text?: string): void {
    if (text !== undefined && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < MIN_WORDS) return;
    this.omitted.set(what, (this.omitted.get(what) ?? 0) + 1);
  }

  /** What the head of a document says of it, as metadata and as lines that can be found and asked for. */
  fields(fields: Readonly<Record<string, string>>): void {
    const said = Object.entries(fields).map(([key, value]) => [key, this.resolved(value)] as const);
    for (const [key, value] of said) this.metadata[key] = value;
    writeFields(Object.fromEntries(said), this.builder);
  }

  /** A warning for each kind of what was left out. */
  tellOmitted(): void {
    for (const sentence of struckTextWarnings(this.struck, this.builder.empty)) this.builder.warn(sentence);
    for (const [what, count] of this.omitted)
      this.builder.warn(count === 1 ? `1 ${what} was left out.` : `${count} ${what}s were left out.`);
  }

  warn(sentence: string): void {
    this.builder.warn(sentence);
  }

  /** Reads blocks within a block. */
  nested(lines: readonly string[], read: (lines: readonly string[], writer: MarkupWriter) => void): void {
    if (this.depth >= MAX_DEPTH) {
      this.code(lines);
      return;
    }
    this.depth += 1;
    read(dedent(lines), this);
    this.depth -= 1;
  }

  private resolved(text: string): string {
    const said = resolveMarks(text);
    if (text.includes(MARK.struck)) this.struck[said.trim() === '' ? 'whole' : 'partly'] += 1;
    return said;
  }

  /** Called for each line. @throws the signal's reason */
  look(): void {
    this.lines += 1;
    if (this.lines % LINES_PER_LOOK === 0) this.signal.throwIfAborted();
  }
}

/** Leading spaces of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

/** Lines without the indent that all of them share, and without blank lines at both ends. */
export function dedent(lines: readonly string[]): string[] {
  let from = 0;
  let to = lines.length;
  while (from < to && isBlank(lines[from])) from += 1;
  while (to > from && isBlank(lines[to - 1])) to -= 1;
  const inner = lines.slice(from, to);
  const indent = inner.reduce((least, line) => (isBlank(line) ? least : Math.min(least, indentOf(line))), Infinity);
  return indent === Infinity ? [] : inner.map((line) => line.slice(indent).trimEnd());
}

/** The end of the block of lines from `from` on that are blank or indented by at least `indent`; blank lines at its end excluded. */
export function endOfIndented(lines: readonly string[], from: number, indent: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isBlank(line)) continue;
    if (indentOf(line) < indent) break;
    end = at + 1;
  }
  return end;
}
