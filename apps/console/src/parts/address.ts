/** An address without a place: what is added to a search to close the pane. */
export const NO_PLACE = {
  ...{ doc: undefined, start: undefined, end: undefined, sum: undefined },
  ...{ page: undefined, box: undefined },
} as const;

/** A text of the address, such as an id or a name; undefined for anything else. */
export function textOf(value: unknown, longest = 200): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= longest ? text : undefined;
}
