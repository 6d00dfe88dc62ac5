import { MONTHS, pluralOf, singularOf } from '@arbiter/english';
import { unitOfWord } from '../quantities/counted-noun.js';
import type { Amount, Computation, Computed, NotComputed } from './computation.js';

const DAY_MS = 86_400_000;
/** 29 February stands in every fourth year: between dates without a year, only a year that has none is sure. */
const MARCH = 2;

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SIGN = /^[$€£¥]$/;
/** Signs of measures have no plural. */
const SYMBOL = /[°/]|^\p{Ll}{0,2}\p{Lu}{1,3}\p{Ll}?$/u;
/** Decimals that a sum is said with; money has two. */
const DECIMALS = 2;
/** Sums of binary fractions differ in the last digits: .1 + .2. */
const SIGNIFICANT = 12;

interface Day {
  readonly year: number | null;
  /** From 0; null where the month is of an unknown calendar. */
  readonly month: number | null;
  readonly day: number | null;
}

const DAYS_OF_WEEK = 7;

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
  const own = asked ?? ((years ?? 0) > 0 ? 'year' : 'day');
  const value = own === 'year' ? years : daysAs(own, days);
  return value === null ? { ok: false, reason: 'uncertain_date' } : said(value, own);
}

/** Days in days or whole weeks; null where they are not known, or make no whole weeks. */
function daysAs(unit: string, days: number | null): number | null {
  const weeks = (days ?? Number.NaN) / DAYS_OF_WEEK;
  if (unit === 'day') return days;
  return unit === 'week' && Number.isInteger(weeks) ? weeks : null;
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

/** Whether numbers are said in words, which needs all of them to be small and whole. */
export function saysWords(values: readonly number[]): boolean {
  return values.every((value) => WORDS[value] !== undefined);
}

export function sayNumber(value: number, inWords: boolean): string {
  return (
    (inWords ? WORDS[value] : undefined) ?? rounded(value).toLocaleString('en', { maximumFractionDigits: DECIMALS })
  );
}

/** Whether the number that is said is another than the value. */
export function isRounded(value: number): boolean {
  return rounded(value) !== Number(rounded(value).toFixed(DECIMALS));
}

/**
 * "Five wicks", "1 foot", "€5", "20%".
 *
 * @param unitText as a source writes it; null for a bare number
 */
export function sayAmount(value: number, unitText: string | null, inWords: boolean): string {
  const number = sayNumber(value, inWords);
  if (unitText === null) return number;
  if (SIGN.test(unitText)) {
    const isMoney = !Number.isInteger(rounded(value));
    return value < 0
      ? `-${sayAmount(-value, unitText, inWords)}`
      : `${unitText}${isMoney ? fixed(value) : sayNumber(value, false)}`;
  }
  if (unitText === '%') return `${sayNumber(value, false)}%`;
  if (isSymbol(unitText)) return `${number} ${unitText}`;
  return `${number} ${value === 1 ? singularOf(unitText) : pluralOf(unitText)}`;
}

/** Whether a unit is written as the sign of a measure, with digits before it. */
export function isSymbol(unitText: string | null): boolean {
  return unitText !== null && SYMBOL.test(unitText);
}

/** Without what binary arithmetic adds: .30000000000000004 is .3. */
export function rounded(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT));
}

function fixed(value: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: DECIMALS, maximumFractionDigits: DECIMALS });
}
