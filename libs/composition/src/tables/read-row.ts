import type { Span } from '@arbiter/text';

/** Longer names are the beginnings of sentences, in characters and in words. */
const LONGEST_NAME = 60;
const MOST_NAME_WORDS = 7;
/** Cells of rows without names are short, in words. */
const MOST_BARE_WORDS = 8;
const ENDS_SENTENCE = /[.!?]$/;
const DELIMITER_ROW = /^[\s|:+=-]+$/;
const BEGINS_WITH_NUMBER = /^(?:[$€£¥]\s?)?[+-]?\d/;
/** A value that says that there is none. */
const NOTHING = /^(?:[-–—]+|n\/a)$/i;

/** Read as they stand: what looks like markup in them is none. */
const VERBATIM: ReadonlySet<string> = new Set(['code', 'escaped']);

/** A cell of a stored row. Both stretches are free of white space at their ends. */
export interface RowCell {
  /** Where the name of the column stands; null where the row does not say it. */
  readonly name: Span | null;
  /** Where the value stands; not empty. */
  readonly value: Span;
}

/** In UTF-16 code units. What is longer is prose with a bar in it; the patterns of cells look for their ends as far as this. */
const LONGEST_ROW = 4_000;

/**
 * Reads a line as a row of a table: "Item: Cordial; Price: 9 wicks", which is how tables are stored, a row without names
 * such as "Pell; 12", or a row of Markdown ("| Cordial | 9 wicks |").
 *
 * @returns the cells that hold something, two at least; null where the line is no row
 */
export function readRow(line: string): readonly RowCell[] | null {
  const filled = readCells(line)?.filter(({ value }) => !saysNone(textOf(line, value))) ?? [];
  return filled.length < 2 ? null : filled;
}

/** {@link readRow} with the cells that say that there is nothing. */
export function readCells(line: string): readonly RowCell[] | null {
  if (line.length > LONGEST_ROW || line.includes('\n') || isDelimiterRow(line)) return null;
  return pipeCells(line) ?? namedCells(line) ?? bareCells(line);
}

/** Whether a cell says that there is nothing: "–". */
export function saysNone(value: string): boolean {
  return NOTHING.test(value);
}

/** Whether a line only divides the head of a table from its rows. */
export function isDelimiterRow(line: string): boolean {
  return DELIMITER_ROW.test(line);
}

function pipeCells(line: string): RowCell[] | null {
  const pipes = [...line.matchAll(/(?<!\\)\|/g)].map(({ index }) => index);
  const isFramed = /^\s*\|/.test(line);
  if (pipes.length < (isFramed ? 2 : 1) || (!isFramed && !/\s\|\s/.test(line))) return null;
  const bounds = [-1, ...pipes, line.length];
  return bounds.slice(1).flatMap((end, index) => {
    const value = trimmed(line, (bounds[index] ?? -1) + 1, end);
    return value === null ? [] : [{ name: null, value }];
  });
}

/** A part without a name goes on with the value before it, which held a semicolon. */
function namedCells(line: string): RowCell[] | null {
  const cells: RowCell[] = [];
  for (const part of partsOf(line)) {
    const cell = namedCell(line, part);
    const before = cells.at(-1);
    if (cell) cells.push(cell);
    else if (before) cells[cells.length - 1] = { ...before, value: { start: before.value.start, end: part.end } };
    else return null;
  }
  return cells.length >= 2 && readAsNames(line, cells) ? cells : null;
}

function namedCell(line: string, part: Span): RowCell | null {
  const text = textOf(line, part);
  const colon = /^(?<name>[^:]{0,59}[^:\s]):\s+(?=\S)/.exec(text);
  const name = colon?.groups?.name;
  if (!colon || name === undefined || name.length > LONGEST_NAME || wordsOf(name) > MOST_NAME_WORDS) return null;
  if (/[.!?]\s/.test(name)) return null;
  return {
    name: { start: part.start, end: part.start + name.length },
    value: { start: part.start + colon[0].length, end: part.end },
  };
}

