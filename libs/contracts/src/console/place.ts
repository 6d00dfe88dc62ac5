import type { PageBox } from '../page-box.js';
import type { Citation } from '../passage.js';

/** A place in a document that stands in an address of the console: what the pane beside a page shows. */
export interface Place {
  /** Id of the document. */
  readonly doc?: string | undefined;
  /** Offsets into the stored text in UTF-16 units; without them the document is opened at its beginning. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  /** `checksumOf` the quote; where the document holds other words by now, nothing is marked. Absent: not checked. */
  readonly sum?: string | undefined;
  /** From 1: the page that is opened, where its picture was read or no words stand on it. */
  readonly page?: number | undefined;
  /** The part of `page` that is outlined, as `writeBox` writes it. */
  readonly box?: string | undefined;
}

/** What a link leads to: words of a document, which are not checked without `quote`; where there are none, a page or the document. */
export type LinkedSpan = Pick<Citation, 'start' | 'end'> & Partial<Pick<Citation, 'quote' | 'page' | 'box'>>;

/** The place of a citation, for links to it. Its page is named where words alone do not lead to it. */
export function placeOf(doc: string, { start, end, quote, page, box }: LinkedSpan): Place {
  const hasWords = end > start;
  return {
    doc,
    ...(hasWords && { start, end, ...(quote !== undefined && { sum: checksumOf(quote) }) }),
    ...(typeof page === 'number' && (box !== undefined || !hasWords) && { page, ...(box && { box: writeBox(box) }) }),
  };
}

/**
 * The address at which the console shows a document.
 *
 * @param origin of the console, without a slash at its end
 * @param span opened and marked; an empty one leads to its page, or where it has none to the document
 */
export function documentUrl(origin: string, documentId: string, span: LinkedSpan = { start: 0, end: 0 }): string {
  const { doc: _, ...place } = placeOf(documentId, span);
  const search = Object.entries(place).map(([name, value]) => `${name}=${value}`);
  const address = `${origin}/documents/${encodeURIComponent(documentId)}`;
  return search.length === 0 ? address : `${address}?${search.join('&')}`;
}

/** Reads the place out of the parameters of an address; what is no place is left out. */
export function readPlace(search: Readonly<Record<string, unknown>>): Place {
  const { doc, sum, box } = search;
  if (typeof doc !== 'string' || doc === '' || doc.length > 128) return {};
  const [start, end, page] = [search.start, search.end, search.page].map(offset);
  const isSpan = start !== undefined && end !== undefined && end > start;
  return {
    doc,
    ...(isSpan && { start, end, ...(typeof sum === 'string' && /^[a-p]{8}$/.test(sum) && { sum }) }),
    ...(page && { page, ...(typeof box === 'string' && readBox(box) && { box }) }),
  };
}

/** Parts of a width or height that an address counts in. */
const BOX_PARTS = 10_000;

/** A part of a page as text: its left, top, right and bottom edge in ten thousandths of the page, `1250-2000-9000-8400`. */
export function writeBox({ left, top, right, bottom }: PageBox): string {
  return [left, top, right, bottom].map((share) => Math.round(share * BOX_PARTS)).join('-');
}

/** Reads what `writeBox` wrote; undefined for what is no part of a page. */
export function readBox(text: string): PageBox | undefined {
  if (!/^\d{1,5}(?:-\d{1,5}){3}$/.test(text)) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = text.split('-').map((digits) => Number(digits) / BOX_PARTS);
  return left < right && right <= 1 && top < bottom && bottom <= 1 ? { left, top, right, bottom } : undefined;
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
