/** A stretch of a text in UTF-16 code units: `text.slice(start, end)`. `0 <= start < end <= text.length`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** @returns the span without the white space at its ends, or null when nothing else is in it */
export function trimSpan(text: string, start: number, end: number): Span | null {
  let from = start;
  let to = end;
  while (from < to && isWhiteSpace(text.charCodeAt(from))) from++;
  while (to > from && isWhiteSpace(text.charCodeAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}

/** The characters of `\s` in a regular expression, by code unit. */
export function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
