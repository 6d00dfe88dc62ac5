/** A place in a document that stands in the address: what the pane beside a page shows. */
export interface Place {
  /** Id of the document. */
  readonly doc?: string | undefined;
  /** Offsets into the stored text in UTF-16 units; without them the document is opened at its beginning. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Reads the place out of the parameters of an address; what is no place is left out. */
export function readPlace(search: Readonly<Record<string, unknown>>): Place {
  const { doc } = search;
  if (typeof doc !== 'string' || doc === '' || doc.length > 128) return {};
  const start = offset(search.start);
  const end = offset(search.end);
  return start === undefined || end === undefined || end <= start ? { doc } : { doc, start, end };
}

function offset(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** A text of the address, such as an id or a name; undefined for anything else. */
export function textOf(value: unknown, longest = 200): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && text.length <= longest ? text : undefined;
}
