import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import type { Fragment } from './fragment.js';
import { type Cell, type Line, type Row, spellOut } from './page-fragments.js';
import { writeScripts } from './raised-signs.js';

/** Baselines closer than this share of the font's height are one line. */
const SAME_LINE = 0.45;
/** Superscripts are raised by a third to a half. */
const RAISED_LINE = 0.52;
const RAISED_SIZE = 0.85;
/** A gap wider than this share of the font's height is a space; letter spacing stays below, word spaces are about 0.25. */
const WORD_GAP = 0.15;

/** Cells of a table are set apart by more than this share of the font's height: about three word spaces. */
const CELL_GAP = 0.8;

const LETTERS = /\p{L}/gu;
const LETTERS_OR_DIGITS = /[\p{L}\p{N}]/u;

/** Groups fragments into rows, from top to bottom. Small raised or lowered signs belong to the row that they touch. */
export function groupRows(fragments: readonly Fragment[]): Row[] {
  const rows: { y: number; size: number; fragments: Fragment[] }[] = [];
  for (const fragment of [...fragments].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    const [small = 0, large = 0] = [fragment.size, row?.size ?? 0].sort((a, b) => a - b);
    const reach = (small <= RAISED_SIZE * large ? RAISED_LINE : SAME_LINE) * large;
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

/** The page of a row. */
export interface RowPage {
  /** From 1. */
  readonly number: number;
  /** Numbers of the notes of the page, whose marks are left out. */
  readonly notes: ReadonlySet<string>;
}

/** Joins a row into a line of normalised text. @returns undefined when nothing visible is on it */
function rowToLine(row: Row, { number, notes }: RowPage): Line | undefined {
  const [first] = row;
  if (!first) return undefined;
  let joined = '';
  let previous: Fragment | undefined;
  const fragments = inReadingDirection(writeScripts(row, notes));
  const starts: number[] = [];
  for (const fragment of fragments) {
    if (
      previous &&
      !fragment.isScript &&
      gapBetween(previous, fragment) > WORD_GAP * Math.min(previous.size, fragment.size)
    )
      joined += ' ';
    starts.push(joined.length);
    joined += fragment.text;
    previous = fragment;
  }
  const text = singleLine(normalizeText(spellOut(joined)));
  if (text === '') return undefined;
  const base = row.reduce((largest, fragment) => (fragment.size > largest.size ? fragment : largest), first);
  return {
    text,
    stretches: [{ start: 0, end: text.length, from: 0, row: { page: number, fragments, starts, joined, text } }],
    left: first.x,
    right: row.reduce((right, { x, width }) => Math.max(right, x + width), first.x),
    y: base.y,
    size: base.size,
    font: fontOf(row),
  };
}

/** Joins a row into a line that knows its cells, up to one more than `most`. @returns as `rowToLine` does */
export function rowToCells(row: Row, page: RowPage, most: number): Line | undefined {
  const line = rowToLine(row, page);
  const groups = groupCells(row, most);
  if (!line || groups.length < 2) return line;
  return { ...line, cells: groups.flatMap((group) => cellOf(group, page)) };
}

/** The parts of a row that are set apart by more than spaces, up to one more than `most`. */
export function groupCells(row: Row, most = Infinity): Fragment[][] {
  const groups: Fragment[][] = [];
  let reached = -Infinity;
  for (const fragment of row) {
    if (fragment.x - reached > CELL_GAP * fragment.size) {
      if (groups.length > most) break;
      groups.push([]);
    }
    groups.at(-1)?.push(fragment);
    reached = Math.max(reached, fragment.x + fragment.width);
  }
  return groups;
}

/** A row as one cell; none when nothing visible is on it. */
export function cellOf(row: Row, page: RowPage): Cell[] {
  const line = rowToLine(row, page);
  return line
    ? [{ text: line.text, stretches: line.stretches, left: line.left, right: line.right, font: fontOf(row) }]
    : [];
}

function fontOf(row: Row): string {
  const signs = new Map<string, number>();
  for (const { font, text } of row) signs.set(font, (signs.get(font) ?? 0) + text.length);
  return [...signs].reduce((most, next) => (next[1] > most[1] ? next : most), ['', 0])[0];
}

/**
 * The fragments of a row as they are read: in the direction of most of its letters, and each stretch of the other direction in
 * its own. A sign or space between two stretches goes with both or, where they differ, with the row.
 */
function inReadingDirection<F extends Fragment>(row: readonly F[]): F[] {
  if (!row.some(({ rightToLeft }) => rightToLeft)) return [...row];
  const letters = { left: 0, right: 0 };
  for (const { text, rightToLeft } of row) letters[rightToLeft ? 'right' : 'left'] += text.match(LETTERS)?.length ?? 0;
  const isRightToLeft = letters.right >= letters.left;
  const stretches: { readonly rightToLeft: boolean; readonly fragments: F[] }[] = [];
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
