import type { Insight } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';

/** The origin of an insight, for finding and deleting it. */
export interface InsightOrigin {
  /** Null if the question belonged to no session. */
  readonly sessionId: string | null;
  /** The domain in question, or the only collection; null for the whole library or several collections. */
  readonly domain: string | null;
  readonly answerId: string;
  /** Ids of the documents that the answer cites. */
  readonly documents: readonly string[];
}

/** A stored insight. */
export interface KeptInsight {
  readonly insight: Insight;
  readonly origin: InsightOrigin;
}

/** Insights from accepted answers, across sessions. Kept until its session, or a document that it cites, is deleted. */
export interface InsightStore {
  /** Stores an insight; replaces one with the same id. */
  save(kept: KeptInsight, signal: AbortSignal): Promise<void>;
  /**
   * Counts one use of each.
   *
   * @param ids of insights; unknown ids are ignored
   * @param at RFC 3339: their new `lastAccessed`
   */
  countUse(ids: readonly string[], at: string, signal: AbortSignal): Promise<void>;
  /** The last `limit` saved insights of a domain, in order of saving. */
  ofDomain(domain: string | null, limit: number, signal: AbortSignal): Promise<readonly KeptInsight[]>;
  /** All insights of a session, in order of saving. */
  ofSession(sessionId: string, signal: AbortSignal): Promise<readonly KeptInsight[]>;
  /** @returns the number of deleted insights */
  deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number>;
  /** Deletes insights from deleted documents. @returns the number of deleted insights */
  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number>;
}
