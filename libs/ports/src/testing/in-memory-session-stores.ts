import type { SessionMessage } from '@arbiter/contracts';
import type { DeletedDocuments } from '../deletion-log.js';
import { isLearntFrom } from '../redact.js';
import type { InsightStore, KeptInsight } from '../insight-store.js';
import { SessionStore } from '../session-store.js';
import { answer } from './clock.js';
import { InMemoryRecordLog } from './in-memory-record-log.js';

export class InMemorySessionStore extends SessionStore {
  constructor() {
    super(new InMemoryRecordLog());
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

/** A message for tests. */
export function messageOf(content: string, overrides: Partial<SessionMessage> = {}): SessionMessage {
  return { id: 'm-1', role: 'user', content, timestamp: '2026-01-01T00:00:00.000Z', metadata: {}, ...overrides };
}
