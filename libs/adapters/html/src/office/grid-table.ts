import {
  areRecords,
  findPlainTableHead,
  findTableHead,
  isSeries,
  isYear,
  type ParsedDocumentBuilder,
  singleLine,
  type TableHead,
  type TableLine,
  unusedNames,
  writeRecord,
} from '@arbiter/adapter-kit/documents';

/** Rows from which the names of the columns are found. */
const HEAD_SAMPLE = 200;
/** Places that the cells of a table may fill beside and below themselves, and characters that they repeat there. */
const MAX_FILLED = 100_000;
const MAX_REPEATED = 1_000_000;

/** A row of a table of an office document, laid out in columns. */
export interface GridRow extends TableLine {
  /** From 1; rows without text are not there. */
  readonly number: number;
  readonly texts: string[];
  /** Whether one of its cells is no text: a number other than a year, a date, a truth value. */
  readonly hasValues: boolean;
  /** Columns that hold the text of a cell before them, which spans them. */
  covered?: Set<number>;
  grouped: boolean;
}

/** Rows without any marks. */
export function plainGrid(rows: readonly (readonly string[])[]): GridRow[] {
  return rows.map((texts, index) => ({
    number: index + 1,
    texts: [...texts],
    hasValues: false,
    marked: false,
    stressed: false,
    grouped: false,
  }));
}

/** A cell over several columns or rows. Rows by their number, columns from 0, both ends included. */
export interface Span {
  readonly row: number;
  readonly lastRow: number;
  readonly column: number;
  readonly lastColumn: number;
}

/** Puts the text of each cell over several columns or rows into all of them. What is too much is not repeated. */
export function fillSpans(rows: readonly GridRow[], spans: readonly Span[]): void {
  const byNumber = new Map(rows.map(({ number }, index) => [number, index]));
  const width = widthOf(rows);
  let places = MAX_FILLED;
  let characters = MAX_REPEATED;
  for (const { row: top, lastRow, column, lastColumn } of spans) {
    const from = byNumber.get(top) ?? rows.length;
    const text = rows[from]?.texts[column] ?? '';
    if (text === '') continue;
    const end = Math.min(lastColumn, width - 1);
    for (let index = from; index < rows.length && places > 0; index++) {
      const row = rows[index];
      if (!row || row.number > lastRow) break;
      if (index > from && (characters -= text.length) < 0) break;
      places -= fillRow(row, { text, column, end, most: places });
      row.grouped ||= end > column && end - column + 1 < width;
    }
  }
}

/** @returns how many places it took */
function fillRow(
  row: GridRow,
  {
    text,
    column,
    end,
    most,
  }: { readonly text: string; readonly column: number; readonly end: number; readonly most: number },
): number {
  let places = 0;
  for (; row.texts.length <= end; places++) row.texts.push('');
  for (let at = column; at <= end && places < most; at++, places++) {
    if (row.texts[at] !== '') continue;
    row.texts[at] = text;
    if (at > column) (row.covered ??= new Set()).add(at);
  }
  return places;
}

/** The texts of a row, each once, with their columns. */
export function ownCells({ texts, covered }: GridRow): { readonly text: string; readonly column: number }[] {
  return texts.flatMap((text, column) => (text === '' || covered?.has(column) === true ? [] : [{ text, column }]));
}

/**
 * The names of the columns of a table in its leading rows. Columns without any text do not count.
 *
 * @param isNamed whether the format says by other signs than its marks that the first row holds names
 */
export function findGridHead(rows: readonly GridRow[], isNamed: boolean): TableHead | null {
  const [first] = rows;
  if (!first || !(isNamed || first.marked || first.stressed || first.grouped)) return null;
  const sample = rows.slice(0, HEAD_SAMPLE);
  const columns = usedColumns(sample);
  const lines = sample.map((row): TableLine => ({ ...row, texts: columns.map((column) => row.texts[column] ?? '') }));
  const found =
    findTableHead(lines) ??
    (isNamed && !areRecords(lines)
      ? findPlainTableHead(
          lines.map(({ texts }) => texts),
          true,
        )
      : null);
  if (!found) return null;
  const names: string[] = [];
  for (const [index, column] of columns.entries()) {
    while (names.length < column) names.push('');
    names.push(found.names[index] ?? '');
  }
  return { lines: found.lines, names };
}

/** Whether the first row holds texts and years alone, at least two, or a series of dates, times or numbers. */
export function namesColumns([first, ...body]: readonly GridRow[]): boolean {
  if (!first || body.length === 0 || ownCells(first).length < 2) return false;
  const sample = body.slice(0, HEAD_SAMPLE);
  if (isSeries({ texts: ownCells(first).map(({ text }) => text) }, sample)) return true;
  const holdsYear = (column: number): boolean => isYear(sample[0]?.texts[column] ?? '');
  return !first.hasValues && !first.texts.some((text, column) => isYear(text) && holdsYear(column));
}

function usedColumns(rows: readonly GridRow[]): number[] {
  const used = new Set<number>();
  for (const { texts } of rows) for (const [column, text] of texts.entries()) if (text !== '') used.add(column);
  return [...used].sort((a, b) => a - b);
}

/** The number of leading rows with one text, which stands in the first column and may span others: titles of a table. */
function titlesOf(rows: readonly GridRow[]): number {
  const width = widthOf(rows);
  const first = rows.findIndex((row) => {
    const [title, second] = ownCells(row);
    return second !== undefined || title?.column !== 0 || (row.marked && !isDivider(row, width));
  });
  return Math.max(0, first);
}

function widthOf(rows: readonly GridRow[]): number {
  return rows.reduce((widest, { texts }) => Math.max(widest, texts.length), 0);
}

function isDivider(row: GridRow, width: number): boolean {
  return width > 1 && row.covered?.size === width - 1 && row.texts.length === width;
}

/**
 * Writes a table with its titles.
 *
 * @param isNamed whether the first row below them is known to hold names; by default it is told by {@link namesColumns}
 */
export function writeTable(builder: ParsedDocumentBuilder, rows: readonly GridRow[], isNamed?: boolean): void {
  const titles = titlesOf(rows);
  const body = rows.slice(titles);
  for (const row of rows.slice(0, titles)) builder.append('table_row', singleLine(row.texts[0] ?? ''));
  writeGrid(builder, body, findGridHead(body, isNamed ?? namesColumns(body)));
}

/** Writes each row with the names of its columns, so that it can be quoted alone; a row of one text over all columns as it is. */
export function writeGrid(builder: ParsedDocumentBuilder, rows: readonly GridRow[], head: TableHead | null): void {
  const names = head?.names ?? [];
  const body = rows.slice(head?.lines ?? 0);
  const width = widthOf(rows);
  const isRecords = head === null && areRecords(rows);
  builder.append(
    'table_row',
    unusedNames(
      names,
      body.map(({ texts }) => texts),
    ),
  );
  for (const row of body) {
    const cells = ownCells(row).map(({ text, column }) => ({ value: singleLine(text), name: names[column] ?? '' }));
    if (isRecords) builder.append('table_row', writeRecord(cells.map(({ value }) => value)));
    else if (isDivider(row, width)) builder.append('table_row', cells[0]?.value ?? '');
    else
      builder.append(
        'table_row',
        cells.map(({ value, name }) => (name === '' || value === '' ? value : `${name}: ${value}`)).join('; '),
      );
  }
}
