import { normalizeText, singleLine } from '@arbiter/adapter-kit';
import type { Fragment, Line } from './page-layout.js';

/** Baselines closer than this share of the font's height are one line; superscripts are raised by about a third. */
const SAME_LINE = 0.45;
/** A gap wider than this share of the font's height is a space; letter spacing stays below, word spaces are about 0.25. */
const WORD_GAP = 0.15;

/** Fragments on one baseline, from left to right. */
export type Row = readonly Fragment[];

/** Groups fragments into rows, from top to bottom. Small raised or lowered signs belong to the row that they touch. */
export function groupRows(fragments: readonly Fragment[]): Row[] {
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
  const rightToLeft = row.filter((fragment) => fragment.rightToLeft).length * 2 > row.length;
  const ordered = rightToLeft ? [...row].reverse() : row;
  let joined = '';
  let previous: Fragment | undefined;
  for (const fragment of ordered) {
    if (previous && gapBetween(previous, fragment) > WORD_GAP * Math.min(previous.size, fragment.size)) joined += ' ';
    joined += fragment.text;
    previous = fragment;
  }
  const text = singleLine(normalizeText(joined));
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

function gapBetween(a: Fragment, b: Fragment): number {
  return a.x <= b.x ? b.x - (a.x + a.width) : a.x - (b.x + b.width);
}
