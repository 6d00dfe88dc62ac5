import type { Cell, Line } from './page-fragments.js';
import { continueText, type PlacedText, type Stretch, stretchesFrom } from './placed-text.js';
import type { Column, Grid, GridLine } from './table-columns.js';

/** Lines so close, in font heights, are of one row, whatever stands in them. */
const OVERLAPPING = 0.9;
/** Lines of one cell are at most so far apart, in font heights. */
const LEADING = 1.45;
/** Lines of one row stand closer than its neighbours: at most this share of the distance of most rows. */
const CLOSER = 0.87;
/** Share of the rows whose distance is less than that of most rows. */
const ROW_GAP_QUANTILE = 0.75;
/** In a table of texts of several lines, this share of the first lines of rows has all cells. */
const WHOLE_SHARE = 0.7;
/** Names are at most so many lines, and so many UTF-16 code units together: each row repeats them. */
const MAX_NAME_LINES = 4;
const MAX_NAMES_LENGTH = 2_000;
/** In so many rows a column of numbers has one. */
const NUMBERS_SHARE = 0.6;
/** In so many rows the first cell of a form is a label. */
const LABELS_SHARE = 0.5;

const YEAR = /^(?:1[5-9]|20)\d\d$/;
const GOES_ON = /^[\p{Ll}(]/u;
const LABEL = /[:：]$/;

/** A table that the next one may go on with. */
export interface KnownTable {
  readonly columns: readonly Column[];
  readonly names: readonly string[];
  /** How many lines its names are, and what they say. */
  readonly header: readonly string[];
}

interface WrittenTable {
  readonly rows: Line[];
  /** Lines above the grid that hold names of several columns. */
  readonly linesAbove: number;
  readonly known: KnownTable;
}

interface Context {
  readonly above: readonly Line[];
  readonly known: KnownTable | undefined;
  readonly compounds: ReadonlySet<string>;
}

/** Writes each row of a grid as a line with the names of its columns: "Harbour: Pell; Length: under 8 m; Fee: 11 crowns". */
export function writeTable(grid: Grid, { above, known, compounds }: Context): WrittenTable {
  const { columns, lines, isRuled = false } = grid;
  const goesOn = known !== undefined && sameColumns(known.columns, columns);
  const repeated = goesOn ? repeatedLines(lines, known.header) : 0;
  const own = nameLines(grid, repeated);
  const spanning = repeated === 0 && !isRuled ? spanningLines(above, columns, lines[0]) : [];
  const ownNames = namesOf([...spanning, ...lines.slice(0, own).map(({ cells }) => cells)], columns.length, compounds);
  const isNamed = own > 0 && ownNames.join('').length <= MAX_NAMES_LENGTH;
  const names = goesOn && (own === 0 || repeated > 0) ? known.names : isNamed ? ownNames : [];
  const body = isNamed || repeated > 0 ? lines.slice(own) : lines;
  const rows = (isRuled ? body.map((line) => [line]) : rowsOf(body, columns.length)).flatMap((row) =>
    writtenRow(row, names, columns.length, compounds),
  );
  const header = goesOn && own === 0 ? known.header : lines.slice(0, own).map(({ line }) => line.text);
  return { rows, linesAbove: isNamed ? spanning.length : 0, known: { columns, names, header } };
}

function writtenRow(
  row: readonly GridLine[],
  names: readonly string[],
  columns: number,
  compounds: ReadonlySet<string>,
): Line[] {
  const cells = row.map(({ cells: own }) => own);
  const { text, stretches } = writeRow(cellTexts(cells, compounds), names, columns);
  const [first] = row;
  return first && text !== '' ? [{ ...first.line, text, stretches, alone: 'table_row' }] : [];
}

function labelShare(lines: readonly GridLine[]): number {
  return lines.filter(({ cells }) => LABEL.test(cells.get(0)?.text ?? '')).length / lines.length;
}

function sameColumns(a: readonly Column[], b: readonly Column[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ left, right }, index) => left < (b[index]?.right ?? left) && (b[index]?.left ?? right) < right)
  );
}

