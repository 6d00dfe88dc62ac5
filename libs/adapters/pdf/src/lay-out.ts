import { normalizeText, singleLine } from '@arbiter/adapter-kit/documents';
import type { Fragment } from './fragment.js';
import { type Line, median, type PageLayout, spellOut } from './page-fragments.js';
import { noteNumbers } from './raised-signs.js';
import { readingOrder } from './reading-order.js';
import { MAX_COLUMNS } from './table-columns.js';
import { rowToCells } from './text-rows.js';

/**
 * The lines of a page in reading order.
 *
 * @param number of the page, from 1
 * @param others texts of other directions
 */
export function layOut(number: number, upright: readonly Fragment[], others: readonly string[]): PageLayout {
  const ordered = readingOrder(upright);
  const notes = noteNumbers(ordered.flat(), median(upright.map(({ size }) => size)));
  const regions = ordered.map((rows) =>
    rows
      .map((row) => rowToCells(row, { number, notes }, MAX_COLUMNS))
      .filter((line): line is Line => line !== undefined),
  );
  // Text of other directions has no place in the order; it follows the rest of its page.
  const bottom = upright.reduce((most, { y }) => Math.max(most, y), 0);
  const turned: Line[] =
    others.length === 0
      ? []
      : [
          {
            text: singleLine(normalizeText(spellOut(others.join(' ')))),
            stretches: [],
            left: 0,
            right: 0,
            y: bottom + 1,
            size: 0,
          },
        ];
  return { number, regions: [...regions, turned].filter((region) => region.length > 0) };
}
