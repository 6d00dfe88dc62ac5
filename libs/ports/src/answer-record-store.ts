import type { AnswerRecord, AnswerSummary } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';

export interface AnswerSelection {
  readonly sessionId?: string;
  readonly domain?: string;
  /** Id of an answer: only those that were saved before it. */
  readonly before?: string;
  /** ≥ 1. */
  readonly limit: number;
}

/** What is kept at most. */
export interface AnswerRetention {
  /** RFC 3339: what was made earlier goes; null keeps whatever its age. */
  readonly before: string | null;
  /** The newest so many stay, ≥ 0; null keeps any number. */
  readonly keep: number | null;
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
  /**
   * Takes out what records hold of documents that were deleted, see `redactAnswerRecord`. Nothing of it is left in the
   * files of the store. Each record keeps its place in lists.
   *
   * @returns how many records have changed
   */
  redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number>;
  /** @returns how many are gone */
  prune(retention: AnswerRetention, signal: AbortSignal): Promise<number>;
}

/** Of a record what lists show. */
export function summaryOf(record: AnswerRecord): AnswerSummary {
  const { answer: _answer, claims: _claims, evidence: _evidence, flight: _flight, ...rest } = record;
  const { documents: _documents, shownDocuments: _shown, ...summary } = rest;
  return summary;
}