function repeatedLines(lines: readonly GridLine[], header: readonly string[]): number {
  return header.length > 0 && header.every((text, index) => lines[index]?.line.text === text) ? header.length : 0;
}

/** How many of the first lines are names. @param repeated those that the table before has, too */
function nameLines(grid: Grid, repeated: number): number {
  const { lines } = grid;
  const isForm = labelShare(lines) >= LABELS_SHARE;
  let count = repeated > 0 || isForm ? repeated : headerLines(grid);
  // What a drawn name spans is named with it.
  while (count > 0 && sharesCell(lines[count - 1], lines[count])) count++;
  return count;
}

/** How many of the first lines are names: those in a font of their own, or without a number over columns of numbers. */
function headerLines({ lines, columns: { length: width }, isRuled = false }: Grid): number {
  const firstBelow = Math.max(1, Math.min(MAX_NAME_LINES, lines.length - 1), lines.length >> 1);
  const values = lines.slice(firstBelow);
  const inOwnFont = lines.slice(0, MAX_NAME_LINES + 1).findIndex((line) => !hasOwnFont(line, values));
  if (inOwnFont > 0 && inOwnFont <= firstBelow) return inOwnFont;
  const [first, ...others] = lines;
  if (!first || first.cells.size * 2 < width || [...first.cells.values()].some(({ text }) => hasNumber(text))) return 0;
  const overNumbers = [...first.cells.keys()].some((column) => {
    const cells = others.flatMap(({ cells: own }) => own.get(column) ?? []);
    return cells.length > 0 && cells.filter(({ text }) => /\d/.test(text)).length >= NUMBERS_SHARE * cells.length;
  });
  if (!overNumbers || isRuled) return overNumbers ? 1 : 0;
  // Names of several lines go on in some of the columns.
  const rest = others.findIndex(({ line, cells }, index) => {
    const gap = line.y - (lines[index]?.line.y ?? line.y);
    return (
      cells.size >= first.cells.size ||
      gap > LEADING * line.size ||
      [...cells.values()].some(({ text }) => hasNumber(text))
    );
  });
  return Math.min(1 + Math.max(rest, 0), MAX_NAME_LINES);
}

function sharesCell(above: GridLine | undefined, below: GridLine | undefined): boolean {
  return [...(below?.cells ?? [])].some(([column, cell]) => above?.cells.get(column) === cell);
}

/** The first column may be set like the names. */
function hasOwnFont({ cells }: GridLine, below: readonly GridLine[]): boolean {
  const compared = [...cells].filter(([column]) => column > 0);
  return (
    compared.length > 0 &&
    below.length > 0 &&
    compared.every(([column, { font }]) => below.every(({ cells: own }) => own.get(column)?.font !== font))
  );
}

function hasNumber(text: string): boolean {
  return /\d/.test(text) && !YEAR.test(text);
}

/** Lines right above a grid with a name over several of its columns. */
function spanningLines(
  above: readonly Line[],
  columns: readonly Column[],
  first: GridLine | undefined,
): ReadonlyMap<number, Cell>[] {
  const found: ReadonlyMap<number, Cell>[] = [];
  let below = first?.line;
  for (const line of [...above].reverse()) {
    if (!below || below.y - line.y > 2 * LEADING * line.size) break;
    const cells = line.cells ?? [{ ...line, font: line.font ?? '' }];
    const spans = cells.map((cell) =>
      columns.flatMap(({ left, right }, index) => (left < cell.right && cell.left < right ? [index] : [])),
    );
    const overFirst = spans.some((span) => span.length > 1 && span.includes(0));
    if (
      overFirst ||
      !spans.some((span) => span.length > 1) ||
      spans.some((span) => span.length === 0) ||
      (cells.length === 1 && spans[0]?.includes(0))
    )
      break;
    found.unshift(
      new Map(cells.flatMap((cell, index) => (spans[index] ?? []).map((column) => [column, cell] as const))),
    );
    below = line;
  }
  return found;
}

function namesOf(lines: readonly ReadonlyMap<number, Cell>[], width: number, compounds: ReadonlySet<string>): string[] {
  const texts = cellTexts(lines, compounds);
  return Array.from({ length: width }, (_, column) => (texts.get(column)?.text ?? '').replace(LABEL, ''));
}

