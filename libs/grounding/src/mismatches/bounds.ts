import type { Span } from '@arbiter/text';

/** Which way a number binds what it counts: no less, or no more. */
export type Bound = 'least' | 'most';

/** A longer phrase stands before those that it ends with: "no more than" holds "more than". */
const BOUND = new RegExp(
  `\\b(?:${[
    '(?<notMore>not? more than|not exceed\\w*)',
    '(?<notLess>not? (?:less|fewer) than)',
    '(?<least>(?:more|greater|higher|longer) than|over|at least|above|exceed\\w*|a minimum of)',
    '(?<most>(?:less|fewer|lower|shorter) than|under|at most|below|up to|within|a maximum of)',
  ].join('|')})(?: the| an?)?\\s+$`,
  'i',
);
/** Characters before a number that hold its bound. */
const REACH = 20;

/** @returns null for a number that is not bound */
export function boundOf(text: string, { start }: Span): Bound | null {
  const { notMore, notLess, least, most } = BOUND.exec(text.slice(Math.max(0, start - REACH), start))?.groups ?? {};
  if (notMore !== undefined || most !== undefined) return 'most';
  return notLess !== undefined || least !== undefined ? 'least' : null;
}
