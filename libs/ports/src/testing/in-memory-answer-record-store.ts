import type { AnswerRecord } from '@arbiter/contracts';
import type { AnswerRecordStore } from '../answer-record-store.js';
import { answer } from './answer.js';

export class InMemoryAnswerRecordStore implements AnswerRecordStore {
  readonly #records = new Map<string, AnswerRecord>();

  save(record: AnswerRecord, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#records.set(record.id, structuredClone(record));
    });
  }

  get(id: string, signal: AbortSignal): Promise<AnswerRecord | null> {
    return answer(signal, () => structuredClone(this.#records.get(id) ?? null));
  }
}
