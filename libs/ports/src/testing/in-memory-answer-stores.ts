import type { AnswerRecord, AnswerSummary, SupportCalibration } from '@arbiter/contracts';
import {
  AnswerEventLog,
  type AnswerRecordStore,
  type AnswerRetention,
  type AnswerSelection,
  type CalibrationStore,
  CostLedger,
  FeedbackStore,
  summaryOf,
} from '../answer-stores.js';
import type { DeletedDocuments } from '../deletion-log.js';
import { redactAnswerRecord } from '../redact.js';
import { answer } from './clock.js';
import { InMemoryRecordLog } from './in-memory-record-log.js';

export class InMemoryAnswerRecordStore implements AnswerRecordStore {
  /** In order of saving. */
  readonly #records = new Map<string, AnswerRecord>();

  save(record: AnswerRecord, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#records.set(record.id, structuredClone(record));
    });
  }

  get(id: string, signal: AbortSignal): Promise<AnswerRecord | null> {
    return answer(signal, () => structuredClone(this.#records.get(id) ?? null));
  }

  list(
    { sessionId, domain, askedBy, before, limit }: AnswerSelection,
    signal: AbortSignal,
  ): Promise<readonly AnswerSummary[]> {
    return answer(signal, () => {
      const newest = [...this.#records.values()].reverse();
      const start = before === undefined ? 0 : newest.findIndex(({ id }) => id === before) + 1;
      if (start === 0 && before !== undefined) return [];
      return newest
        .slice(start)
        .filter((record) => sessionId === undefined || record.sessionId === sessionId)
        .filter((record) => domain === undefined || record.domain === domain)
        .filter(({ principal }) => askedBy?.(principal) ?? true)
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

  redact(deleted: DeletedDocuments, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      let changed = 0;
      for (const record of this.#records.values()) {
        const redacted = redactAnswerRecord(record, deleted);
        if (!redacted) continue;
        this.#records.set(record.id, redacted);
        changed += 1;
      }
      return changed;
    });
  }

  prune({ before, keep }: AnswerRetention, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const records = [...this.#records.values()];
      const kept = records.slice(keep === null ? 0 : Math.max(0, records.length - keep));
      const stay = new Set(kept.filter(({ createdAt }) => before === null || createdAt >= before));
      const gone = records.filter((record) => !stay.has(record));
      for (const { id } of gone) this.#records.delete(id);
      return gone.length;
    });
  }
}

export class InMemoryFeedbackStore extends FeedbackStore {
  constructor() {
    super(new InMemoryRecordLog());
  }
}

export class InMemoryCostLedger extends CostLedger {
  constructor() {
    super(new InMemoryRecordLog());
  }
}

export class InMemoryAnswerEventLog extends AnswerEventLog {
  constructor() {
    super(new InMemoryRecordLog());
  }
}

export class InMemoryCalibrationStore implements CalibrationStore {
  readonly #calibrations = new Map<string, SupportCalibration>();

  get(domain: string, signal: AbortSignal): Promise<SupportCalibration | null> {
    return answer(signal, () => structuredClone(this.#calibrations.get(domain) ?? null));
  }

  put(calibration: SupportCalibration, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#calibrations.set(calibration.domain, structuredClone(calibration));
    });
  }
}