/** Puts the lines of a body together into rows: a cell may have several lines, and others stand at the middle of them. */
function rowsOf(lines: readonly GridLine[], width: number): GridLine[][] {
  const gaps = lines.slice(1).map(({ line }, index) => line.y - (lines[index]?.line.y ?? line.y));
  const rowGap = [...gaps].sort((a, b) => a - b)[Math.floor(ROW_GAP_QUANTILE * gaps.length)] ?? 0;
  const isCloser = lines.map(
    ({ line }, at) => (gaps[at - 1] ?? Infinity) <= Math.min(CLOSER * rowGap, LEADING * line.size),
  );
  // Where closer lines lack cells, as the second lines of long texts do, all of them go on with the row above.
  const closer = lines.filter((_, at) => isCloser[at]);
  const others = lines.filter((_, at) => isCloser[at] !== true);
  const isOfLongTexts =
    closer.filter(({ cells }) => cells.size < width).length * 2 >= closer.length &&
    others.filter(({ cells }) => cells.size === width).length >= WHOLE_SHARE * others.length;
  const rows: GridLine[][] = [];
  let above = new Map<number, Cell>();
  for (const [index, current] of lines.entries()) {
    const gap = gaps[index - 1] ?? Infinity;
    const { size } = current.line;
    const isSameRow =
      gap <= LEADING * size &&
      ((isOfLongTexts && isCloser[index] === true) ||
        goesOnWith(above, current, { isCloser: isCloser[index] === true, width }));
    if (gap < OVERLAPPING * size || isSameRow) {
      rows.at(-1)?.push(current);
      above = new Map([...above, ...current.cells]);
    } else {
      rows.push([current]);
      above = new Map(current.cells);
    }
  }
  return rows;
}

/** Whether a line goes on with the row above: it is no whole row, and closer than rows are or within a sentence. */
function goesOnWith(
  above: ReadonlyMap<number, Cell>,
  { cells }: GridLine,
  { isCloser, width }: { readonly isCloser: boolean; readonly width: number },
): boolean {
  if (isWhole(above, width) && isWhole(cells, width)) return false;
  if (isCloser) return true;
  return cells.size * 2 <= width && [...cells].every(([column, { text }]) => above.has(column) && GOES_ON.test(text));
}

function isWhole(cells: ReadonlyMap<number, Cell>, width: number): boolean {
  return cells.has(0) && cells.size * 2 > width;
}

function cellTexts(
  lines: readonly ReadonlyMap<number, Cell>[],
  compounds: ReadonlySet<string>,
): ReadonlyMap<number, PlacedText> {
  const texts = new Map<number, { text: string; stretches: Stretch[] }>();
  const lastOf = new Map<number, Cell>();
  for (const cells of lines) {
    for (const [column, cell] of cells) {
      const known = texts.get(column);
      // A name that spans rows stands in each of them.
      if (lastOf.get(column) === cell) continue;
      lastOf.set(column, cell);
      if (known) continueText(known, cell, compounds);
      else texts.set(column, { text: cell.text, stretches: [...cell.stretches] });
    }
  }
  return texts;
}

/**
 * A row of its first cell only divides a table, and has no name to carry. A label stands before its value. Names stand in each
 * row and only once on the page, so they have no place.
 */
function writeRow(texts: ReadonlyMap<number, PlacedText>, names: readonly string[], width: number): PlacedText {
  const isDivider = texts.size === 1 && texts.has(0);
  let written = '';
  const stretches: Stretch[] = [];
  for (let column = 0; column < width; column++) {
    const cell = texts.get(column);
    if (cell === undefined) continue;
    const name = isDivider ? '' : (names[column] ?? '');
    const separator = written === '' ? '' : LABEL.test(written) ? ' ' : '; ';
    written += separator + (name === '' || name === cell.text ? '' : `${name}: `);
    stretches.push(...stretchesFrom(cell.stretches, written.length));
    written += cell.text;
  }
  return { text: written, stretches };
}
