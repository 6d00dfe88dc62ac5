import { z } from 'zod';

/** A rectangle on a page as it is shown, in shares of its width and height from its top left corner, 0–1. */
export const PageBox = z.strictObject({
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  right: z.number().min(0).max(1),
  bottom: z.number().min(0).max(1),
});
export type PageBox = z.output<typeof PageBox>;

/** A box that takes up more than this share of a page's width or height stands at neither side. */
const MOST = 0.6;
/** From the middle of a page to that of a box, in shares of the page; nearer is in the middle. */
const NEAR = 0.1;

/** For people: `upper left`, `bottom`, `right`, `centre`; null for a box that takes up most of the page. */
export function nameBox({ left, top, right, bottom }: PageBox): string | null {
  const column = sideOf(left, right, ['left', 'right']);
  const row = sideOf(top, bottom, ['upper', 'lower']);
  if (row && column) return `${row} ${column}`;
  if (row) return row === 'upper' ? 'top' : 'bottom';
  if (column) return column;
  return right - left > MOST && bottom - top > MOST ? null : 'centre';
}

function sideOf<T extends string>(from: number, to: number, [before, behind]: readonly [T, T]): T | null {
  const offset = (from + to) / 2 - 0.5;
  if (to - from > MOST || Math.abs(offset) < NEAR) return null;
  return offset < 0 ? before : behind;
}
