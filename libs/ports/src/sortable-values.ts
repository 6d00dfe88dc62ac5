/** A year, a month, a day or a time, as in RFC 3339 and ISO 8601: 2024, 2024-03, 2024-03-15, 2024-03-15T08:00Z. */
const ISO_DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

/** Hexadecimal digits of a number's sortable form. */
const DIGITS = 16;
const LAST = (1n << 64n) - 1n;

/** The period of a date, from `start` up to, but not including, `end`; milliseconds since 1970, UTC without a zone. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** @returns null for a text that is no existing date (2024-02-30) */
export function periodOf(text: string): Period | null {
  const match = ISO_DATE.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const numbers = [year, month, day, hour, minute, second].map((part) =>
    part === undefined ? undefined : Number(part),
  );
  const [y = 0, mo = 1, d = 1, h = 0, mi = 0, s = 0] = numbers;
  if (mo < 1 || mo > 12 || d < 1 || d > daysOf(y, mo) || h > 23 || mi > 59 || s > 60) return null;
  const milliseconds = fraction === undefined ? 0 : Number(`0.${fraction}`) * 1_000;
  const start = utc(y, mo, d, h, mi, s) + milliseconds - offsetOf(zone);
  return { start, end: endOf(start, { y, mo, d }, numbers.filter((part) => part !== undefined).length) };
}

/** The first instant of a date; null for other texts. */
export function instantOf(text: string): number | null {
  return periodOf(text)?.start ?? null;
}

/** @param precision how many of year, month, day, hour, minute, second are given */
function endOf(start: number, { y, mo, d }: { y: number; mo: number; d: number }, precision: number): number {
  if (precision === 1) return utc(y + 1, 1, 1);
  if (precision === 2) return utc(y, mo + 1, 1);
  if (precision === 3) return utc(y, mo, d + 1);
  // A time is a point: a range up to 08:00 ends there.
  return start + 1;
}

function daysOf(year: number, month: number): number {
  return new Date(utc(year, month + 1, 0)).getUTCDate();
}

/** `Date.UTC` reads the years 0–99 as 1900–1999. */
function utc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  return date.getTime();
}

/** Minutes east of Greenwich, in milliseconds. */
function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/**
 * A finite number as 16 hexadecimal digits that sort like the numbers. They are the bits of the IEEE 754 double: with the sign
 * bit flipped, or with all bits flipped for a negative number (as Lucene's NumericUtils does).
 */
export function sortableHex(number: number): string {
  return hexOf(sortableBits(number));
}

/**
 * The prefixes of sortable forms that together cover a range, each number exactly once. This is the trie decomposition of
 * Schindler and Diepenbroek, "Generic XML-based framework for metadata portals", Computers & Geosciences 34 (2008).
 *
 * @param range bounds of finite numbers; it has at most 480 prefixes
 * @returns the empty prefix for a range of all numbers; nothing for an empty range
 */
export function prefixesOfRange({
  gt,
  gte,
  lt,
  lte,
}: {
  readonly gt?: number;
  readonly gte?: number;
  readonly lt?: number;
  readonly lte?: number;
}): string[] {
  const lows = [
    0n,
    ...(gt === undefined ? [] : [sortableBits(gt) + 1n]),
    ...(gte === undefined ? [] : [sortableBits(gte)]),
  ];
  const highs = [
    LAST,
    ...(lt === undefined ? [] : [sortableBits(lt) - 1n]),
    ...(lte === undefined ? [] : [sortableBits(lte)]),
  ];
  const high = highs.reduce((least, bits) => (bits < least ? bits : least));
  let low = lows.reduce((most, bits) => (bits > most ? bits : most));
  const prefixes: string[] = [];
  while (low <= high) {
    const free = freeDigits(low, high);
    prefixes.push(hexOf(low).slice(0, DIGITS - free));
    low += 1n << BigInt(4 * free);
  }
  return prefixes;
}

/** How many last digits may take any value if the block that begins at `low` must stay within `high`. */
function freeDigits(low: bigint, high: bigint): number {
  let free = 0;
  while (free < DIGITS) {
    const size = 1n << BigInt(4 * (free + 1));
    if (low % size !== 0n || low + size - 1n > high) return free;
    free += 1;
  }
  return free;
}

function sortableBits(number: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  // −0 and 0 are the same number.
  view.setFloat64(0, number === 0 ? 0 : number);
  const bits = view.getBigUint64(0);
  return bits >> 63n === 1n ? bits ^ LAST : bits | (1n << 63n);
}

function hexOf(bits: bigint): string {
  return bits.toString(16).padStart(DIGITS, '0');
}
