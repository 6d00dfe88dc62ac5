import type { SessionMessage } from '@arbiter/contracts';
import type { SessionStore } from '../session-store.js';
import type { DeletedDocuments } from '../deletion-log.js';
import { redactMessages } from '../redact.js';
import { answer } from './answer.js';

export class InMemorySessionStore implements SessionStore {
  readonly #sessions = new Map<string, SessionMessage[]>();

  append(sessionId: string, messages: readonly SessionMessage[], signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      if (messages.length === 0) return;
      this.#sessions.set(sessionId, [...(this.#sessions.get(sessionId) ?? []), ...structuredClone(messages)]);
    });
  }

  recent(sessionId: string, limit: number, signal: AbortSignal): Promise<readonly SessionMessage[] | null> {
    return answer(signal, () => structuredClone(this.#sessions.get(sessionId)?.slice(-limit) ?? null));
  }

  delete(sessionId: string, signal: AbortSignal): Promise<boolean> {
    return answer(signal, () => this.#sessions.delete(sessionId));
  }

  redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      let changed = 0;
      for (const [sessionId, messages] of this.#sessions) {
        const redacted = redactMessages(messages, deleted);
        if (!redacted) continue;
        this.#sessions.set(sessionId, [...redacted]);
        changed += 1;
      }
      return changed;
    });
  }

  deleteOlderThan(before: string, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const stale = [...this.#sessions].filter(([, messages]) => (messages.at(-1)?.timestamp ?? '') < before);
      for (const [sessionId] of stale) this.#sessions.delete(sessionId);
      return stale.length;
    });
  }
}
