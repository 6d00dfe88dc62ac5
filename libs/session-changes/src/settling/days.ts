import { datesIn } from '@arbiter/text';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** The days of a real calendar that a sentence states, ISO 8601, completed from the day of the session. */
export function daysIn(text: string, date: string | undefined): { readonly day: string; readonly start: number }[] {
  if (date === undefined || !/\d/.test(text)) return [];
  const year = Number(date.slice(0, 4));
  return datesIn(text).flatMap(({ year: named, month, day, start }) => {
    const number =
      month === null ? -1 : MONTHS.findIndex((one) => one === month || (month.length >= 3 && one.startsWith(month)));
    if (number < 0 || day === null || day > 31) return [];
    const of = (one: number): string =>
      `${String(one).padStart(4, '0')}-${String(number + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    if (named !== null) return [{ day: of(named), start }];
    // A day without a year is the last one before the session, or up to three months after it.
    const day0 = of(year);
    return [{ day: day0 > plusMonths(date, 3) ? of(year - 1) : day0, start }];
  });
}

/** Whether a sentence dates something to a year before that of the session, of any calendar. */
export function isOfOldYear(text: string, years: ReadonlySet<number>): boolean {
  if (years.size === 0 || !/\d/.test(text)) return false;
  const named = datesIn(text).flatMap(({ year }) => (year === null ? [] : [year]));
  return named.length > 0 && named.every((year) => [...years].every((own) => year < own));
}

const LONG_AGO =
  /\b(?:last year|(?:years?|decades?|centur(?:y|ies)|generations?) (?:ago|before|earlier)|long ago|once upon|in (?:his|her|their) youth|of old|in those days|formerly|used to|back in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d))\b/i;

export function isLongAgo(text: string): boolean {
  return LONG_AGO.test(text);
}

function plusMonths(date: string, months: number): string {
  const month = Number(date.slice(5, 7)) - 1 + months;
  return `${String(Number(date.slice(0, 4)) + Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-${date.slice(8)}`;
}
