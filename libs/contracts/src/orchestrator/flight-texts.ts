import type { FlightRecord } from './flight-record.js';

/** Key of a reference to a text of the flight. */
export const TEXT_REFERENCE = '$text';
/** Key that wraps an object which looks like a reference or a wrapping by itself. */
export const LITERAL = '$literal';

/** Whether an object has exactly one key, and it is one of ours. */
export function isMarked(value: object): boolean {
  const isNamed = Object.hasOwn(value, TEXT_REFERENCE) || Object.hasOwn(value, LITERAL);
  return isNamed && Object.keys(value).length === 1;
}

/**
 * A value of a flight with its texts back in their places.
 *
 * @param value input, events or output of a call; request, notes, events or result of the flight
 * @returns a new value; a reference whose text is missing stays as it is
 */
export function unpackTexts(value: unknown, texts: FlightRecord['texts']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => unpackTexts(item, texts));
  if (isMarked(value)) {
    const marked = value as { readonly [TEXT_REFERENCE]?: unknown; readonly [LITERAL]?: unknown };
    if (LITERAL in marked) return unpackEntries(marked[LITERAL], texts);
    const reference = marked[TEXT_REFERENCE];
    const isKnown = typeof reference === 'string' && Object.hasOwn(texts, reference);
    return isKnown ? (texts[reference] ?? value) : value;
  }
  return unpackEntries(value, texts);
}

function unpackEntries(value: unknown, texts: FlightRecord['texts']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpackTexts(item, texts)]));
}
