/** A place in a document that stands in an address of the console: what the pane beside a page shows. */
export interface Place {
  /** Id of the document. */
  readonly doc?: string | undefined;
  /** Offsets into the stored text in UTF-16 units; without them the document is opened at its beginning. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** `checksumOf` the quote; where the document holds other words by now, nothing is marked. Absent: not checked. */
  readonly sum?: string | undefined;
}

/** The place of a quote, for links to it. */
export function placeOf(doc: string, start: number, end: number, quote: string): Required<Place> {
  return { doc, start, end, sum: checksumOf(quote) };
}

/** A span of a document and its words. */
export interface QuotedSpan {
  readonly start: number;
  readonly end: number;
  /** The text from `start` to `end`. */
  readonly quote: string;
}

/**
 * The address at which the console shows a document.
 *
 * @param origin of the console, without a slash at its end
 * @param span opened and marked; an empty one is as none
 */
export function documentUrl(origin: string, documentId: string, span?: QuotedSpan): string {
  const page = `${origin}/documents/${encodeURIComponent(documentId)}`;
  if (!span || span.end <= span.start) return page;
  const { start, end, sum } = placeOf(documentId, span.start, span.end, span.quote);
  return `${page}?start=${start}&end=${end}&sum=${sum}`;
}

/** Reads the place out of the parameters of an address; what is no place is left out. */
export function readPlace(search: Readonly<Record<string, unknown>>): Place {
  const { doc, sum } = search;
  if (typeof doc !== 'string' || doc === '' || doc.length > 128) return {};
  const start = offset(search.start);
  const end = offset(search.end);
  if (start === undefined || end === undefined || end <= start) return { doc };
  return typeof sum === 'string' && /^[a-p]{8}$/.test(sum) ? { doc, start, end, sum } : { doc, start, end };
}

const NO_WORDS = /[^\p{L}\p{N}]+/gu;

/**
 * Tells two quotes apart by their letters and digits alone: FNV-1a, 32 bits, over code points
 * (https://datatracker.ietf.org/doc/draft-eastlake-fnv/). Eight letters: digits of an address would be read as a number.
 */
export function checksumOf(quote: string): string {
  let sum = 0x81_1c_9d_c5;
  for (const letter of quote.replaceAll(NO_WORDS, ''))
    sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return Array.from({ length: 8 }, (_, at) => String.fromCharCode(97 + ((sum >>> (28 - 4 * at)) & 15))).join('');
}

function offset(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
