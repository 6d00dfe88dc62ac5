import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import { type Fragment, type Line, median, spellOut } from './page-fragments.js';

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

/** Baselines closer than this share of the font's height are one line; superscripts are raised by about a third. */
const SAME_LINE = 0.45;
/** A gap wider than this share of the font's height is a space; letter spacing stays below, word spaces are about 0.25. */
const WORD_GAP = 0.15;

const LETTERS = /\p{L}/gu;
const LETTERS_OR_DIGITS = /[\p{L}\p{N}]/u;

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

/** Fragments on one baseline, from left to right. */
type Row = readonly Fragment[];

/** Groups fragments into rows, from top to bottom. Small raised or lowered signs belong to the row that they touch. */
function groupRows(fragments: readonly Fragment[]): Row[] {
  const rows: { y: number; size: number; fragments: Fragment[] }[] = [];
  for (const fragment of [...fragments].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    const reach = SAME_LINE * Math.max(fragment.size, row?.size ?? 0);
    if (!row || fragment.y - row.y > reach) {
      rows.push({ y: fragment.y, size: fragment.size, fragments: [fragment] });
      continue;
    }
    row.fragments.push(fragment);
    // The largest text of a row says where its baseline is.
    if (fragment.size > row.size) Object.assign(row, { y: fragment.y, size: fragment.size });
  }
  return rows.map((row) => row.fragments.sort((a, b) => a.x - b.x));
}

/** Joins a row into a line of normalised text. Undefined when nothing visible is on it. */
export function rowToLine(row: Row): Line | undefined {
  const [first] = row;
  if (!first) return undefined;
  let joined = '';
  let previous: Fragment | undefined;
  for (const fragment of inReadingDirection(row)) {
    if (previous && gapBetween(previous, fragment) > WORD_GAP * Math.min(previous.size, fragment.size)) joined += ' ';
    joined += fragment.text;
    previous = fragment;
  }
  const text = singleLine(normalizeText(spellOut(joined)));
  if (text === '') return undefined;
  const base = row.reduce((largest, fragment) => (fragment.size > largest.size ? fragment : largest), first);
  return {
    text,
    left: first.x,
    right: row.reduce((right, { x, width }) => Math.max(right, x + width), first.x),
    y: base.y,
    size: base.size,
  };
}

/**
 * The fragments of a row as they are read: in the direction of most of its letters, and each stretch of the other direction in
 * its own. A sign or space between two stretches goes with both or, where they differ, with the row.
 */
function inReadingDirection(row: Row): Fragment[] {
  if (!row.some(({ rightToLeft }) => rightToLeft)) return [...row];
  const letters = { left: 0, right: 0 };
  for (const { text, rightToLeft } of row) letters[rightToLeft ? 'right' : 'left'] += text.match(LETTERS)?.length ?? 0;
  const isRightToLeft = letters.right >= letters.left;
  const stretches: { readonly rightToLeft: boolean; readonly fragments: Fragment[] }[] = [];
  for (const [index, fragment] of row.entries()) {
    const rightToLeft = directionAt(row, index) ?? isRightToLeft;
    const last = stretches.at(-1);
    if (last?.rightToLeft === rightToLeft) last.fragments.push(fragment);
    else stretches.push({ rightToLeft, fragments: [fragment] });
  }
  const inOrder = isRightToLeft ? stretches.reverse() : stretches;
  return inOrder.flatMap(({ rightToLeft, fragments }) => (rightToLeft ? fragments.reverse() : fragments));
}

/** Whether a fragment runs from right to left; undefined for signs between stretches of both directions. */
function directionAt(row: Row, index: number): boolean | undefined {
  const own = ownDirection(row[index]);
  if (own !== undefined) return own;
  const before = row.slice(0, index).reverse().map(ownDirection);
  const after = row.slice(index + 1).map(ownDirection);
  const [left, right] = [before, after].map((directions) => directions.find((direction) => direction !== undefined));
  return left === right ? left : undefined;
}

function ownDirection(fragment: Fragment | undefined): boolean | undefined {
  if (fragment?.rightToLeft === true) return true;
  return fragment && LETTERS_OR_DIGITS.test(fragment.text) ? false : undefined;
}

function gapBetween(a: Fragment, b: Fragment): number {
  return a.x <= b.x ? b.x - (a.x + a.width) : a.x - (b.x + b.width);
}
