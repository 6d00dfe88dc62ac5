import type { Insight } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';

/** Whose answer an insight comes from: what it is found by, and deleted with. */
export interface InsightOrigin {
  /** Null where the question belonged to no session. */
  readonly sessionId: string | null;
  /** The domain that was asked, or the one collection; null for the whole library or several. */
  readonly domain: string | null;
  readonly answerId: string;
  /** Ids of the documents that the answer cites. */
  readonly documents: readonly string[];
}

/** An insight as it is kept. */
export interface KeptInsight {
  readonly insight: Insight;
  readonly origin: InsightOrigin;
}

/** What was learnt from accepted answers, across sessions. Kept until its session, or a document it cites, is deleted. */
export interface InsightStore {
  /** Keeps an insight; one of the same id is replaced. */
  save(kept: KeptInsight, signal: AbortSignal): Promise<void>;
  /**
   * Counts one use of each.
   *
   * @param ids of insights; those that are not there, or no longer, are passed over
   * @param at RFC 3339: their new `lastAccessed`
   */
  countUse(ids: readonly string[], at: string, signal: AbortSignal): Promise<void>;
  /** The last `limit` that were saved of a domain, in the order of their saving. */
  ofDomain(domain: string | null, limit: number, signal: AbortSignal): Promise<readonly KeptInsight[]>;
  /** All that came from a session, in the order of their saving. */
  ofSession(sessionId: string, signal: AbortSignal): Promise<readonly KeptInsight[]>;
  /** @returns how many are gone */
  deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number>;
  /** Deletes what was learnt from documents that were deleted. @returns how many are gone */
  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number>;
}
