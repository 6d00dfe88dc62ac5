import { areRecords, findTableHead, type TableLine, unusedNames, writeRecord } from '@arbiter/adapter-kit/documents';
import {
  attribute,
  childrenOf,
  descendants,
  type Element,
  flatText,
  isElement,
  isText,
  isUnread,
  isWithin,
  type Node,
} from './dom.js';

/** Larger spans are read as these (the HTML standard allows 1,000 and 65,534), so that a tag cannot cost a gigabyte. */
const MAX_COLSPAN = 100;
const MAX_ROWSPAN = 1_000;
/** Spans end here; cells that stand further right are read as they come. */
const MAX_SPANNED_COLUMN = 1_000;
/** Places that spans may fill: some for any table, and more for each cell and row that it has. */
const FREE_PLACES = 20_000;
const PLACES_PER_ELEMENT = 20;
/** Characters that the cells of a table may repeat below themselves. */
const MAX_REPEATED = 1_000_000;
/** Rows from which the names of the columns are found. */
const HEAD_SAMPLE = 200;
/** Rows that may be names and are looked at for it. */
const STRESSED_SAMPLE = 6;
/** Longer attributes are not looked through. */
const MAX_ATTRIBUTE = 1_000;

const STRUCTURE_TAGS: ReadonlySet<string> = new Set('table h1 h2 h3 h4 h5 h6'.split(' '));
const THEAD: ReadonlySet<string> = new Set(['thead']);
const BOLD_TAGS: ReadonlySet<string> = new Set(['b', 'strong', 'th']);
const BOLD_STYLE = /(?:^|;)\s*font(?:-weight)?\s*:\s*(?:bold|[6-9]00)/i;
/** "header", "tableHead", "col-heading", "th": what authors call a row of names. */
const HEAD_CLASS =
  /(?:^|[\s_-])(?:th|hdr|thead)(?:$|[\s_-])|(?:^|[\s_-]|row|col|table|cell)head(?:er|ing)?s?(?:$|[\s_-])/i;

interface Cell {
  readonly text: string;
  readonly isHeader: boolean;
  readonly element: Element;
  /** Where it begins, for a cell that spans several columns or rows. */
  readonly column: number;
  readonly row: number;
  readonly lastRow: number;
}

type Cells = readonly (Cell | undefined)[];

interface Row {
  readonly element: Element;
  readonly index: number;
  readonly cells: Cells;
  readonly isHeader: boolean;
}

/** The rows of a table as sentences, and what was left out of them, a sentence each. */
export interface TableRows {
  readonly rows: readonly string[];
  readonly warnings: readonly string[];
}

/** A table that arranges a page rather than values: it holds headings or other tables, or has one row or column. */
export function isLayoutTable(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(attribute(table, 'role') ?? '')) return true;
  let rows = 0;
  let headers = 0;
  let widest = 0;
  let width = 0;
  for (const { tagName } of descendants(table)) {
    if (STRUCTURE_TAGS.has(tagName)) return true;
    if (tagName === 'tr') [rows, width] = [rows + 1, 0];
    if (tagName === 'th') headers++;
    if (tagName === 'td' || tagName === 'th') widest = Math.max(widest, ++width);
  }
  return headers === 0 && (rows < 2 || widest < 2);
}

/**
 * The rows of a table of values as sentences of their own: "Name: Mira; Role: keeper". Names come from the leading
 * rows that are or look like header cells, joined where there are several; a cell that spans rows is repeated in each. Rows of
 * one cell over all columns stand for themselves, as the title over the names does. Without such rows, header cells and a first
 * column in bold name what stands beside them.
 */
export function tableRows(table: Element): TableRows {
  const { rows, wereSpansCut } = readRows(table);
  const untitled = rows.findIndex((row) => !isDivider(row));
  const titles = untitled < 0 ? rows.length : untitled;
  const body = rows.slice(titles);
  const head = findTableHead(body.slice(0, HEAD_SAMPLE).map(lineOf));
  const writer = new RowWriter(head?.names, !head && areRecords(body.map(recordLineOf)));
  const values = body.slice(head?.lines ?? 0);
  const unused = unusedNames(
    head?.names ?? [],
    values.map(({ cells }) => Array.from(cells, (cell) => cell?.text ?? '')),
  );
  const texts = [
    ...rows.slice(0, titles).map((row) => writer.write(row)),
    unused,
    ...values.map((row) => writer.write(row)),
  ];
  const warnings: string[] = [];
  if (wereSpansCut) warnings.push('A table has cells that span too many others; they were read where they begin only.');
  if (writer.wereRepeatsCut)
    warnings.push('A table repeats too much text in cells that span rows; it was left out of the rows below.');
  return { rows: texts.filter((row) => row !== ''), warnings };
}

function readRows(table: Element): { rows: Row[]; wereSpansCut: boolean } {
  const rows: Row[] = [];
  const places: Places = { left: FREE_PLACES, wereCut: false };
  let above: Cells = [];
  for (const element of descendants(table, ({ tagName }) => tagName !== 'tr')) {
    if (element.tagName !== 'tr') continue;
    places.left += PLACES_PER_ELEMENT;
    const cells = placeCells(element, { above, row: rows.length, places });
    const own = cells.filter((cell) => cell !== undefined && cell.text !== '');
    const isHeader = isWithin(element, THEAD) || (own.length > 1 && own.every((cell) => cell?.isHeader));
    rows.push({ element, cells, isHeader, index: rows.length });
    above = cells;
  }
  return { rows, wereSpansCut: places.wereCut };
}

/** Places that spans may still fill. */
interface Places {
  left: number;
  wereCut: boolean;
}

interface Placement {
  readonly above: Cells;
  readonly row: number;
  readonly places: Places;
}

