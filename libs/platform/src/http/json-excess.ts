export interface JsonLimits {
  /** Lists and objects in each other; a text without any has depth 0. */
  readonly depth: number;
  /** Of one list or object. */
  readonly members: number;
  /** Members of all lists and objects beside the first of each. */
  readonly values: number;
}

/**
 * What operations take at most. Depth: no operation takes more than a score. Members: five times the longest list of any contract.
 * Values: a thousand documents in one submission, with forty fields and metadata each.
 */
export const JSON_LIMITS: JsonLimits = { depth: 256, members: 10_000, values: 40_000 };

export type JsonExcess = keyof JsonLimits;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * What a JSON text has too much of. A parser takes hundreds of milliseconds for a megabyte of brackets, and a schema as long to
 * say what is wrong with each of 50,000 values, in which nobody else is answered.
 *
 * @param text whether it is valid JSON does not matter
 * @returns what it exceeds first; null where it keeps to all limits
 */
export function excessOf(text: string, limits: JsonLimits = JSON_LIMITS): JsonExcess | null {
  /** Of each open list or object, from the outermost. */
  const members: number[] = [];
  let values = 0;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit === QUOTE) place = endOfString(text, place);
    else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
      if (members.push(1) > limits.depth) return 'depth';
    } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) members.pop();
    else if (unit === COMMA) {
      const last = members.length - 1;
      const count = (members[last] ?? 0) + 1;
      if (last >= 0) members[last] = count;
      if (count > limits.members) return 'members';
      values += 1;
      if (values > limits.values) return 'values';
    }
  }
  return null;
}

/** @returns the place of the closing quote, or the end of the text */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, place: number): boolean {
  let before = place - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (place - before) % 2 === 0;
}
