import { addressBehind, isYear, MARK, resolveMarks, singleLine } from '@arbiter/adapter-kit/documents';
import { SaxesParser } from 'saxes';
import { type CellFormats, shownNumber } from './cell-formats.js';
import { fillSpans, type GridRow, type Span } from './grid-table.js';
import { formulaTarget } from './hyperlinks.js';

/** Columns of a sheet. */
const MAX_COLUMNS = 16_384;
/** Cells that stand further right than this behind an empty one are written without the gap. */
const MAX_GAP = 256;

interface SheetOptions {
  readonly shared: readonly string[];
  readonly formats: CellFormats;
  readonly maxCells: number;
  /** Where links of the sheet lead, by the ids of their relations. */
  readonly links: ReadonlyMap<string, string>;
}

export interface Sheet {
  /** Without empty rows. */
  readonly rows: readonly GridRow[];
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
export function readSheet(source: string, { shared, formats, maxCells, links }: SheetOptions): Sheet {
  const rows: GridRow[] = [];
  let row: string[] = [];
  let hasValues = false;
  let bold: { first?: boolean; all: boolean } = { all: true };
  let formula: string | undefined;
  let inFormula = false;
  let cells = 0;
  let cell = { column: -1, type: 'n', style: 0 };
  let value = '';
  let collects = false;
  let number = 0;
  let prompts = 0;
  let unsolved = 0;
  const struck = { whole: 0, partly: 0 };
  const run = new RunMarks();
  let margin: string | undefined;
  const margins = new Set<string>();
  const merges: Span[] = [];
  const linked: (Span & { readonly target: string })[] = [];
  const endCell = (): void => {
    if (value === '') {
      if (formula !== undefined) unsolved += 1;
      return;
    }
    cells += 1;
    if (cells > maxCells) throw new Stop();
    const shown = shownValue(value, cell, shared, formats);
    const isOut = formats.isStruck[cell.style] === true;
    const text = isOut ? '' : withoutMarks(shown.text);
    if (isOut || shown.text.includes(MARK.struck)) struck[text === '' ? 'whole' : 'partly'] += 1;
    hasValues ||= !shown.isText && !isYear(text);
    const at = cell.column - row.length > MAX_GAP ? row.length : cell.column;
    while (row.length < at) row.push('');
    row[at] = text;
    if (text === '') return;
    row[at] += addressBehind(formulaTarget(formula), text) ?? '';
    const isBold = formats.isBold[cell.style] === true;
    bold = { first: bold.first ?? isBold, all: bold.all && isBold };
  };
  const parser = quietParser();
  parser.on('opentag', ({ name, attributes }) => {
    const tag = localName(name);
    if (tag === 'row') {
      [row, hasValues, number] = [[], false, rowNumber(attributes, number)];
      bold = { all: true };
    }
    if (tag === 'f') formula = '';
    if (tag === 'mergeCell') merges.push(...spanOf((attributes as Record<string, string>).ref));
    if (tag === 'hyperlink') {
      const { ref, 'r:id': id = '' } = attributes as Record<string, string>;
      const target = links.get(id);
      if (target !== undefined) linked.push(...spanOf(ref).map((span) => ({ ...span, target })));
    }
    if (tag === 'dataValidation' && ['prompt', 'promptTitle', 'error'].some((key) => key in attributes)) prompts += 1;
    if (MARGIN.test(tag)) margin = '';
    if (tag === 'c') {
      const { r = '', t = 'n', s = '0' } = attributes as Record<string, string>;
      cell = { column: columnOf(r, cell.column + 1), type: t, style: Number(s) };
      value = '';
      formula = undefined;
    }
    run.open(tag, attributes);
    if (tag === 'row') cell = { ...cell, column: -1 };
    collects = tag === 'v' || tag === 't';
    inFormula = tag === 'f';
  });
  parser.on('text', (text) => {
    if (inFormula) formula = (formula ?? '') + text;
    if (collects) value += run.marked(text);
    if (margin !== undefined) margin += text;
  });
  parser.on('closetag', ({ name }) => {
    const tag = localName(name);
    if (tag === 'v' || tag === 't') collects = false;
    if (tag === 'f') inFormula = false;
    if (MARGIN.test(tag) && margin !== undefined) {
      margins.add(marginText(margin));
      margin = undefined;
    }
    if (tag === 'c') endCell();
    if (tag === 'row' && row.some((text) => text.trim() !== ''))
      rows.push({
        number,
        texts: row,
        hasValues,
        marked: false,
        grouped: false,
        stressed: bold.all,
        labelled: bold.first,
      });
  });
  const isCut = !parsed(parser, source);
  writeLinks(rows, linked);
  fillSpans(rows, merges);
  margins.delete('');
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
/** Cells that get the addresses of links. */
const MAX_LINKED = 100_000;

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

/** "B2:C3", or "B2" alone; empty for what is no place. */
function spanOf(reference = ''): Span[] {
  const [, from = '', top = '', to = from, bottom = top] =
    /^([A-Z]{1,3})(\d{1,7})(?::([A-Z]{1,3})(\d{1,7}))?$/.exec(reference) ?? [];
  if (from === '') return [];
  return [{ row: Number(top), lastRow: Number(bottom), column: columnOf(from, 0), lastColumn: columnOf(to, 0) }];
}

/** Writes behind each linked cell where it leads. */
function writeLinks(rows: readonly GridRow[], links: readonly (Span & { readonly target: string })[]): void {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  let left = MAX_LINKED;
  for (const { target, row: top, lastRow, column, lastColumn } of links) {
    for (let number = top; number <= lastRow && left > 0; number++, left--) {
      const texts = byNumber.get(number)?.texts ?? [];
      for (let at = column; at <= lastColumn && at < texts.length && left > 0; at++, left--) {
        const text = texts[at] ?? '';
        if (text !== '') texts[at] = text + (addressBehind(target, text) ?? '');
      }
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
