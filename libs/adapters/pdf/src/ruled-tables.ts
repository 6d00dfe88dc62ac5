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
const NEAR = 1.7;
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
  /** The lines of its cells by column; a cell that spans rows and columns is the same in each. */
  readonly cells: (page: RowPage) => ReadonlyMap<number, readonly Cell[]>;
}

/** Part of a lattice without a rule inside: rows and columns from their first to before their last. */
interface Field {
  top: number;
  bottom: number;
  left: number;
  right: number;
  readonly fragments: Fragment[];
  /** Its lines, read once: a cell of several rows is the same in each. */
  cells?: readonly Cell[];
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
    if (!table || goesOnUnruled(table, left)) return [];
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
  return table.rows.flatMap(({ left, right, fragments, cells: read }) => {
    const cells = read(page);
    const text = [...new Set(cells.values())].flatMap((lines) => lines.map((line) => line.text)).join(' ');
    const { y = 0, size = 0 } = fragments[0] ?? {};
    return text === '' ? [] : [{ text, stretches: [], left, right, y, size, ruled: { table, cells } }];
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
  // Some rows have no rules between their columns.
  const open = filled.filter(({ left, right }) => right - left > 1);
  if (open.some((field) => groupRows(field.fragments).some((row) => groupCells(row).length > 1))) return undefined;
  const columns = xs.slice(1).map((right, index) => ({ left: xs[index] ?? 0, right }));
  const rows = fields.map((row, index) => ({
    left: xs[0] ?? 0,
    right: xs.at(-1) ?? 0,
    top: ys[index] ?? 0,
    bottom: ys[index + 1] ?? 0,
    fragments: [...new Set(row)].filter(({ top }) => top === index).flatMap((field) => field.fragments),
    cells: (page: RowPage) => cellsOf(row, page),
  }));
  return { columns, rows };
}

function places(numbers: readonly number[]): number[] {
  return gathered(numbers, (number) => number).map(({ at }) => at);
}

/** Whether a row in the columns of a table stands right above or below it: only its names, or only its values, have rules. */
function goesOnUnruled({ columns, rows }: RuledTable, fragments: readonly Fragment[]): boolean {
  const [top, bottom] = [rows[0]?.top ?? 0, rows.at(-1)?.bottom ?? 0];
  const reach = NEAR * (rows[0]?.fragments[0]?.size ?? 0);
  return [top, bottom + reach].some((lowest) => {
    const row = fragments.filter(({ y }) => lowest - reach < y && y <= lowest);
    const spans = row.map(({ x, width }) =>
      columns.flatMap(({ left, right }, column) => (left < x + width && x < right ? [column] : [])),
    );
    const inside = spans.filter((span) => span.length > 0);
    return new Set(inside.flat()).size > 1 && inside.every((span) => span.length === 1);
  });
}

/** The field of each row and column; undefined where they are not rectangles. */
function fieldsOf({ across, down }: Rules, xs: readonly number[], ys: readonly number[]): Field[][] | undefined {
  const at = (rules: readonly Rule[], place: number): Rule[] =>
    rules.filter((rule) => Math.abs(rule.at - place) <= TOUCH);
  const [above, before] = [ys.map((y) => at(across, y)), xs.map((x) => at(down, x))];
  const isRuled = (rules: readonly Rule[] | undefined, ends: readonly number[], index: number): boolean =>
    rules?.some((rule) => covers(rule, ((ends[index] ?? 0) + (ends[index + 1] ?? 0)) / 2)) === true;
  const fields: Field[][] = [];
  const sizes = new Map<Field, number>();
  for (let row = 0; row < ys.length - 1; row++) {
    const inRow: Field[] = [];
    for (let column = 0; column < xs.length - 1; column++) {
      const up = isRuled(above[row], xs, column) ? undefined : fields[row - 1]?.[column];
      const beside = isRuled(before[column], ys, row) ? undefined : inRow[column - 1];
      const field = up ?? beside ?? { top: row, bottom: 0, left: column, right: 0, fragments: [] };
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

/** Between which neighbours of an ascending list a place lies; -1 outside. */
function slot(places: readonly number[], place: number): number {
  const next = places.findIndex((each) => each > place);
  return next <= 0 ? -1 : next - 1;
}

/** The lines of text in each column of a row. A cell that spans some columns stands in each, one that spans all in the first. */
function cellsOf(row: readonly Field[], page: RowPage): ReadonlyMap<number, readonly Cell[]> {
  const isOne = row[0] === row.at(-1);
  return new Map(
    row.slice(0, isOne ? 1 : row.length).flatMap((field, column) => {
      field.cells ??= groupRows(field.fragments).flatMap((each) => cellOf(each, page));
      return field.cells.length > 0 ? [[column, field.cells] as const] : [];
    }),
  );
}
