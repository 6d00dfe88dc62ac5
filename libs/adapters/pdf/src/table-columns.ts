import type { Cell, Line } from './page-fragments.js';

/** Columns of a table; tables of statistics have some dozens. */
export const MAX_COLUMNS = 200;
/** Cells of a column share an edge or their middle up to this share of the font's height. */
const SAME_EDGE = 0.4;
/** So many cells of a column must share it: one of a header may not. */
const ALIGNED_SHARE = 0.6;
/** The name of a column may stand so many font heights beside its values, as over numbers at the right. */
const MAX_NAME_GAP = 5;

const NUMERIC = /^(?=[^\d]*\d)[^\p{L}]+$/u;

export interface Column {
  left: number;
  right: number;
}

export interface Grid {
  /** From left to right. */
  readonly columns: readonly Column[];
  readonly lines: readonly GridLine[];
  /** Whether its cells are drawn: each of its lines is a row, and a cell that spans rows or columns is the same in each. */
  readonly isRuled?: boolean;
}

/** A line of a table, each cell under the index of its column. */
export interface GridLine {
  readonly line: Line;
  readonly cells: ReadonlyMap<number, Cell>;
}

/** Columns that grow line by line: cells that overlap from line to line stand in one column. */
export class ColumnGrid {
  private columns: Column[];
  private lines: { readonly line: Line; readonly cells: readonly (readonly [Column, Cell])[] }[] = [];

  constructor(columns: readonly Column[] = []) {
    this.columns = columns.map((column) => ({ ...column }));
  }

  /** Takes a line into the grid, unless one of its cells spans columns, or two share one. @returns whether it was taken */
  add(line: Line, cells: readonly Cell[]): boolean {
    const placed: [number, Cell][] = [];
    const added: Cell[] = [];
    let at = 0;
    let taken = -1;
    for (const cell of cells) {
      while ((this.columns[at]?.right ?? Infinity) <= cell.left) at++;
      const column = this.columns[at];
      if (!column || column.left >= cell.right) {
        added.push(cell);
        continue;
      }
      if (at === taken || (this.columns[at + 1]?.left ?? Infinity) < cell.right) return false;
      placed.push([at, cell]);
      taken = at;
    }
    if (this.columns.length + added.length > MAX_COLUMNS) return false;
    const entries: (readonly [Column, Cell])[] = [];
    for (const [index, cell] of placed) {
      const column = this.columns[index];
      if (!column) continue;
      column.left = Math.min(column.left, cell.left);
      column.right = Math.max(column.right, cell.right);
      entries.push([column, cell]);
    }
    for (const cell of added) {
      const column = { left: cell.left, right: cell.right };
      this.columns.push(column);
      entries.push([column, cell]);
    }
    if (added.length > 0) this.columns.sort((a, b) => a.left - b.left);
    this.lines.push({ line, cells: entries.sort(([a], [b]) => a.left - b.left) });
    return true;
  }

  /** The index of the only column in which a cell stands; undefined where it stands in none, or in several. */
  columnOf({ left, right }: Pick<Cell, 'left' | 'right'>): number | undefined {
    const inside = this.columns.flatMap((column, index) => (column.left < right && left < column.right ? [index] : []));
    return inside.length === 1 ? inside[0] : undefined;
  }

  /** The columns from left to right, those of names and of values put together, and the lines. */
  finish(): Grid {
    this.joinNamesToValues();
    const indices = new Map(this.columns.map((column, index) => [column, index]));
    const lines = this.lines.map(({ line, cells }) => ({
      line,
      cells: new Map(cells.map(([column, cell]) => [indices.get(column) ?? 0, cell])),
    }));
    return { columns: this.columns, lines };
  }

  /** A short name at the left over short numbers at the right does not overlap with them: neighbours of which one has only the first line. */
  private joinNamesToValues(): void {
    const [first, ...others] = this.lines;
    if (!first || others.length === 0) return;
    const named = new Set(first.cells.map(([column]) => column));
    const filled = new Set(others.flatMap(({ cells }) => cells.map(([column]) => column)));
    const joined: Column[] = [];
    const replaced = new Map<Column, Column>();
    for (const column of this.columns) {
      const last = joined.at(-1);
      const isPair = last && column.left - last.right <= MAX_NAME_GAP * first.line.size;
      const differ = last && isOnly(named, filled, last) && isOnly(filled, named, column);
      const differToo = last && isOnly(filled, named, last) && isOnly(named, filled, column);
      if (last && isPair && (differ === true || differToo === true)) {
        last.right = column.right;
        replaced.set(column, last);
        named.add(last);
        filled.add(last);
      } else joined.push(column);
    }
    this.columns = joined;
    this.lines = this.lines.map(({ line, cells }) => ({
      line,
      cells: cells.map(([column, cell]) => [replaced.get(column) ?? column, cell] as const),
    }));
  }
}

function isOnly(a: ReadonlySet<Column>, b: ReadonlySet<Column>, column: Column): boolean {
  return a.has(column) && !b.has(column);
}

/** Whether the cells of each column with several stand under each other; numbers may stand under their decimal signs. */
export function isAligned(lines: readonly GridLine[], width: number): boolean {
  const columns = Array.from({ length: width }, (): Cell[] => []);
  for (const { cells } of lines) for (const [column, cell] of cells) columns[column]?.push(cell);
  const reach = SAME_EDGE * (lines[0]?.line.size ?? 0);
  return columns.every((cells) => {
    if (cells.length < 2 || cells.every(({ text }) => NUMERIC.test(text))) return true;
    const edges = [
      cells.map(({ left }) => left),
      cells.map(({ right }) => right),
      cells.map(({ left, right }) => (left + right) / 2),
    ];
    return edges.some((places) => {
      const middle = [...places].sort((a, b) => a - b)[Math.floor((places.length - 1) / 2)] ?? 0;
      return places.filter((place) => Math.abs(place - middle) <= reach).length >= ALIGNED_SHARE * places.length;
    });
  });
}
