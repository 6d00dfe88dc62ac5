import { ArbiterError } from '@arbiter/contracts';

const PART = /^[a-z0-9_-]{1,100}$/;

/**
 * What was read out of the documents of collections, in parts of opaque bytes. A cache: builds of graphs write it and can do
 * without. Rejects with ArbiterError: UNAVAILABLE when the store does not answer, or its disk is full or read-only.
 */
export interface ExtractionStore {
  /** @returns null for a part that is not there, and for one whose bytes are not those that were put */
  read(collection: string, part: string, signal: AbortSignal): Promise<Uint8Array | null>;
  /**
   * Stores a part, in full or not at all. What it replaces may be gone before the new one is there.
   *
   * @param part 1 to 100 lower-case letters, digits, "-" and "_"
   * @throws ArbiterError INVALID_REQUEST for another name, or no bytes
   */
  put(collection: string, part: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>;
  /** Deletes all parts but those named. */
  prune(collection: string, kept: ReadonlySet<string>, signal: AbortSignal): Promise<void>;
  /** Deletes all parts. An unknown collection is no error. */
  delete(collection: string, signal: AbortSignal): Promise<void>;
}

/** What each `put` checks first. @throws ArbiterError INVALID_REQUEST */
export function assertExtractionPart(part: string, bytes: Uint8Array): void {
  if (!isExtractionPart(part))
    throw new ArbiterError(
      'INVALID_REQUEST',
      'A part of extractions is named by 1 to 100 lower-case letters, digits, "-" and "_".',
    );
  if (bytes.length === 0) throw new ArbiterError('INVALID_REQUEST', 'The part of the extractions has no bytes.');
}

export function isExtractionPart(part: string): boolean {
  return PART.test(part);
}
