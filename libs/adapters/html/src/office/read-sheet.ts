import { MARK, resolveMarks, singleLine } from '@arbiter/adapter-kit/documents';
import { SaxesParser } from 'saxes';
import { type CellFormats, shownNumber } from './cell-formats.js';

/** Columns of a sheet. */
const MAX_COLUMNS = 16_384;
/** Cells that stand further right than this behind an empty one are written without the gap. */
const MAX_GAP = 256;

export interface SheetRow {
  /** From 1. */
  readonly number: number;
  /** By column; empty for a cell without a value. */
  readonly cells: string[];
  /** Whether one of them is a number, a date or a truth value. */
  readonly hasValues: boolean;
}

interface SheetOptions {
  readonly shared: readonly string[];
  readonly formats: CellFormats;
  readonly maxCells: number;
}

export interface Sheet {
  /** Without empty rows. */
  readonly rows: readonly SheetRow[];
  readonly cells: number;
  readonly isCut: boolean;
  /** What is printed above and below each page, without numbers of pages. */
  readonly margins: readonly string[];
  /** Messages that people see who fill in a cell. */
  readonly prompts: number;
  /** Cells with struck-out text. */
  readonly struck: { whole: number; partly: number };
  /** Formulas whose results are not stored. */
  readonly unsolved: number;
}

class Stop extends Error {}

/** Reads the rows of a sheet while its XML is parsed, so that a large one needs no tree. */
export function readSheet(source: string, { shared, formats, maxCells }: SheetOptions): Sheet {
  const rows: SheetRow[] = [];
  let row: string[] = [];
  let hasValues = false;
  let cells = 0;
  let cell = { column: -1, type: 'n', style: 0 };
  let value = '';
  let collects = false;
  let number = 0;
  let hasFormula = false;
  let prompts = 0;
  let unsolved = 0;
  const struck = { whole: 0, partly: 0 };
  const run = new RunMarks();
  let margin: string | undefined;
  const margins = new Set<string>();
  const merges: string[] = [];
  const parser = quietParser();
  parser.on('opentag', ({ name, attributes }) => {
    const tag = localName(name);
    if (tag === 'row') [row, hasValues, number] = [[], false, rowNumber(attributes, number)];
    if (tag === 'f') hasFormula = true;
    if (tag === 'mergeCell') merges.push((attributes as Record<string, string>).ref ?? '');
    if (tag === 'dataValidation' && ['prompt', 'promptTitle', 'error'].some((key) => key in attributes)) prompts += 1;
    if (MARGIN.test(tag)) margin = '';
    if (tag === 'c') {
      const { r = '', t = 'n', s = '0' } = attributes as Record<string, string>;
      cell = { column: columnOf(r, cell.column + 1), type: t, style: Number(s) };
      value = '';
      hasFormula = false;
    }
    run.open(tag, attributes);
    if (tag === 'row') cell = { ...cell, column: -1 };
    collects = tag === 'v' || tag === 't';
  });
  parser.on('text', (text) => {
    if (collects) value += run.marked(text);
    if (margin !== undefined) margin += text;
  });
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    if (tag === 'v' || tag === 't') collects = false;
    if (tag === 'c' && value === '' && hasFormula) unsolved += 1;
    if (MARGIN.test(tag) && margin !== undefined) {
      const said = marginText(margin);
      if (said !== '') margins.add(said);
      margin = undefined;
    }
    if (tag === 'c' && value !== '') {
      cells += 1;
      if (cells > maxCells) throw new Stop();
      const shown = shownValue(value, cell, shared, formats);
      const isOut = formats.isStruck[cell.style] === true;
      const text = isOut ? '' : withoutMarks(shown.text);
      if (isOut || shown.text.includes(MARK.struck)) struck[text === '' ? 'whole' : 'partly'] += 1;
      hasValues ||= !shown.isText;
      const at = cell.column - row.length > MAX_GAP ? row.length : cell.column;
      while (row.length < at) row.push('');
      row[at] = text;
    }
    if (tag === 'row' && row.some((text) => text.trim() !== '')) rows.push({ number, cells: row, hasValues });
  });
  const isCut = !parsed(parser, source);
  repeatMerged(rows, merges);
  return { rows, isCut, cells, margins: [...margins], struck, prompts, unsolved };
}

/** Follows the runs of a rich text. */
class RunMarks {
  private mark = '';

