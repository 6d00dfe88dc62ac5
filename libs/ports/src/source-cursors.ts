import { z } from 'zod';

/** Where a source stood when it was last ingested whole. */
export const SourceCursor = z.strictObject({
  /** As its loader names it, such as a commit. */
  position: z.string().min(1),
  /** Digest of what was stored of it then, so that a document that has gone or was replaced since is noticed. */
  documents: z.string().min(1),
});
export type SourceCursor = z.output<typeof SourceCursor>;

/**
 * How far the sources of collections were ingested. Goes with its collection. Rejects with ArbiterError: UNAVAILABLE when the
 * store does not answer, or its disk is full or read-only.
 */
export interface SourceCursors {
  /**
   * @param source a digest that names the source and all that decides what is read of it, hexadecimal
   * @returns null for none, and for one that cannot be read: the source is then read anew
   */
  cursor(collection: string, source: string, signal: AbortSignal): Promise<SourceCursor | null>;
  /** Replaces what was kept. For a collection that is not there nothing is kept, and that is no error. */
  keepCursor(collection: string, source: string, cursor: SourceCursor, signal: AbortSignal): Promise<void>;
}
