import type { AnswerRecord, AnswerSummary } from '@arbiter/contracts';
import { summaryOf, type AnswerRecordStore, type AnswerSelection } from '../answer-record-store.js';
import { answer } from './answer.js';

export class InMemoryAnswerRecordStore implements AnswerRecordStore {
  /** In the order in which they were saved. */
  readonly #records = new Map<string, AnswerRecord>();

  save(record: AnswerRecord, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#records.set(record.id, structuredClone(record));
    });
  }

  get(id: string, signal: AbortSignal): Promise<AnswerRecord | null> {
    return answer(signal, () => structuredClone(this.#records.get(id) ?? null));
  }

  list({ sessionId, domain, before, limit }: AnswerSelection, signal: AbortSignal): Promise<readonly AnswerSummary[]> {
    return answer(signal, () => {
      const newest = [...this.#records.values()].reverse();
      const start = before === undefined ? 0 : newest.findIndex(({ id }) => id === before) + 1;
      if (start === 0 && before !== undefined) return [];
      return newest
        .slice(start)
        .filter((record) => sessionId === undefined || record.sessionId === sessionId)
        .filter((record) => domain === undefined || record.domain === domain)
        .slice(0, limit)
        .map((record) => structuredClone(summaryOf(record)));
    });
  }

  deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const gone = [...this.#records.values()].filter((record) => record.sessionId === sessionId);
      for (const { id } of gone) this.#records.delete(id);
      return gone.length;
    });
  }
}
