import type { AnswerRecord, AnswerSummary } from '@arbiter/contracts';

export interface AnswerSelection {
  readonly sessionId?: string;
  readonly domain?: string;
  /** Id of an answer: only those that were saved before it. */
  readonly before?: string;
  /** ≥ 1. */
  readonly limit: number;
}

/** Answers that were given, for feedback on them and for replays. The oldest may go when there are many. */
export interface AnswerRecordStore {
  /** Each once: ids are unique. */
  save(record: AnswerRecord, signal: AbortSignal): Promise<void>;
  /** @returns null for one that is not there, or no longer */
  get(id: string, signal: AbortSignal): Promise<AnswerRecord | null>;
  /** @returns the last saved first, `limit` at most; none when there is no answer `before` */
  list(selection: AnswerSelection, signal: AbortSignal): Promise<readonly AnswerSummary[]>;
  /** @returns how many there were; none of them is found afterwards */
  deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number>;
}

/** Of a record what lists show. */
export function summaryOf(record: AnswerRecord): AnswerSummary {
  const { answer: _answer, claims: _claims, evidence: _evidence, flight: _flight, ...summary } = record;
  return summary;
}
