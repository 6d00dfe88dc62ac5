import type { AnswerRecord } from '@arbiter/contracts';

/** Answers that were given, for feedback on them. The oldest may go when there are many. */
export interface AnswerRecordStore {
  save(record: AnswerRecord, signal: AbortSignal): Promise<void>;
  /** @returns null for one that is not there, or no longer */
  get(id: string, signal: AbortSignal): Promise<AnswerRecord | null>;
}
