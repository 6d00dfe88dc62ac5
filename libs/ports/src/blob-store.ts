import { ArbiterError } from '@arbiter/contracts';

/**
 * What blobs are: files as they were read, what is derived from them by document, notes that the pictures of their pages were
 * embedded, and files that wait for a job.
 */
export const BLOB_KINDS = ['original', 'boxes', 'picture', 'embedded', 'upload'] as const;
export type BlobKind = (typeof BLOB_KINDS)[number];

export interface BlobKey {
  /** Blobs of one collection are not shared with another, so that its deletion surely takes their bytes. */
  readonly collection: string;
  readonly kind: BlobKind;
  /** 1 to 128 letters, digits, "-" and "_". */
  readonly name: string;
}

export interface ListedBlob {
  readonly name: string;
  /** When it was put, in milliseconds since the Unix epoch. */
  readonly putAt: number;
}

/** Some bytes of a blob: from `start` inclusive to `end` exclusive. What lies beyond its end is left out. */
export interface ByteRange {
  readonly start: number;
  /** Greater than `start`. */
  readonly end: number;
}

/**
 * Bytes beside the documents of a collection. Rejects with ArbiterError: INVALID_REQUEST for a key that names nothing that can be
 * kept, UNAVAILABLE when the store does not answer or its disk is full or read-only.
 */
export interface BlobStore {
  /**
   * Keeps all of the bytes or none, replacing what has the key. A process that is killed in the middle leaves nothing that
   * outlasts the next opening of the store for writing.
   */
  put(key: BlobKey, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  /** @returns null for an unknown key. A store that hashes its bytes rejects with UNAVAILABLE where the whole is damaged */
  get(key: BlobKey, signal: AbortSignal, range?: ByteRange): Promise<Buffer | null>;
  /** An unknown key is no error. */
  delete(key: BlobKey, signal: AbortSignal): Promise<void>;
  /**
   * Blobs of one kind by ascending name. Empty for an unknown collection.
   *
   * @param prefix those alone whose name begins so; default all
   */
  list(collection: string, kind: BlobKind, signal: AbortSignal, prefix?: string): Promise<readonly ListedBlob[]>;
  /** Deletes all blobs of a collection, of every kind. An unknown collection is no error. */
  deleteCollection(collection: string, signal: AbortSignal): Promise<void>;
}

const NAME = /^[A-Za-z0-9_-]{1,128}$/;

export function isBlobName(name: string): boolean {
  return NAME.test(name);
}

/** @throws ArbiterError INVALID_REQUEST */
export function assertBlobKey({ collection, name }: BlobKey): void {
  if (collection === '' || !isBlobName(name))
    throw new ArbiterError('INVALID_REQUEST', 'The name of a blob has 1 to 128 letters, digits, "-" and "_".');
}
