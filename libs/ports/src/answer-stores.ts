import type { AnswerRecord, AnswerSummary, Feedback, SupportCalibration } from '@arbiter/contracts';
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

/** What people said of claims. Kept until a document that the claim was checked against is deleted. */
export interface FeedbackStore {
  append(feedback: Feedback, signal: AbortSignal): Promise<void>;
  /** @returns of each claim of an answer the last, in the order of their appending, and of those the last `limit` */
  ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]>;
  /** Deletes what quotes documents that were deleted. @returns how many words are gone */
  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number>;
}

/** What the language models of one answer were asked and cost. */
export type CostEntry = Pick<AnswerRecord, 'createdAt' | 'principal' | 'sessionId' | 'tokens' | 'cost'> & {
  readonly answerId: string;
};

/** What answers cost, kept longer than the answers themselves. */
export interface CostLedger {
  append(entry: CostEntry, signal: AbortSignal): Promise<void>;
  /**
   * @param from RFC 3339 time, `to` likewise and not included; absent for no bound
   * @returns entries in the order in which they were appended
   */
  between(period: CostPeriod, signal: AbortSignal): AsyncIterable<CostEntry>;
  /** Entries of a session stay, without its name. @returns how many there were */
  forgetSession(sessionId: string, signal: AbortSignal): Promise<number>;
}

export interface CostPeriod {
  readonly from?: string;
  readonly to?: string;
}

/** What labelled claims have taught, one calibration a domain. Names are safe in file names (contracts' CollectionName). */
export interface CalibrationStore {
  /** @returns null where the domain has none: the shipped one holds */
  get(domain: string, signal: AbortSignal): Promise<SupportCalibration | null>;
  /** Takes the place of the one that `calibration.domain` has. @throws ArbiterError FORBIDDEN where it may not be kept */
  put(calibration: SupportCalibration, signal: AbortSignal): Promise<void>;
}
