import type { SessionMessage } from '@arbiter/contracts';
import type { DeletedDocuments } from '../deletion-log.js';
import { isLearntFrom, redactMessages } from '../redact.js';
import type { InsightStore, KeptInsight, SessionStore } from '../session-store.js';
import { answer } from './clock.js';

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

export class InMemoryInsightStore implements InsightStore {
  readonly #kept = new Map<string, KeptInsight>();

  save(kept: KeptInsight, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#kept.set(kept.insight.id, structuredClone(kept));
    });
  }

  countUse(ids: readonly string[], at: string, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      for (const id of ids) {
        const kept = this.#kept.get(id);
        if (!kept) continue;
        const { insight, origin } = kept;
        const used = { ...insight, usageCount: insight.usageCount + 1, lastAccessed: at };
        this.#kept.set(id, { insight: used, origin });
      }
    });
  }

  ofDomain(domain: string | null, limit: number, signal: AbortSignal): Promise<readonly KeptInsight[]> {
    return answer(signal, () => this.#those(({ origin }) => origin.domain === domain).slice(-limit));
  }

  ofSession(sessionId: string, signal: AbortSignal): Promise<readonly KeptInsight[]> {
    return answer(signal, () => this.#those(({ origin }) => origin.sessionId === sessionId));
  }

  deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const gone = this.#those(({ origin }) => origin.sessionId === sessionId);
      for (const { insight } of gone) this.#kept.delete(insight.id);
      return gone.length;
    });
  }

  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const gone = this.#those((kept) => isLearntFrom(kept, deleted));
      for (const { insight } of gone) this.#kept.delete(insight.id);
      return gone.length;
    });
  }

  #those(wanted: (kept: KeptInsight) => boolean): KeptInsight[] {
    return structuredClone([...this.#kept.values()].filter(wanted));
  }
}
