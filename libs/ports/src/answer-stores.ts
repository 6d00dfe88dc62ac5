import {
  type AnswerEvent,
  AnswerRecord,
  type AnswerSummary,
  type Feedback,
  type SupportCalibration,
} from '@arbiter/contracts';
import { z } from 'zod';
import type { DeletedDocuments, DeletionCursor } from './deletion-log.js';
import type { RecordLog } from './record-log.js';
import { isFeedbackOn } from './redact.js';
import type { InsightStore } from './insight-store.js';
import type { SessionStore } from './session-store.js';

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
  const { documents: _documents, shownDocuments: _shown, remains: _remains, ...summary } = rest;
  return summary;
}

/** Group of feedback on answers from no domain. No domain has this name. */
export const NO_DOMAIN = '=';

/** Verdicts of people on claims. Kept until a document behind the claim is deleted. */
export class FeedbackStore {
  /** @param log a group for each domain, and `NO_DOMAIN` */
  constructor(private readonly log: RecordLog<Feedback>) {}

  append(feedback: Feedback, signal: AbortSignal): Promise<void> {
    return this.log.append(feedback.domain ?? NO_DOMAIN, [feedback], signal);
  }

  /** @returns the last verdict on each claim of an answer, in order of appending; the last `limit` of them */
  async ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]> {
    const last = new Map<string, Feedback>();
    for await (const feedback of this.log.read(domain, {}, signal)) {
      const key = JSON.stringify([feedback.answerId, feedback.claim]);
      last.delete(key);
      last.set(key, feedback);
    }
    return [...last.values()].slice(-limit);
  }

  /** Deletes feedback that quotes deleted documents. @returns the number of deleted entries */
  async deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    return (await this.log.change((one) => (isFeedbackOn(one, deleted) ? null : one), signal)).records;
  }
}

/** Schema of the usage and cost of language models for one answer. */
export const CostEntry = AnswerRecord.pick({
  createdAt: true,
  principal: true,
  sessionId: true,
  tokens: true,
  cost: true,
}).extend({ answerId: z.string().min(1) });
export type CostEntry = z.output<typeof CostEntry>;

/** Group of all costs. */
const COSTS = 'cost';

/** Costs of answers, kept longer than the answers themselves. */
export class CostLedger {
  constructor(private readonly log: RecordLog<CostEntry>) {}

  append(entry: CostEntry, signal: AbortSignal): Promise<void> {
    return this.log.append(COSTS, [entry], signal);
  }

  /**
   * @param from RFC 3339 time; `to` likewise, exclusive; absent: no bound
   * @returns entries in order of appending
   */
  between({ from = '', to }: CostPeriod, signal: AbortSignal): AsyncIterable<CostEntry> {
    const where = ({ createdAt }: CostEntry): boolean => createdAt >= from && (to === undefined || createdAt < to);
    return this.log.read(COSTS, { where }, signal);
  }

  /** Removes the session's id from its entries, which stay. @returns their number */
  async forgetSession(sessionId: string, signal: AbortSignal): Promise<number> {
    const forget = (entry: CostEntry): CostEntry =>
      entry.sessionId === sessionId ? { ...entry, sessionId: null } : entry;
    return (await this.log.change(forget, signal)).records;
  }
}

export interface CostPeriod {
  readonly from?: string;
  readonly to?: string;
}

/** Group of all events. */
const EVENTS = 'events';

/** Append-only log of what happened to answers, kept longer than the answers themselves. */
export class AnswerEventLog {
  constructor(private readonly log: RecordLog<AnswerEvent>) {}

  append(events: readonly AnswerEvent[], signal: AbortSignal): Promise<void> {
    return this.log.append(EVENTS, events, signal);
  }

  /** @returns all events in order of appending */
  read(signal: AbortSignal): AsyncIterable<AnswerEvent> {
    return this.log.read(EVENTS, {}, signal);
  }

  /** Deletes the events that a test chooses. @returns their number */
  async deleteWhere(isGone: (event: AnswerEvent) => boolean, signal: AbortSignal): Promise<number> {
    return (await this.log.change((event) => (isGone(event) ? null : event), signal)).records;
  }
}

/** Sessions, answers and all that comes of them: one engine holds them. */
export interface AnswerStores {
  readonly sessions: SessionStore;
  readonly insights: InsightStore;
  readonly answers: AnswerRecordStore;
  readonly costs: CostLedger;
  readonly events: AnswerEventLog;
  readonly feedback: FeedbackStore;
  readonly deletionCursor: DeletionCursor;
}

/** Calibrations fitted on labelled claims, one for each domain. Names are safe in file names (contracts' CollectionName). */
export interface CalibrationStore {
  /** @returns null if the domain has none and uses the shipped calibration */
  get(domain: string, signal: AbortSignal): Promise<SupportCalibration | null>;
  /** Replaces the calibration of `calibration.domain`. @throws ArbiterError FORBIDDEN if the store is read-only */
  put(calibration: SupportCalibration, signal: AbortSignal): Promise<void>;
}
