import { createHash } from 'node:crypto';
import type { GivenDescription } from '@arbiter/ports';

/** Raised when parsing changes a document's text or what is known of its entities; documents of another version are read anew. */
export const PIPELINE_VERSION = 4;

/** Hexadecimal digits of an id: 80 bits, so that a library of 10⁹ documents collides with a chance below 10⁻⁶. */
const ID_DIGITS = 20;

export const NOTHING_GIVEN: GivenDescription = { title: null, metadata: {} };

/** What Notion adds to the names of what it exports: the id of the page, and `_all` for all rows of a database. */
const NOTION_ID = / [0-9a-f]{32}(?:_all)?$/;

/**
 * The id of the document at a place: the same file of the same collection is the same document, whichever way it was
 * found and whatever it holds.
 */
export function documentIdOf(collection: string, location: string): string {
  return `d${sha256(`${collection}\0${location}`).slice(0, ID_DIGITS)}`;
}

/**
 * Of the bytes as they were read, hexadecimal; also of the title and metadata that came with them, where some did: a
 * document that is described otherwise has changed.
 *
 * @param relatedDigest of the other files that its text depends on, where there are any
 */
export function contentHashOf(
  bytes: Uint8Array,
  { title, metadata }: GivenDescription = NOTHING_GIVEN,
  relatedDigest = '',
): string {
  const own = sha256(bytes);
  const hash = relatedDigest === '' ? own : sha256(`${own}\0${relatedDigest}`);
  if (title === null && Object.keys(metadata).length === 0) return hash;
  return sha256(`${hash}\0${JSON.stringify([title, metadata])}`);
}

export function chunkIdOf(documentId: string, ordinal: number): string {
  return `${documentId}:${ordinal}`;
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** What a document is called that does not say so: "law/salvage-law.md" → "salvage law". */
export function titleFromName(source: string): string {
  const base = source.slice(source.lastIndexOf('/') + 1);
  return base
    .replace(/\.[^.]+$/, '')
    .replace(NOTION_ID, '')
    .replace(/[-_]+/g, ' ')
    .trim();
}
