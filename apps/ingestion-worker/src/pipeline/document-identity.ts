import { createHash } from 'node:crypto';

/** Hexadecimal digits of an id: 80 bits, so that a library of 10⁹ documents collides with a chance below 10⁻⁶. */
const ID_DIGITS = 20;

/**
 * The id of the document at a place: the same file of the same collection is the same document, whichever way it was
 * found and whatever it holds.
 */
export function documentIdOf(collection: string, location: string): string {
  return `d${sha256(`${collection}\0${location}`).slice(0, ID_DIGITS)}`;
}

/** Of the bytes as they were read, hexadecimal. */
export function contentHashOf(bytes: Uint8Array): string {
  return sha256(bytes);
}

export function chunkIdOf(documentId: string, ordinal: number): string {
  return `${documentId}:${ordinal}`;
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