  open(tag: string, { val = '1' }: Readonly<Record<string, string>>): void {
    if (tag === 'r' || tag === 'si' || tag === 'c') this.mark = '';
    else if (tag === 'strike' && !/^(?:0|false)$/.test(val)) this.mark = MARK.struck;
    else if (tag === 'vertAlign' && val === 'superscript') this.mark ||= MARK.raised;
    else if (tag === 'vertAlign' && val === 'subscript') this.mark ||= MARK.lowered;
  }

  marked(text: string): string {
    return this.mark === '' ? text : `${this.mark}${text}${MARK.end}`;
  }
}

function withoutMarks(text: string): string {
  const said = resolveMarks(text);
  return said === text ? text : singleLine(said);
}

/** Headers and footers of printed pages. */
const MARGIN = /^(?:odd|even|first)(?:Header|Footer)$/;
/** Cells that merged ones fill below themselves. */
const MAX_FILLED = 100_000;

/** Without the codes of fonts, places and numbers of pages (ECMA-376 part 1, 18.3.1.39). */
function marginText(code: string): string {
  return code
    .replace(/&(?:"[^"]*"|K[0-9A-F]{6}|\d{1,3}|[A-Z])/g, ' ')
    .replaceAll('&&', '&')
    .replace(/\s+/g, ' ')
    .trim();
}

function rowNumber({ r = '' }: Readonly<Record<string, string>>, before: number): number {
  return /^\d{1,7}$/.test(r) ? Number(r) : before + 1;
}

/** A cell that is merged over rows holds for each of them. Over columns it stands once. */
function repeatMerged(rows: readonly SheetRow[], merges: readonly string[]): void {
  const byNumber = new Map(rows.map((row, index) => [row.number, index]));
  let left = MAX_FILLED;
  for (const merge of merges) {
    const [, from = '', top = '', bottom = ''] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(merge) ?? [];
    const index = byNumber.get(Number(top));
    const column = columnOf(from, 0);
    const text = index === undefined ? '' : (rows[index]?.cells[column] ?? '');
    if (index === undefined || text === '') continue;
    for (let at = index + 1; at < rows.length && left > 0; at++) {
      const row = rows[at];
      if (!row || row.number > Number(bottom)) break;
      for (; row.cells.length <= column && left > 0; left--) row.cells.push('');
      if (row.cells[column] === '') row.cells[column] = text;
      left -= 1;
    }
  }
}

/** The strings that cells name by their place, without the readings over East Asian ones. */
export function readSharedStrings(source: string): string[] {
  const strings: string[] = [];
  let string = '';
  let collects = false;
  let isReading = false;
  const run = new RunMarks();
  const parser = quietParser();
  parser.on('opentag', ({ name, attributes }) => {
    const tag = localName(name);
    if (tag === 'si') string = '';
    if (tag === 'rPh') isReading = true;
    run.open(tag, attributes);
    collects = tag === 't' && !isReading;
  });
  parser.on('text', (text) => {
    if (collects) string += run.marked(text);
  });
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    if (tag === 't') collects = false;
    if (tag === 'rPh') isReading = false;
    if (tag === 'si') strings.push(string);
  });
  parsed(parser, source);
  return strings;
}

function shownValue(
  value: string,
  { type, style }: { readonly type: string; readonly style: number },
  shared: readonly string[],
  formats: CellFormats,
): { readonly text: string; readonly isText: boolean } {
  switch (type) {
    case 's':
      return { text: shared[Number(value)] ?? '', isText: true };
    case 'str':
    case 'inlineStr':
      return { text: value, isText: true };
    case 'b':
      return { text: value === '1' ? 'TRUE' : 'FALSE', isText: false };
    case 'e':
      return { text: value, isText: false };
    case 'd':
      return { text: value.replace(/T00:00:00(?:\.0+)?Z?$/, ''), isText: false };
    default:
      return { text: shownNumber(value, style, formats), isText: false };
  }
}

/** "AB12" → 27. @param otherwise for a cell that does not say where it stands */
function columnOf(reference: string, otherwise: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return Math.min(otherwise, MAX_COLUMNS - 1);
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return Math.min(column, MAX_COLUMNS) - 1;
}

function quietParser(): SaxesParser {
  const parser = new SaxesParser();
  // A handler of errors keeps the parser going.
  parser.on('error', () => undefined);
  return parser;
}

/** @returns false when a limit has stopped it */
function parsed(parser: SaxesParser, source: string): boolean {
  try {
    parser.write(source).close();
  } catch (error) {
    return !(error instanceof Stop);
  }
  return true;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
