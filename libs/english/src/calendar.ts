/** Of the calendar of the languages that share it, in lower case and in order. */
export const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ');
const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const CALENDAR: ReadonlySet<string> = new Set([...MONTHS, ...DAYS, ...DAYS.map((day) => `${day}s`)]);

/** Whether a word, in any case, names a month or a day of the week: "March", "Mondays". */
export function isCalendarWord(word: string): boolean {
  return CALENDAR.has(word.toLowerCase());
}
