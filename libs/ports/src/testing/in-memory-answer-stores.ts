import type { AnswerEvent, AnswerRecord, AnswerSummary, Feedback, SupportCalibration } from '@arbiter/contracts';
import {
  type AnswerEventLog,
  type AnswerRecordStore,
  type AnswerRetention,
  type AnswerSelection,
  type CalibrationStore,
  type CostEntry,
  type CostLedger,
  type CostPeriod,
  type FeedbackStore,
  summaryOf,
} from '../answer-stores.js';
import type { DeletedDocuments } from '../deletion-log.js';
import { isFeedbackOn, redactAnswerRecord } from '../redact.js';
import { answer } from './clock.js';

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

export class InMemoryFeedbackStore implements FeedbackStore {
  #feedback: Feedback[] = [];

  append(feedback: Feedback, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#feedback.push(structuredClone(feedback));
    });
  }

  ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]> {
    return answer(signal, () => {
      const last = new Map<string, Feedback>();
      for (const each of this.#feedback) {
        const key = JSON.stringify([each.answerId, each.claim]);
        last.delete(key);
        if (each.domain === domain) last.set(key, each);
      }
      return structuredClone([...last.values()].slice(-limit));
    });
  }

  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const kept = this.#feedback.filter((each) => !isFeedbackOn(each, deleted));
      const gone = this.#feedback.length - kept.length;
      this.#feedback = kept;
      return gone;
    });
  }
}

export class InMemoryCostLedger implements CostLedger {
  #entries: CostEntry[] = [];

  append(entry: CostEntry, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#entries.push(structuredClone(entry));
    });
  }

  async *between({ from = '', to }: CostPeriod, signal: AbortSignal): AsyncIterable<CostEntry> {
    yield* await answer(signal, () =>
      structuredClone(
        this.#entries.filter(({ createdAt }) => createdAt >= from && (to === undefined || createdAt < to)),
      ),
    );
  }

  forgetSession(sessionId: string, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const before = this.#entries;
      this.#entries = before.map((entry) => (entry.sessionId === sessionId ? { ...entry, sessionId: null } : entry));
      return before.filter((entry) => entry.sessionId === sessionId).length;
    });
  }
}

export class InMemoryAnswerEventLog implements AnswerEventLog {
  #events: AnswerEvent[] = [];

  append(events: readonly AnswerEvent[], signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#events.push(...structuredClone(events));
    });
  }

  async *read(signal: AbortSignal): AsyncIterable<AnswerEvent> {
    yield* await answer(signal, () => structuredClone(this.#events));
  }

  deleteWhere(isGone: (event: AnswerEvent) => boolean, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const before = this.#events.length;
      this.#events = this.#events.filter((event) => !isGone(event));
      return before - this.#events.length;
    });
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
