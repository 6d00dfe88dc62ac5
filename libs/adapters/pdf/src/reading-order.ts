import { type Fragment, median } from './page-fragments.js';
import { groupRows, type Row } from './text-rows.js';

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

/** The x in the middle of the white stripe between two columns of text; undefined where there is none. */
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
  const limit = MAX_CROSSING_SHARE * covered.reduce((most, count) => Math.max(most, count), 0);
  let best: { readonly from: number; readonly to: number } | undefined;
  let from: number | undefined;
  const last = Math.floor((1 - MARGIN_SHARE) * points);
  for (let point = Math.ceil(MARGIN_SHARE * points); point <= last + 1; point++) {
    if (point <= last && (covered[point] ?? 0) <= limit) from ??= point;
    else if (from !== undefined) {
      if (!best || point - from > best.to - best.from) best = { from, to: point };
      from = undefined;
    }
  }
  if (!best || best.to - best.from < MIN_GUTTER * size || best.to - best.from > MAX_GUTTER_SHARE * points)
    return undefined;
  if (Math.min(best.from, points - best.to) < MIN_COLUMN_WIDTH * size) return undefined;
  const gutter = start + (best.from + best.to) / 2;
  return isRunningText(rows, gutter) ? gutter : undefined;
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

function isRunningText(rows: readonly Row[], gutter: number): boolean {
  const beside = rows.filter((row) => !crosses(row, gutter));
  const sides = [
    beside.map((row) => row.filter(({ x }) => x < gutter)),
    beside.map((row) => row.filter(({ x }) => x >= gutter)),
  ];
  return sides.every((side) => {
    const extents = side.filter((row) => row.length > 0).map(extentOf);
    if (extents.length < MIN_COLUMN_ROWS) return false;
    const left = extents.reduce((least, extent) => Math.min(least, extent.left), Infinity);
    const right = extents.reduce((most, extent) => Math.max(most, extent.right), -Infinity);
    const filled = extents.filter((extent) => extent.inked >= MIN_FILL * (right - left));
    return filled.length * 2 >= extents.length;
  });
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
