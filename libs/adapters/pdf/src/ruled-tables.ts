import type { Fragment } from './fragment.js';
import type { Cell, Line } from './page-fragments.js';
import { gathered, type Rule, type Rules, TOUCH } from './page-rules.js';
import { type Column, MAX_COLUMNS } from './table-columns.js';
import { cellOf, groupCells, groupRows, type RowPage } from './text-rows.js';

/** Charts, floor plans and boards have empty fields; at least so many cells of a table hold text. */
const MIN_FILLED = 0.5;
/** Text may reach over the edge of its cell by this share of its height. */
const OVERHANG = 0.4;
/** The middle of letters stands above their baseline by this share of their height. */
const MIDDLE = 0.3;
/** A row so close, in font heights, may be of the same table. */
const NEAR = 2;
/** More than are legible on a page. */
const MAX_FIELDS = 20_000;

/** A table whose rows and columns are drawn. */
export interface RuledTable {
  readonly columns: readonly Column[];
  readonly rows: readonly RuledRow[];
}

interface RuledRow {
  /** In points, from the left and the top edge. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly fragments: readonly Fragment[];
  /** Its lines, with cells that span rows and columns in each of these. */
  readonly lines: (page: RowPage) => ReadonlyMap<number, Cell>[];
}

/** Part of a lattice without a rule inside: rows and columns from their first to before their last. */
interface Field {
  top: number;
  bottom: number;
  left: number;
  right: number;
  readonly fragments: Fragment[];
  /** Its text by columns from its first, read once: a cell of several rows is the same in each. */
  cells?: readonly (readonly Cell[])[];
}

/**
 * Tables by their rules: lines that touch divide a part of the page into cells, of which most hold text, and none is crossed by it.
 *
 * @returns the tables, and the text beside them
 */
export function ruledTables(
  rules: Rules,
  fragments: readonly Fragment[],
): { readonly tables: readonly RuledTable[]; readonly rest: readonly Fragment[] } {
  const taken = new Set<Fragment>();
  const tables = touching(rules).flatMap((group) => {
    const left = fragments.filter((fragment) => !taken.has(fragment));
    const table = tableIn(group, left);
    if (!table || goesOnUnruled(table, left, rules.across)) return [];
    for (const row of table.rows) for (const fragment of row.fragments) taken.add(fragment);
    return [table];
  });
  return { tables, rest: fragments.filter((fragment) => !taken.has(fragment)) };
}

/** Stands for a row of a table where the order of a page is looked for. */
export function placeOf({ left, right, bottom, fragments }: RuledRow): Fragment {
  const last = fragments.at(-1);
  const size = last?.size ?? 1;
  return { text: '', x: left, y: last?.y ?? bottom, width: right - left, size, rightToLeft: false, font: '' };
}

/** The rows of a table, each of which is a line. */
export function linesOf(table: RuledTable, page: RowPage): Line[] {
  return table.rows.flatMap(({ left, right, fragments, lines: read }) => {
    const lines = read(page);
    const cells = [...new Set(lines.flatMap((line) => [...line.values()]))];
    const { y = 0, size = 0 } = fragments[0] ?? {};
    const text = cells.map((cell) => cell.text).join(' ');
    return text === '' ? [] : [{ text, stretches: [], left, right, y, size, ruled: { table, lines } }];
  });
}

/** Groups of rules that touch each other. */
function touching({ across, down }: Rules): Rules[] {
  const left = { across: new Set(across), down: new Set(down) };
  return across.flatMap((first) => {
    if (!left.across.delete(first)) return [];
    const group: { across: Rule[]; down: Rule[] } = { across: [first], down: [] };
    // The group grows while it is gone through.
    for (const rule of group.across) {
      for (const other of left.down) {
        if (!meet(rule, other)) continue;
        left.down.delete(other);
        group.down.push(other);
        for (const next of left.across) if (meet(next, other) && left.across.delete(next)) group.across.push(next);
      }
    }
    return group.down.length > 1 ? [group] : [];
  });
}

function meet(across: Rule, down: Rule): boolean {
  return covers(across, down.at) && covers(down, across.at);
}

function covers({ from, to }: Rule, place: number): boolean {
  return from - TOUCH <= place && place <= to + TOUCH;
}

function tableIn({ across, down }: Rules, fragments: readonly Fragment[]): RuledTable | undefined {
  const xs = places([...down.map(({ at }) => at), ...across.flatMap(({ from, to }) => [from, to])]);
  const ys = places([...across.map(({ at }) => at), ...down.flatMap(({ from, to }) => [from, to])]);
  const [width, height] = [xs.length - 1, ys.length - 1];
  if (width < 2 || height < 2 || width > MAX_COLUMNS || width * height > MAX_FIELDS) return undefined;
  const fields = fieldsOf({ across, down }, xs, ys);
  if (!fields) return undefined;
  for (const fragment of fragments) {
    const [column, row] = [slot(xs, fragment.x + fragment.width / 2), slot(ys, fragment.y - MIDDLE * fragment.size)];
    const field = fields[row]?.[column];
    if (!field) continue;
    const reach = OVERHANG * fragment.size;
    if (fragment.x < (xs[field.left] ?? 0) - reach) return undefined;
    if (fragment.x + fragment.width > (xs[field.right] ?? 0) + reach) return undefined;
    field.fragments.push(fragment);
  }
  const all = [...new Set(fields.flat())];
  const filled = all.filter((field) => field.fragments.length > 0);
  const full = fields.filter((row) => new Set(row.filter((field) => field.fragments.length > 0)).size > 1);
  if (filled.length < MIN_FILLED * all.length || full.length < 2) return undefined;
  const columns = xs.slice(1).map((right, index) => ({ left: xs[index] ?? 0, right }));
  const rows = fields.map((row, index) => ({
    left: xs[0] ?? 0,
    right: xs.at(-1) ?? 0,
    top: ys[index] ?? 0,
    bottom: ys[index + 1] ?? 0,
    fragments: [...new Set(row)].filter(({ top }) => top === index).flatMap((field) => field.fragments),
    lines: (page: RowPage) => linesOfRow(row, columns, page),
  }));
  return { columns, rows };
}

