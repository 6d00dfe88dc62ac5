/** Cells that only values have: numbers with their signs and units, dates, addresses of pages. */
const VALUE =
  /^(?:[-+]?[$€£]?\s?\d[\d.,\s]*(?:[%a-z]{0,3})?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*|https?:\/\/.*|true|false)$/i;
/** Columns of a series are named by years. */
const YEAR = /^(?:1[5-9]|2[01])\d\d$/;
/** Longer cells are texts. */
const MAX_NAME = 100;

export interface TableParts {
  /** Lines above the head: what spreadsheets are given as a title or a note. */
  readonly preamble: readonly string[];
  /** Names of the columns; null for a table without. */
  readonly header: readonly string[] | null;
  readonly body: readonly (readonly string[])[];
}

/**
 * Finds the head of a table. The first row that is as wide as the table is its head, unless it holds a number, a date or
 * nothing in a cell, or one text twice: names are none of these. Rows of one cell above it are notes.
 */
export function findHeader(rows: readonly (readonly string[])[]): TableParts {
  const width = usualWidth(rows);
  const first = width < 2 ? 0 : rows.findIndex((row) => filled(row) > 1);
  const at = Math.max(0, first);
  const preamble = rows.slice(0, at).map((row) => row.join(' ').trim());
  const candidate = rows[at];
  if (!candidate || rows.length - at < 2 || !isHeader(candidate))
    return { preamble, header: null, body: rows.slice(at) };
  return { preamble, header: candidate.map((name) => name.trim()), body: rows.slice(at + 1) };
}

/** The cells that most rows have. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}

function isHeader(row: readonly string[]): boolean {
  const names = row.map((cell) => cell.trim());
  // Exports of data frames leave the name of their first column out.
  const given = names[0] === '' ? names.slice(1) : names;
  return (
    new Set(given).size === given.length &&
    given.every((name) => name !== '' && name.length <= MAX_NAME && (!VALUE.test(name) || YEAR.test(name))) &&
    !given.every((name) => YEAR.test(name))
  );
}