/** Takes a place for a span. @returns false when none is left */
function takePlace(places: Places): boolean {
  if (places.left > 0) places.left--;
  else places.wereCut = true;
  return !places.wereCut;
}

function placeCells(element: Element, { above, row, places }: Placement): Cells {
  const cells: (Cell | undefined)[] = [];
  above.forEach((cell, column) => {
    if (cell && cell.lastRow >= row && takePlace(places)) cells[column] = cell;
  });
  let column = 0;
  for (const child of descendants(element, ({ tagName }) => tagName !== 'td' && tagName !== 'th')) {
    if (child.tagName !== 'td' && child.tagName !== 'th') continue;
    places.left += PLACES_PER_ELEMENT;
    while (cells[column]) column++;
    const cell: Cell = {
      text: flatText(child),
      isHeader: child.tagName === 'th',
      element: child,
      column,
      row,
      lastRow: row + spanOf(child, 'rowspan', MAX_ROWSPAN) - 1,
    };
    cells[column] = cell;
    const end = Math.min(column + spanOf(child, 'colspan', MAX_COLSPAN), MAX_SPANNED_COLUMN);
    for (column++; column < end && takePlace(places); column++) cells[column] ??= cell;
  }
  return cells;
}

function spanOf(element: Element, name: string, limit: number): number {
  const span = Number.parseInt(attribute(element, name) ?? '1', 10);
  return Number.isFinite(span) && span >= 1 ? Math.min(span, limit) : 1;
}

/** One cell over all columns. */
function isDivider({ cells }: Row): boolean {
  const [first] = cells;
  return cells.length > 1 && [...cells].every((cell) => cell === first);
}

function lineOf({ element, cells, isHeader, index }: Row): TableLine {
  const isGroup = (cell: Cell | undefined, column: number): boolean => cell !== undefined && cell.column < column;
  return {
    texts: Array.from(cells, (cell) => cell?.text ?? ''),
    marked: isHeader,
    stressed: index < STRESSED_SAMPLE && isStressed(element, cells),
    grouped: [...cells].some(isGroup),
  };
}

/** A row of a table without a head. */
function recordLineOf(row: Row): TableLine {
  const own = ownCells(row);
  const labels = own.map(({ element, isHeader }) => isHeader || looksLikeHead(element) || isBold(element));
  return {
    texts: own.map(({ text }) => text),
    marked: false,
    grouped: false,
    stressed: labels.every((isLabel) => isLabel),
    labelled: labels[0],
  };
}

/** The cells of a row that have text, each once. */
function ownCells({ cells }: Row): Cell[] {
  return [...cells].flatMap((cell, column) => (cell && cell.column === column && cell.text !== '' ? [cell] : []));
}

function isStressed(row: Element, cells: Cells): boolean {
  if (looksLikeHead(row)) return true;
  const given = [...new Set(cells)].filter((cell) => cell !== undefined && cell.text !== '');
  return given.length > 0 && given.every((cell) => cell && (looksLikeHead(cell.element) || isBold(cell.element)));
}

function looksLikeHead(element: Element): boolean {
  return (
    attribute(element, 'role') === 'columnheader' ||
    /^col/i.test(attribute(element, 'scope') ?? '') ||
    HEAD_CLASS.test((attribute(element, 'class') ?? '').slice(0, MAX_ATTRIBUTE)) ||
    BOLD_STYLE.test((attribute(element, 'style') ?? '').slice(0, MAX_ATTRIBUTE))
  );
}

/** Whether an element sets its text in bold, by its tag or its own style. */
export function isSetInBold(element: Element): boolean {
  const style = (attribute(element, 'style') ?? '').slice(0, MAX_ATTRIBUTE);
  return BOLD_TAGS.has(element.tagName) || BOLD_STYLE.test(style);
}

/** Whether all text of an element is bold. */
function isBold(cell: Element): boolean {
  const stack: Node[] = [cell];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node) && node.value.trim() !== '') return false;
    if (!isElement(node) || isUnread(node)) continue;
    if (isSetInBold(node)) continue;
    for (const child of childrenOf(node)) stack.push(child);
  }
  return true;
}

/** Writes the rows of a table under the names of its columns. */
class RowWriter {
  wereRepeatsCut = false;
  private repeated = 0;

  /**
   * @param names absent for a table without
   * @param areNamed whether the first cell of each row names the others
   */
  constructor(
    private readonly names: readonly string[] | undefined,
    private readonly areNamed: boolean,
  ) {}

  write(row: Row): string {
    if (isDivider(row)) return row.cells[0]?.text ?? '';
    const own = ownCells(row).filter((cell) => this.mayRepeat(cell, row));
    if (this.names) return own.map(({ text, column }) => named(this.names?.[column] ?? '', text)).join('; ');
    if (this.areNamed && own[0]?.isHeader === false) return writeRecord(own.map(({ text }) => text));
    // "Height | 3 m", "Height | 3 m | Weight | 2 t": the names of values beside them.
    const starts = own.flatMap(({ isHeader }, at) =>
      at === 0 || (isHeader && own[at + 1]?.isHeader === false) ? [at] : [],
    );
    return starts
      .map((start, index) => {
        const part = own.slice(start, starts[index + 1]);
        const texts = part.map(({ text }) => text);
        return part[0]?.isHeader === true && part[1]?.isHeader === false ? writeRecord(texts) : texts.join('; ');
      })
      .join('; ');
  }

  private mayRepeat(cell: Cell, row: Row): boolean {
    if (cell.row === row.index) return true;
    this.repeated += cell.text.length;
    if (this.repeated <= MAX_REPEATED) return true;
    this.wereRepeatsCut = true;
    return false;
  }
}

function named(name: string, value: string): string {
  return name === '' || name === value ? value : `${name}: ${value}`;
}
