import type { Cell, Line, PageLayout, Region } from './page-fragments.js';
import { continueText } from './placed-text.js';
import { goingOnShare, isWithinSentence } from './running-text.js';
import { ColumnGrid, type Grid, isAligned, MAX_COLUMNS } from './table-columns.js';
import { type KnownTable, writeTable } from './write-table.js';

/** Lines further apart, in font heights, are not of one table; a row of several lines may have its numbers at mid-height. */
const MAX_ROW_GAP = 4;
/** Names that stand so many times further below a row than any row before are those of another table. */
const ANOTHER_TABLE = 1.4;
/** A single cell so close, in font heights, goes on with the row above. */
const TIGHT = 1.45;
/** Columns of running text are at least so many font heights wide (about 24 characters). */
const MIN_PROSE_WIDTH = 12;
/** In running text so many lines go on with the sentence of the line above. */
const PROSE_SHARE = 0.5;
/** Words of a justified line are set apart by less, in font heights. */
const SURE_GUTTER = 1.2;
/** Lines above a table among which names that span columns are looked for. */
const MAX_LINES_ABOVE = 2;

/** Dots or a rule that lead from a heading to its page, or from a label to what is to be filled in. */
const LEADERS = /\. ?\. ?\. ?\.|……|____/;
const LIST_MARK = /^(?:[•‣◦▪▫●○■□–—*-]|\(?(?:\d{1,3}|\p{L})[.)])$/u;

const LETTER = /\p{L}/u;
const NUMBER = /\d/;

/** What neighbouring lines are that stand in columns. */
type Kind = 'table' | 'running text' | 'in doubt';

/**
 * Finds tables among the lines of all pages: neighbouring lines whose cells stand under each other. Each row becomes a line
 * with the names of its columns; a table that goes on, at the top of the next page too, keeps them. Rows of what is in doubt
 * (forms, tables of contents) stay lines, and columns of running text are left as they are.
 */
export function findTables(pages: readonly PageLayout[], compounds: ReadonlySet<string>): PageLayout[] {
  let known: KnownTable | undefined;
  // A table goes on after one line at most, such as "Fees, continued".
  let linesSince = 0;
  return pages.map((page) => {
    const regions = page.regions.flatMap((region) => {
      const parts: Line[][] = [[]];
      for (let at = 0; at < region.length;) {
        const before = parts.at(-1) ?? [];
        const open = linesSince <= 1 ? known : undefined;
        const { end, grid } = region[at]?.ruled ? ruledAt(region, at, compounds) : gridAt(region, at, open);
        const kind = grid && (grid.isRuled === true ? 'table' : kindOf(grid));
        if (!grid || kind !== 'table') {
          const lines = region.slice(at, end);
          const isTooWide = (region[at]?.cells?.length ?? 0) > MAX_COLUMNS;
          before.push(
            ...(kind === 'in doubt' || isTooWide ? lines.map((line) => ({ ...line, alone: 'line' as const })) : lines),
          );
          linesSince += lines.length;
        } else {
          const table = writeTable(grid, { above: before.slice(-MAX_LINES_ABOVE), known: open, compounds });
          before.splice(before.length - table.linesAbove);
          parts.push(table.rows, []);
          [known, linesSince] = [table.known, 0];
        }
        at = end;
      }
      return parts.filter((part) => part.length > 0);
    });
    return { ...page, regions };
  });
}

/** The rows from an index on that are of one table with drawn cells. */
function ruledAt(region: Region, start: number, compounds: ReadonlySet<string>): { end: number; grid: Grid } {
  const table = region[start]?.ruled?.table;
  const found = region.findIndex(({ ruled }, index) => index > start && ruled?.table !== table);
  const end = found === -1 ? region.length : found;
  const written = new Map<readonly Cell[], Cell>();
  const lines = region.slice(start, end).map((line) => {
    const cells = new Map<number, Cell>();
    for (const [column, parts] of line.ruled?.cells ?? []) {
      const cell = written.get(parts) ?? joined(parts, compounds);
      if (!cell) continue;
      written.set(parts, cell);
      cells.set(column, cell);
    }
    return { line, cells };
  });
  return { end, grid: { columns: table?.columns ?? [], lines, isRuled: true } };
}

function joined([first, ...others]: readonly Cell[], compounds: ReadonlySet<string>): Cell | undefined {
  const cell = first && { ...first, stretches: [...first.stretches] };
  for (const line of others) if (cell) continueText(cell, line, compounds);
  return cell;
}

