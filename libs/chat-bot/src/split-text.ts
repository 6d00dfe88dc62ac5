/** Where a text is cut, best first. */
const SEAMS = ['\n\n', '\n', ' '] as const;
/** A seam further to the front would leave the part half empty. */
const LEAST_SHARE = 0.5;

/**
 * Cuts a text into parts, at the end of a paragraph, line or word where there is one in the second half of a part. No escape and
 * no character outside the Basic Multilingual Plane is cut in two.
 *
 * @param limit of a part, in UTF-16 code units, from 2
 */
export function splitText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const at = seamIn(rest, limit);
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...parts, rest].filter((part) => part !== '');
}

/** The beginning of a text where it is longer than a limit, at the end of a word where there is one near. */
export function clipped(text: string, limit: number): string {
  return text.length > limit ? `${splitText(text, limit - 1)[0]}…` : text;
}

function seamIn(text: string, limit: number): number {
  for (const seam of SEAMS) {
    const at = text.lastIndexOf(seam, limit);
    if (at >= limit * LEAST_SHARE) return at;
  }
  // The first half of a surrogate pair, the sign that escapes the next one, or the beginning of an entity such as `&amp;`.
  const [open = ''] = /(?:[\uD800-\uDBFF\\]|&[a-z]{0,3})$/.exec(text.slice(Math.max(0, limit - 4), limit)) ?? [];
  return limit - open.length || limit;
}
