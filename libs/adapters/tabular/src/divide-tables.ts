import {
  findPlainTableHead,
  hasDistinctNames,
  isValueColumn,
  mayBeNames,
  repeatMergedCells,
} from '@arbiter/adapter-kit/documents';

/** Rows by which columns of values are told. */
const HEAD_SAMPLE = 200;

type Cells = readonly string[];

/** A table of a file that may hold several. */
export interface FileTable {
  /** Lines above its names: what spreadsheets are given as a title or a note. */
  readonly notes: readonly string[];
  /** Names of the columns; null for a table without. */
  readonly names: readonly string[] | null;
  readonly body: readonly Cells[];
}

/**
 * Divides the rows of a file into tables at empty lines. A part whose first row names columns is a table of its own. One that
 * has no such row goes on with the names of the table before it, if it has as many columns. Rows of one cell above the names
 * are notes.
 */
export function divideTables(rows: readonly Cells[]): FileTable[] {
  const trimmed = rows.map((row) => row.map((cell) => cell.trim()));
  if (usualWidth(trimmed) < 2) return [readTable(trimmed.filter(isFilled), [])];
  const tables: FileTable[] = [];
  let notes: string[] = [];
  for (const part of partsOf(trimmed)) {
    const first = part.findIndex((row, index) => filled(row) > 1 || isGroupLine(row, part[index + 1]));
    const above = first < 0 ? part : part.slice(0, first);
    notes.push(...above.map((row) => row.join(' ').trim()));
    if (first < 0) continue;
    tables.push(readPart(part.slice(first), notes, tables.at(-1)));
    notes = [];
  }
  return notes.length > 0 ? [...tables, { notes, names: null, body: [] }] : tables;
}

function readPart(rows: readonly Cells[], notes: readonly string[], before: FileTable | undefined): FileTable {
  const own = readTable(rows, notes);
  if (!before?.names) return own;
  const isTitled = notes.length > 0;
  if (own.names && (isTitled || isSame(own.names, before.names) || hasOwnNames(own, before))) return own;
  const fits = widthOf(rows) <= before.names.length && (!own.names || !standsOverValues(own.names, own.body));
  return { notes, names: fits ? before.names : null, body: repeatMergedCells(rows) };
}

/** Names below another table, without a title, may as well be a row of data: they must stand over values, and be nowhere data. */
function hasOwnNames({ names, body }: FileTable, before: FileTable): boolean {
  return (
    names !== null &&
    body.length > 1 &&
    standsOverValues(names, body) &&
    !names.some((name, column) => name !== '' && [...before.body, ...body].some((row) => row[column] === name))
  );
}

function standsOverValues(names: readonly string[], body: readonly Cells[]): boolean {
  const lines = body.slice(0, HEAD_SAMPLE).map((texts) => ({ texts }));
  return names.some((_, column) => isValueColumn(lines, column));
}

function readTable(rows: readonly Cells[], notes: readonly string[]): FileTable {
  const head = rows.length < 2 ? null : findPlainTableHead(rows);
  if (!head) return { notes, names: null, body: repeatMergedCells(rows) };
  const [index, ...after] = rows.slice(head.lines);
  const [label = '', ...names] = head.names;
  // Data frames write the name of their index on a line of its own.
  if (label === '' && index && index[0] !== '' && filled(index) === 1 && after.length > 0)
    return { notes, names: [index[0] ?? '', ...names], body: repeatMergedCells(after) };
  return { notes, names: head.names, body: repeatMergedCells(rows.slice(head.lines)) };
}

/** One name of a group alone: the names below it are not distinct. */
function isGroupLine(row: Cells, below: Cells | undefined): boolean {
  const names = below ?? [];
  return row[0] === '' && filled(names) > 1 && mayBeNames({ texts: names }) && !hasDistinctNames(names);
}

function* partsOf(rows: readonly Cells[]): Generator<Cells[]> {
  let part: Cells[] = [];
  for (const row of [...rows, []]) {
    if (isFilled(row)) part.push(row);
    else if (part.length > 0) {
      yield part;
      part = [];
    }
  }
}

/** The cells that most rows have. */
function usualWidth(rows: readonly Cells[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) if (isFilled(row)) counts.set(row.length, (counts.get(row.length) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
}

function widthOf(rows: readonly Cells[]): number {
  return rows.reduce((widest, row) => Math.max(widest, row.findLastIndex((cell) => cell !== '') + 1), 0);
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, column) => name === others[column]);
}

function isFilled(row: Cells): boolean {
  return row.some((cell) => cell !== '');
}

function filled(row: Cells): number {
  return row.filter((cell) => cell !== '').length;
}
