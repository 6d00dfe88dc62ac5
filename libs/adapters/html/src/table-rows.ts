import { attribute, descendants, type Element, flatText, isWithin } from './dom.js';

/** Larger spans are read as these (the HTML standard allows 1,000 and 65,534), so that a tag cannot cost a gigabyte. */
const MAX_COLSPAN = 100;
const MAX_ROWSPAN = 1_000;
/** Columns after these are left out. */
const MAX_COLUMNS = 1_000;

const STRUCTURE_TAGS: ReadonlySet<string> = new Set('table h1 h2 h3 h4 h5 h6'.split(' '));
const THEAD: ReadonlySet<string> = new Set(['thead']);

interface Cell {
  readonly text: string;
  readonly isHeader: boolean;
  /** The column in which it begins, for a cell that spans several. */
  readonly firstColumn: number;
  /** Rows below that it still covers. */
  readonly rowsLeft: number;
}

interface Row {
  readonly cells: readonly (Cell | undefined)[];
  readonly isHeader: boolean;
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
 * rows of header cells, joined where there are several; a cell that spans rows is repeated in each.
 */
export function tableRows(table: Element): string[] {
  const rows = readRows(table);
  const body = rows.findIndex(({ isHeader }) => !isHeader);
  if (body === -1) return rows.map(({ cells }) => joinCells(cells, [])).filter((row) => row !== '');
  const names = columnNames(rows.slice(0, body));
  return rows
    .slice(body)
    .map(({ cells }) => joinCells(cells, names))
    .filter((row) => row !== '');
}

function readRows(table: Element): Row[] {
  const rows: Row[] = [];
  let above: readonly (Cell | undefined)[] = [];
  for (const row of descendants(table, ({ tagName }) => tagName !== 'tr')) {
    if (row.tagName !== 'tr') continue;
    const cells = placeCells(row, above);
    const own = cells.filter((cell) => cell !== undefined && cell.text !== '');
    rows.push({ cells, isHeader: isWithin(row, THEAD) || (own.length > 1 && own.every((cell) => cell?.isHeader)) });
    above = cells;
  }
  return rows;
}

function placeCells(row: Element, above: readonly (Cell | undefined)[]): (Cell | undefined)[] {
  const cells: (Cell | undefined)[] = [];
  above.forEach((cell, column) => {
    if (cell && cell.rowsLeft > 0) cells[column] = { ...cell, rowsLeft: cell.rowsLeft - 1 };
  });
  let column = 0;
  for (const element of descendants(row, ({ tagName }) => tagName !== 'td' && tagName !== 'th')) {
    if (element.tagName !== 'td' && element.tagName !== 'th') continue;
    while (cells[column]) column++;
    const cell: Cell = {
      text: flatText(element),
      isHeader: element.tagName === 'th',
      firstColumn: column,
      rowsLeft: spanOf(element, 'rowspan', MAX_ROWSPAN) - 1,
    };
    const end = Math.min(column + spanOf(element, 'colspan', MAX_COLSPAN), MAX_COLUMNS);
    for (; column < end; column++) cells[column] ??= cell;
  }
  return cells;
}

function spanOf(element: Element, name: string, limit: number): number {
  const span = Number.parseInt(attribute(element, name) ?? '1', 10);
  return Number.isFinite(span) && span >= 1 ? Math.min(span, limit) : 1;
}

function columnNames(headers: readonly Row[]): string[] {
  const width = headers.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  return Array.from({ length: width }, (_, column) => {
    const texts = headers.map(({ cells }) => cells[column]?.text ?? '').filter((text) => text !== '');
    return [...new Set(texts)].join(' ');
  });
}

/** A row of one cell over all columns divides a table: it has no name to carry. */
function joinCells(cells: readonly (Cell | undefined)[], names: readonly string[]): string {
  const distinct = [...cells].filter((cell, column) => cell?.firstColumn === column && cell.text !== '');
  if (distinct.length === 1 && cells.length > 1 && cells.every((cell) => cell === cells[0]))
    return cells[0]?.text ?? '';
  return distinct
    .map((cell) => {
      const name = names[cell?.firstColumn ?? 0] ?? '';
      return name === '' || name === cell?.text ? (cell?.text ?? '') : `${name}: ${cell?.text ?? ''}`;
    })
    .join('; ');
}
