import { compareCodeUnits, MAX_SESSION_TITLE, type SessionMessage, type SessionOverview } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';
import type { GroupedLog } from './record-log.js';
import { redactMessage } from './redact.js';

/** A page of sessions. */
export interface SessionPage {
  /** Of their ids; '' for all sessions. */
  readonly prefix: string;
  /** Only sessions behind this one in the list; it may be gone. */
  readonly after?: Pick<SessionOverview, 'id' | 'updatedAt'>;
  /** ≥ 1. */
  readonly limit: number;
}

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

  /** The sessions that were written in last first; those of one instant by id. */
  async list({ prefix, after, limit }: SessionPage, signal: AbortSignal): Promise<readonly SessionOverview[]> {
    const groups = await this.log.groups(prefix, signal);
    const dated = Array.from(groups, ([id, { timestamp: updatedAt }]) => ({ id, updatedAt })).sort(laterFirst);
    const page = after ? dated.filter((one) => laterFirst(one, after) > 0) : dated;
    const sessions: SessionOverview[] = [];
    // Only those of the page are read whole.
    for (const { id, updatedAt } of page.slice(0, limit)) {
      let messages = 0;
      let title: string | null = null;
      for await (const { role, content } of this.log.read(id, {}, signal)) {
        messages += 1;
        if (role === 'user') title ??= titleOf(content);
      }
      // It may have been deleted meanwhile.
      if (messages > 0) sessions.push({ id, title: title ?? '', messages, updatedAt });
    }
    return sessions;
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

function laterFirst(a: Pick<SessionOverview, 'id' | 'updatedAt'>, b: typeof a): number {
  return Date.parse(b.updatedAt) - Date.parse(a.updatedAt) || compareCodeUnits(a.id, b.id);
}

/** In one line; never cut within a character. */
function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_SESSION_TITLE) return line;
  return `${line.slice(0, MAX_SESSION_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
