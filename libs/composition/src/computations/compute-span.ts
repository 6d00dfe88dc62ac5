import { unitOfWord } from '../quantities/counted-noun.js';
import type { Amount, Computation, Computed, NotComputed } from './computation.js';
import { sayAmount } from './say-amount.js';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAY_MS = 86_400_000;
/** 29 February stands in every fourth year: between dates without a year, only a year that has none is sure. */
const MARCH = 2;

interface Day {
  readonly year: number | null;
  /** From 0; null where the month is of an unknown calendar. */
  readonly month: number | null;
  readonly day: number | null;
}

/**
 * The time between two dates: in days where the question asks for days or the dates are of one year, else in full years.
 * Dates of an unknown calendar are counted by their years.
 */
export function computeSpan({ unit }: Computation, amounts: readonly Amount[]): Computed | NotComputed {
  const [a, b] = amounts.map(dayOf);
  const [first, second] = amounts;
  if (!a || !b || !first || !second) return { ok: false, reason: 'uncertain_date' };
  const asked = unit === null ? null : unitOfWord(unit);
  const days = daysBetween(a, b);
  const years = yearsBetween(a, b, days);
  const said = (value: number, own: string): Computed => {
    const [from, to] = isBefore(b, a) ? [second, first] : [first, second];
    const sentence = `${sayAmount(value, own, false)}: from ${from.text} to ${to.text}.`;
    return { ok: true, sentence, value, unit: own };
  };
  if (asked === 'day' || (asked === null && (years ?? 0) === 0)) {
    if (days !== null) return said(days, 'day');
  }
  if (asked === 'week' && days !== null && days % 7 === 0) return said(days / 7, 'week');
  if ((asked === 'year' || asked === null) && years !== null && (asked !== null || years > 0))
    return said(years, 'year');
  return { ok: false, reason: 'uncertain_date' };
}

function dayOf({ date, value, unit, to }: Amount): Day | null {
  if (date) {
    const month = date.month === null ? null : MONTHS.indexOf(date.month);
    return { year: date.year, month: month === -1 ? null : month, day: date.day };
  }
  // "374" as a bare number is a year.
  return unit === null && to === null && Number.isInteger(value) ? { year: value, month: null, day: null } : null;
}

function daysBetween(a: Day, b: Day): number | null {
  if (a.month === null || b.month === null || a.day === null || b.day === null) return null;
  if (a.year === null && b.year === null && a.month < MARCH !== b.month < MARCH) return null;
  if ((a.year === null) !== (b.year === null)) return null;
  const [from, to] = [a, b].map(({ year, month, day }) => Date.UTC(year ?? 2001, month ?? 0, day ?? 1));
  return from === undefined || to === undefined ? null : Math.abs(to - from) / DAY_MS;
}

/** Full years where both days are known, else the difference of the years. */
function yearsBetween(a: Day, b: Day, days: number | null): number | null {
  if (a.year === null || b.year === null) return null;
  if (days === null) return Math.abs(b.year - a.year);
  const [from, to] = isBefore(b, a) ? [b, a] : [a, b];
  const isShort = orderInYear(to) < orderInYear(from);
  return (to.year ?? 0) - (from.year ?? 0) - (isShort ? 1 : 0);
}

function isBefore(a: Day, b: Day): boolean {
  return (a.year ?? 0) - (b.year ?? 0) < 0 || (a.year === b.year && orderInYear(a) < orderInYear(b));
}

function orderInYear({ month, day }: Day): number {
  return (month ?? 0) * 100 + (day ?? 0);
}
