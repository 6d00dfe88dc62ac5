import type { Fragment } from './fragment.js';
import { median, type Row } from './page-fragments.js';
import { goingOnShare } from './running-text.js';
import { groupRows } from './text-rows.js';

/** Fewer rows than these do not make two columns. */
const MIN_COLUMN_ROWS = 4;
/** A gutter is at least as wide as this share of the font's height (about two word spaces), in print two or three times that. */
const MIN_GUTTER = 0.8;
/** A stripe wider than this share of the text's width sets the columns of a table apart. */
const MAX_GUTTER_SHARE = 0.15;
/** Columns of running text are at least this many font heights wide (about 24 characters). */
const MIN_COLUMN_WIDTH = 12;
/** Rows that may run across the gutter (titles, abstracts, wide figures), as a share of the fullest column of points. */
const MAX_CROSSING_SHARE = 0.45;
/** Margin on both sides of a region in which no gutter is looked for. */
const MARGIN_SHARE = 0.15;
/** Columns of running text are filled; cells of a table are not: half of the rows must fill this share of their column. */
const MIN_FILL = 0.6;
/** Beside a table, running text is known by lines that are fuller, and by sentences that run from most lines to the next. */
const FULL_LINE = 0.75;
const MOST_LINES = 0.6;
/** Rows on both sides of which hardly a sentence goes on are those of a table. */
const TABLE_ROWS = 0.8;
const TABLE_GOING_ON = 0.15;
/** Stripes that are tried, the widest first. */
const MAX_STRIPES = 8;
/** Four columns at most: two times two. */
const MAX_DEPTH = 2;

/**
 * Puts the rows of a page into reading order: columns one after the other, where there are columns of running text,
 * and what stands across them in between. Rows of tables stay rows.
 *
 * @returns regions of rows from top to bottom
 */
export function readingOrder(fragments: readonly Fragment[], depth = 0): Row[][] {
  const rows = groupRows(fragments);
  const gutter = depth < MAX_DEPTH ? findGutter(rows) : undefined;
  if (gutter === undefined) return rows.length > 0 ? [rows] : [];

  const regions: Row[][] = [];
  let left: Fragment[] = [];
  let right: Fragment[] = [];
  let across: Row[] = [];
  const closeColumns = (): void => {
    regions.push(...readingOrder(left, depth + 1), ...readingOrder(right, depth + 1));
    [left, right] = [[], []];
  };
  for (const row of rows) {
    if (crosses(row, gutter)) {
      closeColumns();
      across.push(row);
      continue;
    }
    if (across.length > 0) regions.push(across);
    across = [];
    for (const fragment of row) (fragment.x < gutter ? left : right).push(fragment);
  }
  closeColumns();
  if (across.length > 0) regions.push(across);
  return regions;
}

/**
 * The x in the middle of the white stripe between two columns of text, or between running text and what stands beside it;
 * undefined where there is none.
 */
function findGutter(rows: readonly Row[]): number | undefined {
  if (rows.length < MIN_COLUMN_ROWS) return undefined;
  const all = rows.flat();
  const size = median(all.map((fragment) => fragment.size));
  const start = all.reduce((least, { x }) => Math.min(least, x), Infinity);
  const end = all.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity);
  const points = Math.ceil(end - start);
  // Wider than any poster: coordinates are broken, and so many counters would not fit.
  if (!(points > 0 && points < 20_000)) return undefined;

  const covered = coverage(rows, start, points);
  const widest = stripesOf(covered, points)
    .sort((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, MAX_STRIPES);
  for (const [rank, stripe] of widest.entries()) {
    const width = stripe.to - stripe.from;
    if (width < MIN_GUTTER * size) continue;
    if (Math.min(stripe.from, points - stripe.to) < MIN_COLUMN_WIDTH * size) continue;
    const gutter = start + (stripe.from + stripe.to) / 2;
    const sides = sidesOf(rows, gutter);
    const isGutter = width <= MAX_GUTTER_SHARE * points;
    if (
      (rank === 0 && isGutter && sides.every(isFilled) && !isTable(sides)) ||
      sides.some((side, index) => isRunningText(side, sides[1 - index] ?? []))
    )
      return gutter;
  }
  return undefined;
}

