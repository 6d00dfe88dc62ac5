import { createHash } from 'node:crypto';
import { ArbiterError } from '@arbiter/contracts';

/** What blobs are: files as they were read, what is derived from them by document, and files that wait for a job. */
export const BLOB_KINDS = ['original', 'boxes', 'upload'] as const;
export type BlobKind = (typeof BLOB_KINDS)[number];

export interface BlobKey {
  /** Blobs of one collection are not shared with another, so that its deletion surely takes their bytes. */
  readonly collection: string;
  readonly kind: BlobKind;
  /** 1 to 128 letters, digits, "-" and "_": for an original the sha256 of its bytes. */
  readonly name: string;
}

export interface StoredBlob {
  /** Size. */
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface ListedBlob {
  readonly name: string;
  readonly bytes: number;
  /** When it was put, in milliseconds since the Unix epoch. */
  readonly putAt: number;
}

/** Some bytes of a blob: from `start` inclusive to `end` exclusive. What lies beyond its end is left out. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface OpenBlob {
  /** Size of the whole blob, whatever the range. */
  readonly bytes: number;
  /**
   * Pieces of at most 1 MiB, read as they are asked for. Can be iterated once; not iterating it leaks nothing.
   *
   * Rejects with NOT_FOUND for a blob that was deleted meanwhile, UNAVAILABLE for one that is damaged.
   */
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Bytes beside the documents of a collection. Rejects with ArbiterError: INVALID_REQUEST for a key that names nothing that can be
 * kept, UNAVAILABLE when the store does not answer or its disk is full or read-only.
 */
export interface BlobStore {
  /**
   * Keeps all of the bytes or none, replacing what has the key. What the content rejects with is passed on. A process that is
   * killed in the middle leaves nothing that outlasts the next opening of the store for writing.
   */
  put(key: BlobKey, content: Uint8Array | AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<StoredBlob>;
  /** @returns null for an unknown key */
  open(key: BlobKey, signal: AbortSignal, range?: ByteRange): Promise<OpenBlob | null>;
  /** @returns the size in bytes; null for an unknown key */
  size(key: BlobKey, signal: AbortSignal): Promise<number | null>;
  /** @returns false for an unknown key */
  delete(key: BlobKey, signal: AbortSignal): Promise<boolean>;
  /** Blobs of one kind by ascending name. Empty for an unknown collection. */
  list(collection: string, kind: BlobKind, signal: AbortSignal): Promise<readonly ListedBlob[]>;
  /** Deletes all blobs of a collection, of every kind. An unknown collection is no error. */
  deleteCollection(collection: string, signal: AbortSignal): Promise<void>;
}

const NAME = /^[A-Za-z0-9_-]{1,128}$/;

/** What `put` checks first; other calls find nothing under such a key. @throws ArbiterError INVALID_REQUEST */
export function assertBlobKey(key: BlobKey): void {
  if (!isBlobKey(key))
    throw new ArbiterError('INVALID_REQUEST', 'The name of a blob has 1 to 128 letters, digits, "-" and "_".');
}

export function isBlobKey({ collection, name }: BlobKey): boolean {
  return collection !== '' && collection.isWellFormed() && NAME.test(name);
}

/** Counts and hashes bytes on their way into a store. */
export class MeasuredBytes {
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #fault: unknown = null;

  /** @param signal ends the reading between two pieces */
  async *of(content: Uint8Array | AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const piece of content instanceof Uint8Array ? [content] : content) {
        signal.throwIfAborted();
        this.#hash.update(piece);
        this.#bytes += piece.length;
        if (piece.length > 0) yield piece;
      }
      signal.throwIfAborted();
    } catch (error) {
      this.#fault = error;
      throw error;
    }
  }

  /** @returns what the content rejected with, where it did; else the error of the store that read it */
  faultOr(error: unknown): unknown {
    return this.#fault ?? error;
  }

  /** Once, at the end. */
  measured(): StoredBlob {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** The same bytes in pieces of one size, but for the last. Of no bytes there is no piece. */
export async function* inPieces(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, void> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of content) {
    held.push(piece);
    length += piece.length;
    if (length < size) continue;
    const all = Buffer.concat(held);
    let from = 0;
    for (; from + size <= all.length; from += size) yield all.subarray(from, from + size);
    held = [all.subarray(from)];
    length = all.length - from;
  }
  if (length > 0) yield Buffer.concat(held);
}

/** All bytes of an open blob, or of any other stream of pieces. */
export async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The error of content that was deleted before it was read. */
export function blobWentAway({ kind }: BlobKey): ArbiterError {
  return new ArbiterError('NOT_FOUND', `The ${kind} was deleted meanwhile.`);
}

/** The error of content that is not what was put. */
export function damagedBlob({ collection, kind, name }: BlobKey, cause?: unknown): ArbiterError {
  return new ArbiterError(
    'UNAVAILABLE',
    `The ${kind} "${name}" of collection "${collection}" is damaged: read its source anew.`,
    { details: { collection, damaged: true }, cause },
  );
}