/** The lines from an index on that stand in common columns; `grid` is undefined where they are no two rows. */
function gridAt(
  region: Region,
  start: number,
  open: KnownTable | undefined,
): { readonly end: number; readonly grid?: Grid } {
  const goingOn = open && start === 0 ? growGrid(region, start, new ColumnGrid(open.columns)) : undefined;
  // Of a table that goes on at the top of a page, one row is enough.
  if (open && goingOn && goingOn.rows > 0) {
    const grid = goingOn.columns.finish();
    if (grid.columns.length === open.columns.length) return { end: goingOn.end, grid };
  }
  const { end, rows, columns } = growGrid(region, start, new ColumnGrid());
  if (rows < 2) return { end: Math.max(end, start + 1) };
  const grid = columns.finish();
  const last = grid.lines.findLastIndex(({ cells }) => cells.size > 1 || !cells.has(0));
  // The last line of a row may be within a sentence; others are the heading of what follows.
  const after = grid.lines.findIndex(({ line }, index) => index > last && !isWithinSentence(line.text));
  if (after === -1) return { end, grid };
  return { end: start + after, grid: { ...grid, lines: grid.lines.slice(0, after) } };
}

function growGrid(
  region: Region,
  start: number,
  columns: ColumnGrid,
): { readonly end: number; readonly rows: number; readonly columns: ColumnGrid } {
  let rows = 0;
  let end = start;
  let previous: Line | undefined;
  let widest = 0;
  for (let line = region[end]; line !== undefined && !line.ruled; line = region[end]) {
    const cells = line.cells ?? [];
    const gap = previous ? (line.y - previous.y) / Math.max(line.size, previous.size) : 0;
    if (gap > MAX_ROW_GAP) break;
    const isRow = cells.length > 1;
    if (rows > 2 && gap > ANOTHER_TABLE * widest && areNames(cells)) break;
    widest = Math.max(widest, gap);
    if (!isRow && !belongs(line, previous, gap, columns, region[end + 1])) break;
    if (!columns.add(line, isRow ? cells : [cellOf(line)])) break;
    if (isRow) rows++;
    previous = line;
    end++;
  }
  return { end, rows, columns };
}

/** Whether cells may be the names of columns. */
function areNames(cells: readonly Cell[]): boolean {
  return cells.length > 1 && cells.every(({ text }) => LETTER.test(text) && !NUMBER.test(text));
}

function hasNumbers(cells: readonly Cell[]): boolean {
  return cells.slice(1).some(({ text }) => NUMBER.test(text));
}

/** Whether a line of one cell is of a table: close to the row above, in one column, or with a row of the table below. */
function belongs(
  line: Line,
  above: Line | undefined,
  gap: number,
  columns: ColumnGrid,
  below: Line | undefined,
): boolean {
  const column = columns.columnOf(line);
  // A heading over names ends a table of numbers; over a further row it divides the table.
  const headsAnother = hasNumbers(above?.cells ?? []) && areNames(below?.cells ?? []);
  if (!above || column === undefined || headsAnother) return false;
  const nextIsRow = (below?.cells?.length ?? 0) > 1;
  if (column > 0) return gap <= TIGHT || nextIsRow;
  return nextIsRow || (gap <= TIGHT && isWithinSentence(line.text));
}

function cellOf({ text, stretches, left, right, font = '' }: Line): Cell {
  return { text, stretches, left, right, font };
}

function kindOf({ columns, lines }: Grid): Kind {
  const rows = lines.filter(({ cells }) => cells.size > 1);
  const columnTexts = columns.map((_, column) => rows.map(({ cells }) => cells.get(column)?.text));
  const [first = []] = columnTexts;
  const size = rows[0]?.line.size ?? 0;
  const isMarked = columns.length === 2 && first.every((text) => text !== undefined && LIST_MARK.test(text));
  if (columns.length < 2 || isMarked) return 'running text';
  const prose = columns.filter(
    ({ left, right }, column) => right - left >= MIN_PROSE_WIDTH * size && runsOn(columnTexts[column] ?? []),
  );
  if (prose.length > 1 || (columns.length === 2 && prose.length === 1)) return 'running text';
  const gutter = columns
    .slice(1)
    .reduce((least, { left }, index) => Math.min(least, left - (columns[index]?.right ?? left)), Infinity);
  const lineStarts = rows.map(({ line }) => line.text);
  if (gutter < SURE_GUTTER * size && columns.length === 2 && runsOn(lineStarts)) return 'running text';
  const withLeaders = rows.filter(({ line }) => LEADERS.test(line.text));
  if (withLeaders.length * 2 >= rows.length) return 'in doubt';
  return isAligned(lines, columns.length) ? 'table' : 'in doubt';
}

/** Whether sentences run from line to line. */
function runsOn(texts: readonly (string | undefined)[]): boolean {
  return goingOnShare(texts) >= PROSE_SHARE;
}
