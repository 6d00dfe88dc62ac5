import type { Insight, SessionMessage } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';

/** Conversations. Ids are safe as file names (contracts' SessionId). */
export interface SessionStore {
  /**
   * Appends all messages or none.
   *
   * @throws ArbiterError PAYLOAD_TOO_LARGE for a message that the store cannot take as one
   */
  append(sessionId: string, messages: readonly SessionMessage[], signal: AbortSignal): Promise<void>;
  /** The last `limit` messages, oldest first; null when there is no such session. */
  recent(sessionId: string, limit: number, signal: AbortSignal): Promise<readonly SessionMessage[] | null>;
  delete(sessionId: string, signal: AbortSignal): Promise<boolean>;
  /**
   * Takes out the messages of all sessions that quote deleted documents, see `redactMessages`. Nothing of them is left in
   * the files of the store. Each message keeps its place.
   *
   * @returns how many sessions have changed
   */
  redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number>;
  /**
   * Retention: deletes every session whose last message is older than an instant.
   *
   * @param before RFC 3339 in UTC with milliseconds; a session last written at that very instant stays
   * @returns how many are gone
   */
  deleteOlderThan(before: string, signal: AbortSignal): Promise<number>;
}

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
