import type { SessionMessage } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';
import type { GroupedLog } from './record-log.js';
import { redactMessage } from './redact.js';

/** Conversations. Ids are safe as file names (contracts' SessionId). */
export class SessionStore {
  /** @param log a group for each session */
  constructor(private readonly log: GroupedLog<SessionMessage>) {}

  /**
   * Appends all messages or none.
   *
   * @throws ArbiterError PAYLOAD_TOO_LARGE for a message that is too large for the store
   */
  append(sessionId: string, messages: readonly SessionMessage[], signal: AbortSignal): Promise<void> {
    return this.log.append(sessionId, messages, signal);
  }

  /** The last `limit` messages, oldest first; null for an unknown session. */
  async recent(sessionId: string, limit: number, signal: AbortSignal): Promise<readonly SessionMessage[] | null> {
    const messages: SessionMessage[] = [];
    for await (const message of this.log.read(sessionId, { newestFirst: true }, signal)) {
      if (messages.push(message) >= limit) break;
    }
    return messages.length === 0 ? null : messages.reverse();
  }

  delete(sessionId: string, signal: AbortSignal): Promise<boolean> {
    return this.log.delete(sessionId, signal);
  }

  /**
   * Removes messages that quote deleted documents from all sessions, see `redactMessage`. Nothing of them stays in the files
   * of the store. Each message keeps its place.
   *
   * @returns the number of changed sessions
   */
  async redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number> {
    return (await this.log.change((message) => redactMessage(message, deleted), signal)).groups;
  }

  /**
   * Retention: deletes every session whose last message is older than an instant.
   *
   * @param before RFC 3339 in UTC with milliseconds; a session last written at that very instant stays
   * @returns the number of deleted sessions
   */
  deleteOlderThan(before: string, signal: AbortSignal): Promise<number> {
    return this.log.deleteStale(({ timestamp }) => timestamp < before, signal);
  }
}
