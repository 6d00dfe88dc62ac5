import type { AnswerEvent, AnswerRecord, AnswerSummary, Feedback, SupportCalibration } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';

export interface AnswerSelection {
  readonly sessionId?: string;
  readonly domain?: string;
  /** Only answers to callers that it is true of, by `AnswerSummary.principal`. */
  readonly askedBy?: (principal: string | null) => boolean;
  /** Only answers saved before the answer of this id. */
  readonly before?: string;
  /** ≥ 1. */
  readonly limit: number;
}

/** Limits of the stored answers. */
export interface AnswerRetention {
  /** RFC 3339: older answers are deleted; null: no age limit. */
  readonly before: string | null;
  /** Number of newest answers that stay, ≥ 0; null: no limit. */
  readonly keep: number | null;
}

/** Records of given answers, for feedback and replays. The store may drop the oldest. */
export interface AnswerRecordStore {
  /** Ids are unique, so each record is saved once. */
  save(record: AnswerRecord, signal: AbortSignal): Promise<void>;
  /** @returns null if it is unknown or deleted */
  get(id: string, signal: AbortSignal): Promise<AnswerRecord | null>;
  /** @returns the last saved first, at most `limit`; none if there is no answer `before` */
  list(selection: AnswerSelection, signal: AbortSignal): Promise<readonly AnswerSummary[]>;
  /** @returns the number of deleted answers */
  deleteOfSession(sessionId: string, signal: AbortSignal): Promise<number>;
  /**
   * Removes the contents of deleted documents from records, see `redactAnswerRecord`. Nothing of them stays in the files of the
   * store. Each record keeps its place in lists.
   *
   * @returns the number of changed records
   */
  redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number>;
  /** @returns the number of deleted records */
  prune(retention: AnswerRetention, signal: AbortSignal): Promise<number>;
}

/** The fields of a record that lists show. */
export function summaryOf(record: AnswerRecord): AnswerSummary {
  const { answer: _answer, claims: _claims, evidence: _evidence, flight: _flight, ...rest } = record;
  const { documents: _documents, shownDocuments: _shown, ...summary } = rest;
  return summary;
}

/** Verdicts of people on claims. Kept until a document behind the claim is deleted. */
export interface FeedbackStore {
  append(feedback: Feedback, signal: AbortSignal): Promise<void>;
  /** @returns the last verdict on each claim of an answer, in order of appending; the last `limit` of them */
  ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]>;
  /** Deletes feedback that quotes deleted documents. @returns the number of deleted entries */
  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number>;
}

/** Usage and cost of language models for one answer. */
export type CostEntry = Pick<AnswerRecord, 'createdAt' | 'principal' | 'sessionId' | 'tokens' | 'cost'> & {
  readonly answerId: string;
};

/** Costs of answers, kept longer than the answers themselves. */
export interface CostLedger {
  append(entry: CostEntry, signal: AbortSignal): Promise<void>;
  /**
   * @param from RFC 3339 time; `to` likewise, exclusive; absent: no bound
   * @returns entries in order of appending
   */
  between(period: CostPeriod, signal: AbortSignal): AsyncIterable<CostEntry>;
  /** Removes the session's id from its entries, which stay. @returns their number */
  forgetSession(sessionId: string, signal: AbortSignal): Promise<number>;
}

export interface CostPeriod {
  readonly from?: string;
  readonly to?: string;
}

/** Append-only log of what happened to answers, kept longer than the answers themselves. */
export interface AnswerEventLog {
  append(events: readonly AnswerEvent[], signal: AbortSignal): Promise<void>;
  /** @returns all events in order of appending */
  read(signal: AbortSignal): AsyncIterable<AnswerEvent>;
  /** Deletes the events that a test chooses. @returns their number */
  deleteWhere(isGone: (event: AnswerEvent) => boolean, signal: AbortSignal): Promise<number>;
}

/** Calibrations fitted on labelled claims, one for each domain. Names are safe in file names (contracts' CollectionName). */
export interface CalibrationStore {
  /** @returns null if the domain has none and uses the shipped calibration */
  get(domain: string, signal: AbortSignal): Promise<SupportCalibration | null>;
  /** Replaces the calibration of `calibration.domain`. @throws ArbiterError FORBIDDEN if the store is read-only */
  put(calibration: SupportCalibration, signal: AbortSignal): Promise<void>;
}