/** "Two rules: never pay; the second: never ask." is a sentence: its parts begin unlike, and it ends like one. */
function readAsNames(line: string, cells: readonly RowCell[]): boolean {
  const names = cells.flatMap(({ name }) => (name ? [textOf(line, name)] : []));
  if (names.some((name) => /^(?:and|or|but)\s/.test(name))) return false;
  const lower = names.filter((name) => /^\p{Ll}/u.test(name)).length;
  return lower === 0 || lower === names.length || !ENDS_SENTENCE.test(line);
}

/** Without names only numbers tell a row from a sentence with semicolons. */
function bareCells(line: string): RowCell[] | null {
  const parts = partsOf(line);
  if (parts.length < 2 || ENDS_SENTENCE.test(line)) return null;
  const texts = parts.map((part) => textOf(line, part));
  if (texts.some((text) => wordsOf(text) > MOST_BARE_WORDS)) return null;
  if (!texts.slice(1).some((text) => BEGINS_WITH_NUMBER.test(text))) return null;
  return parts.map((value) => ({ name: null, value }));
}

function partsOf(line: string): Span[] {
  return [...line.matchAll(/(?:[^;]|;(?!\s|$))+/g)].flatMap(({ index, 0: text }) => {
    const part = trimmed(line, index, index + text.length);
    return part === null ? [] : [part];
  });
}

function trimmed(line: string, start: number, end: number): Span | null {
  const text = line.slice(start, end);
  const from = start + text.length - text.trimStart().length;
  const to = start + text.trimEnd().length;
  return from < to ? { start: from, end: to } : null;
}

function textOf(line: string, { start, end }: Span): string {
  return line.slice(start, end);
}

function wordsOf(text: string): number {
  return text.split(/\s+/).length;
}

/** Markup that Markdown and HTML leave in a cell. A named group holds the text that is read aloud. */
const MARKUP = new RegExp(
  [
    /(?<ticks>`{1,8})(?<code>[^`\n]+)\k<ticks>/,
    /!?\[(?<link>[^\]\n]{0,1000})\]\([^()\s]*(?:\s"[^"]*")?\)/,
    /\\(?<escaped>[\\`*_{}[\]()#+\-.!|<>~])/,
    /(?<strong>\*\*\*?|__)(?=\S)(?<bold>.+?)(?<=\S)\k<strong>/,
    /(?<![\p{L}\p{N}*])\*(?=[^\s*])(?<star>[^*\n]*?)(?<=[^\s*])\*(?![\p{L}\p{N}*])/u,
    /(?<![\p{L}\p{N}_])_(?=[^\s_])(?<line>[^_\n]*?)(?<=[^\s_])_(?![\p{L}\p{N}_])/u,
    /~~(?<struck>.+?)~~/,
    /<br\s*\/?>|<\/?[a-z][^<>\n]*>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
);

/**
 * The stretches of a cell that are read aloud: its text without emphasis, code marks, the targets of links, escapes and
 * tags.
 *
 * @returns in order, without overlaps, inside `span`; none where nothing is left
 */
export function plainRanges(text: string, span: Span): Span[] {
  const ranges: Span[] = [];
  const whole = text.slice(span.start, span.end);
  let copied = 0;
  for (const match of whole.matchAll(MARKUP)) {
    const inner = innerOf(match);
    if (match.index > copied) ranges.push({ start: span.start + copied, end: span.start + match.index });
    if (inner) {
      const own = { start: span.start + inner.start, end: span.start + inner.end };
      ranges.push(...(inner.isVerbatim ? [own] : plainRanges(text, own)));
    }
    copied = match.index + match[0].length;
  }
  if (copied < whole.length) ranges.push({ start: span.start + copied, end: span.end });
  return ranges;
}

/** Where the text inside the marks stands; null where there is none. */
function innerOf(match: RegExpExecArray): (Span & { readonly isVerbatim: boolean }) | null {
  const [name, inner] =
    Object.entries(match.groups ?? {}).find(([key, value]) => !['ticks', 'strong'].includes(key) && value) ?? [];
  if (name === undefined || inner === undefined) return null;
  const start = match.index + match[0].indexOf(inner, name === 'escaped' ? 1 : 0);
  return { start, end: start + inner.length, isVerbatim: VERBATIM.has(name) };
}
