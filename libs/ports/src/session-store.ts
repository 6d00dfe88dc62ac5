import type { SessionMessage } from '@arbiter/contracts';

/** Conversations. Ids are safe as file names (contracts' SessionId). */
export interface SessionStore {
  append(sessionId: string, messages: readonly SessionMessage[], signal: AbortSignal): Promise<void>;
  /** The last `limit` messages, oldest first; null when there is no such session. */
  recent(sessionId: string, limit: number, signal: AbortSignal): Promise<readonly SessionMessage[] | null>;
  delete(sessionId: string, signal: AbortSignal): Promise<boolean>;
}
