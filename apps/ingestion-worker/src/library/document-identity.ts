import type { GivenDescription } from '@arbiter/ports';
import { sha256 } from './sha256.js';

/** Raised when parsing changes a document's text, metadata or entities. Documents of another version are read again. */
export const PIPELINE_VERSION = 7;

/** Hexadecimal digits of an id: 80 bits, so that two of 10⁹ documents collide with a probability below 10⁻⁶. */
const ID_DIGITS = 20;

export const NOTHING_GIVEN: GivenDescription = { title: null, metadata: {} };

/** Notion appends the id of the page to exported names, and `_all` for all rows of a database. */
const NOTION_ID = / [0-9a-f]{32}(?:_all)?$/;

/** The id of the document at a location. It depends on collection and location only, not on the source or the content. */
export function documentIdOf(collection: string, location: string): string {
  return `d${sha256(`${collection}\0${location}`).slice(0, ID_DIGITS)}`;
}

/**
 * The location of a stored document of a folder or file, told by its id.
 *
 * @returns `SourceItem.location` of the document. Of a link it is the location of the link itself.
 */
export function locationOf(
  collection: string,
  { id, origin, source }: { readonly id: string; readonly origin: string; readonly source: string },
): string {
  const inFolder = `${origin}/${source}`;
  if (documentIdOf(collection, inFolder) === id) return inFolder;
  // A file or archive that was read by its own path is its own origin, and a root folder ends in `/`.
  const beside = origin.slice(0, origin.lastIndexOf('/') + 1) + source;
  return documentIdOf(collection, beside) === id ? beside : inFolder;
}

/**
 * Hash of the bytes as read, hexadecimal. It includes the title and metadata of the source item, if any: a document with
 * another description has changed.
 *
 * @param own sha256 of the bytes, hexadecimal
 * @param relatedDigest of other files that the text depends on, if any
 */
export function contentHashOf(
  own: string,
  { title, metadata }: GivenDescription = NOTHING_GIVEN,
  relatedDigest = '',
): string {
  const hash = relatedDigest === '' ? own : sha256(`${own}\0${relatedDigest}`);
  if (title === null && Object.keys(metadata).length === 0) return hash;
  return sha256(`${hash}\0${JSON.stringify([title, metadata])}`);
}

export function chunkIdOf(documentId: string, ordinal: number): string {
  return `${documentId}:${ordinal}`;
}

/** The title of a document without one: "law/salvage-law.md" → "salvage law". */
export function titleFromName(source: string): string {
  const base = source.slice(source.lastIndexOf('/') + 1);
  return base
    .replace(/\.[^.]+$/, '')
    .replace(NOTION_ID, '')
    .replace(/[-_]+/g, ' ')
    .trim();
}