function places(numbers: readonly number[]): number[] {
  return gathered(numbers, (number) => number).map(({ at }) => at);
}

/** Whether a row in the columns of a table stands right above or below it: only its names, or only its values, have rules. */
function goesOnUnruled(
  { columns, rows }: RuledTable,
  fragments: readonly Fragment[],
  across: readonly Rule[],
): boolean {
  const [top, bottom] = [rows[0]?.top ?? 0, rows.at(-1)?.bottom ?? 0];
  const edges = [...columns.map(({ left }) => left), columns.at(-1)?.right ?? 0];
  const beside = (lowest: (fragment: Fragment) => number, highest: (fragment: Fragment) => number): boolean => {
    const row = fragments.filter((fragment) => {
      const [above, below] = [lowest(fragment), highest(fragment)];
      const isNear = above < below && below - above <= NEAR * fragment.size;
      const isInside = slot(edges, fragment.x + fragment.width / 2) !== -1;
      return isNear && isInside && !across.some(({ at }) => above + TOUCH < at && at < below - TOUCH);
    });
    const found = row.map(({ x, width }) => [slot(edges, x), slot(edges, x + width)] as const);
    return new Set(found.map(([from]) => from)).size > 1 && found.every(([from, to]) => from === to);
  };
  return (
    beside(
      ({ y }) => y,
      () => top,
    ) ||
    beside(
      () => bottom,
      ({ y }) => y,
    )
  );
}

/** The field of each row and column; undefined where they are not rectangles. */
function fieldsOf({ across, down }: Rules, xs: readonly number[], ys: readonly number[]): Field[][] | undefined {
  const at = (rules: readonly Rule[], place: number): Rule[] => rules.filter((rule) => isClose(rule.at, place));
  const [above, before] = [ys.map((y) => at(across, y)), xs.map((x) => at(down, x))];
  const isRuled = (rules: readonly Rule[] | undefined, places: readonly number[], index: number): boolean => {
    const middle = ((places[index] ?? 0) + (places[index + 1] ?? 0)) / 2;
    return rules?.some(({ from, to }) => from <= middle && middle <= to) === true;
  };
  const fields: Field[][] = [];
  const sizes = new Map<Field, number>();
  for (let row = 0; row < ys.length - 1; row++) {
    const inRow: Field[] = [];
    for (let column = 0; column < xs.length - 1; column++) {
      const field: Field = (isRuled(above[row], xs, column) ? undefined : fields[row - 1]?.[column]) ??
        (isRuled(before[column], ys, row) ? undefined : inRow[column - 1]) ?? {
          ...{ top: row, bottom: 0, left: column, right: 0, fragments: [] },
        };
      field.bottom = Math.max(field.bottom, row + 1);
      field.right = Math.max(field.right, column + 1);
      sizes.set(field, (sizes.get(field) ?? 0) + 1);
      inRow.push(field);
    }
    fields.push(inRow);
  }
  const areRectangles = [...sizes].every(
    ([{ top, bottom, left, right }, size]) => size === (bottom - top) * (right - left),
  );
  return areRectangles ? fields : undefined;
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= TOUCH;
}

/** Between which neighbours of an ascending list a place lies; -1 outside. */
function slot(places: readonly number[], place: number): number {
  const next = places.findIndex((each) => each > place);
  return next <= 0 ? -1 : next - 1;
}

/** The lines of a row. A cell that spans some columns stands in each of them, one that spans all in the first. */
function linesOfRow(row: readonly Field[], columns: readonly Column[], page: RowPage): ReadonlyMap<number, Cell>[] {
  const lines: Map<number, Cell>[] = [];
  for (const field of new Set(row)) {
    field.cells ??= cellsOf(field, columns, page);
    for (const [column, cells] of field.cells.entries())
      for (const [index, cell] of cells.entries()) (lines[index] ??= new Map()).set(field.left + column, cell);
  }
  return lines;
}

function cellsOf({ left, right, fragments }: Field, all: readonly Column[], page: RowPage): Cell[][] {
  const columns = all.slice(left, right);
  const rows = groupRows(fragments);
  const apart =
    columns.length > 1
      ? divided(
          rows.map((row) => groupCells(row)),
          columns,
        )
      : undefined;
  if (apart) {
    return columns.map((_, index) =>
      apart.flatMap(({ group, column }) => (column === index ? cellOf(group, page) : [])),
    );
  }
  const cells = rows.flatMap((row) => cellOf(row, page));
  return columns.length === all.length ? [cells] : columns.map(() => cells);
}

/** The groups of text in a field by their columns, where only other rows have the rules between these: rows with a ground of their own. */
function divided(
  rows: readonly (readonly Fragment[][])[],
  columns: readonly Column[],
): { readonly group: Fragment[]; readonly column: number }[] | undefined {
  const placed = rows.flat().map((group) => {
    const left = group[0]?.x ?? 0;
    const right = group.reduce((most, { x, width }) => Math.max(most, x + width), left);
    return {
      group,
      column: columns.findIndex((column) => column.left - TOUCH <= left && right <= column.right + TOUCH),
    };
  });
  const found = new Set(placed.map(({ column }) => column));
  return found.has(-1) || found.size < 2 ? undefined : placed;
}
