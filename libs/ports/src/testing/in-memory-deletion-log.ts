import type { DeletionLog, DocumentDeletion, LoggedDeletion } from '../deletion-log.js';
import { answer } from './answer.js';

export class InMemoryDeletionLog implements DeletionLog {
  readonly #deletions: LoggedDeletion[] = [];

  append(deletion: DocumentDeletion, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#deletions.push({ ...structuredClone(deletion), position: String(this.#deletions.length + 1) });
    });
  }

  after(position: string | null, limit: number, signal: AbortSignal): Promise<readonly LoggedDeletion[]> {
    return answer(signal, () => structuredClone(this.#deletions.slice(Number(position ?? 0)).slice(0, limit)));
  }
}