/** Where hardly a row has text, without the margins. */
function stripesOf(covered: Uint32Array, points: number): { readonly from: number; readonly to: number }[] {
  const limit = MAX_CROSSING_SHARE * covered.reduce((most, count) => Math.max(most, count), 0);
  const stripes: { readonly from: number; readonly to: number }[] = [];
  let from: number | undefined;
  const last = Math.floor((1 - MARGIN_SHARE) * points);
  for (let point = Math.ceil(MARGIN_SHARE * points); point <= last + 1; point++) {
    if (point <= last && (covered[point] ?? 0) <= limit) from ??= point;
    else if (from !== undefined) {
      stripes.push({ from, to: point });
      from = undefined;
    }
  }
  return stripes;
}

/** For each point of the width, how many rows have text there. */
function coverage(rows: readonly Row[], start: number, points: number): Uint32Array {
  const covered = new Uint32Array(points + 1);
  for (const row of rows) {
    let reached = 0;
    for (const { x, width } of row) {
      const to = Math.min(points, Math.floor(x + width - start));
      for (let point = Math.max(reached, Math.floor(x - start)); point <= to; point++)
        covered[point] = (covered[point] ?? 0) + 1;
      reached = Math.max(reached, to + 1);
    }
  }
  return covered;
}

/** What stands left and right of a gutter, row by row, without the rows that run over it. */
function sidesOf(rows: readonly Row[], gutter: number): readonly [Row[], Row[]] {
  const beside = rows.filter((row) => !crosses(row, gutter));
  return [
    beside.map((row) => row.filter(({ x }) => x < gutter)),
    beside.map((row) => row.filter(({ x }) => x >= gutter)),
  ];
}

/** Whether half of the rows of a side fill it. */
function isFilled(side: readonly Row[]): boolean {
  return filledShare(side, MIN_FILL) >= 0.5;
}

/** Whether a side is surely a column of running text, whatever stands on the other; long cells begin anew in each row. */
function isRunningText(side: readonly Row[], other: readonly Row[]): boolean {
  if (filledShare(side, FULL_LINE) < MOST_LINES) return false;
  const lines = side.flatMap((row, index) =>
    row.length > 0 ? [{ text: textOf(row), isBeside: (other[index]?.length ?? 0) > 0 }] : [],
  );
  if (goingOnShare(lines.map(({ text }) => text)) < MOST_LINES) return false;
  const beside = lines.flatMap(({ text, isBeside }, index) =>
    isBeside && index > 0 ? [goingOnShare([lines[index - 1]?.text, text])] : [],
  );
  return beside.reduce((sum, share) => sum + share, 0) >= MOST_LINES * beside.length;
}

/** Whether the sides are cells of the same rows. */
function isTable([left, right]: readonly [Row[], Row[]]): boolean {
  const both = left.flatMap((row, index) => {
    const other = right[index] ?? [];
    return row.length > 0 && other.length > 0 ? [[row, other] as const] : [];
  });
  const goingOn = [both.map(([row]) => textOf(row)), both.map(([, row]) => textOf(row))].map(goingOnShare);
  return both.length >= TABLE_ROWS * left.length && goingOn.every((share) => share < TABLE_GOING_ON);
}

function filledShare(side: readonly Row[], fill: number): number {
  const extents = side.filter((row) => row.length > 0).map(extentOf);
  if (extents.length < MIN_COLUMN_ROWS) return 0;
  const left = extents.reduce((least, extent) => Math.min(least, extent.left), Infinity);
  const right = extents.reduce((most, extent) => Math.max(most, extent.right), -Infinity);
  return extents.filter(({ inked }) => inked >= fill * (right - left)).length / extents.length;
}

function textOf(row: Row): string {
  return row.map(({ text }) => text).join(' ');
}

function extentOf(row: Row): { left: number; right: number; inked: number } {
  return {
    left: row.reduce((least, { x }) => Math.min(least, x), Infinity),
    right: row.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity),
    inked: row.reduce((sum, { width }) => sum + width, 0),
  };
}

/** Whether a row runs over the gutter: text stands in it, or the words on its sides are only a word space apart. */
function crosses(row: Row, gutter: number): boolean {
  const before = row.filter(({ x }) => x < gutter);
  const after = row.find(({ x }) => x >= gutter);
  const end = before.reduce((most, { x, width }) => Math.max(most, x + width), -Infinity);
  if (end > gutter) return true;
  return after !== undefined && after.x - end < MIN_GUTTER * after.size;
}
