import type { SessionMessage } from '@arbiter/contracts';
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
