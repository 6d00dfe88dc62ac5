/** Longest text that is looked at; a date has 29 characters. */
const LONGEST = 64;

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds, which some vendors give with a fraction, or a date.
 *
 * @param header its value, null where there is none
 * @param now milliseconds since the Unix epoch
 * @returns milliseconds from `now`, ≥ 0; null where there is none or it cannot be read
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.length > LONGEST) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000);
  // Only the three formats of an HTTP date begin with a day's name; Date.parse takes much more, such as "-5".
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
