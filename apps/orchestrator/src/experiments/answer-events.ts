import type { AnswerEvent, AnswerRecord } from '@arbiter/contracts';
import type { AnswerEventLog } from '@arbiter/ports';
import { repeatedQuestion } from '@arbiter/text';
import { unitOf } from './assign-variant.js';

/** Somebody who asks again later than this, in milliseconds, does so for another reason. */
const RETRY_WITHIN_MS = 10 * 60_000;
/** Sessions whose last question is remembered, the latest. */
const REMEMBERED_SESSIONS = 10_000;

type EventBase = Pick<AnswerEvent, 'answerId' | 'assigned' | 'unit'>;

/** What all events of an answer have in common. */
export function eventBaseOf({ id, assigned, sessionId, principal }: AnswerRecord): EventBase {
  return { answerId: id, assigned, unit: assigned && unitOf(assigned.experiment, { sessionId, principal }) };
}

/** What is remembered of a session's last answer: a whole record would take some 65 KB. */
interface LastAnswer {
  readonly base: EventBase;
  readonly query: string;
  /** Milliseconds of the epoch. */
  readonly givenAt: number;
}

/** Logs answers of an experiment, and finds out when a session asks nearly the same again. */
export class AnswerEvents {
  /** Of each session the last answer of an experiment; in this process alone, so that no log has to be searched. */
  private readonly last = new Map<string, LastAnswer>();

  constructor(private readonly log: AnswerEventLog) {}

  /** Does nothing for an answer outside of any experiment. */
  async given(record: AnswerRecord, signal: AbortSignal): Promise<void> {
    const { assigned, status, createdAt: at } = record;
    if (!assigned || status === null) return;
    const retry = this.retryBy(record);
    await this.log.append([...(retry ? [retry] : []), { kind: 'given', ...eventBaseOf(record), at, status }], signal);
  }

  private retryBy(record: AnswerRecord): AnswerEvent | null {
    const { id, sessionId, query, createdAt: at } = record;
    if (sessionId === null) return null;
    const before = this.last.get(sessionId);
    const givenAt = Date.parse(at);
    this.last.delete(sessionId);
    this.last.set(sessionId, { base: eventBaseOf(record), query, givenAt });
    const [oldest] = this.last.keys();
    if (oldest !== undefined && this.last.size > REMEMBERED_SESSIONS) this.last.delete(oldest);
    if (!before || givenAt - before.givenAt > RETRY_WITHIN_MS) return null;
    const editDistance = repeatedQuestion(before.query, query);
    return editDistance === null ? null : { kind: 'retried', ...before.base, at, retryId: id, editDistance };
  }
}
