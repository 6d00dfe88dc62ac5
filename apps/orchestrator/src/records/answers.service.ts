import {
  ArbiterError,
  type AnswerRecord,
  shownAnswer,
  unpackTexts,
  type getAnswer,
  type costs as costsOperation,
  type CostReport,
  type listAnswers,
  type OperationInput,
  type OperationOutput,
  type ReplayReport,
} from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { AnswerRecordStore, CostEntry, CostLedger } from '@arbiter/ports';
import { isOfTenant, maySeeAnswersOf, ownSession, shownSession } from '../access/ownership.js';
import { type Caller, visibleAnswer } from '../access/visible-answer.js';
import type { AnsweringService } from '../query/answering.service.js';
import { ReplayService } from './replay.service.js';
import { sumCosts } from './sum-costs.js';

export interface AnswersPorts {
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  /** Null where answers are not kept. */
  readonly costs: CostLedger | null;
  readonly answering: AnsweringService;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** The answers that are kept: to look at, to make once more, and to reckon up. */
export class AnswersService {
  constructor(private readonly ports: AnswersPorts) {}

  /** @throws ArbiterError NOT_FOUND for an answer that is not kept, or no longer; FORBIDDEN where none are */
  async get(answerId: string, caller: Caller): Promise<AnswerRecord> {
    const record = await visibleAnswer(kept(this.ports.answers), answerId, caller);
    return { ...record, ...sessionFor(caller.principal, record) };
  }

  /** A record with what a page draws of it: the answer as it was shown, and the steps to it. @throws ArbiterError as {@link get} */
  async show(
    { answerId, withoutFlight }: OperationInput<typeof getAnswer>,
    caller: Caller,
  ): Promise<OperationOutput<typeof getAnswer>> {
    const record = await this.get(answerId, caller);
    return { ...record, ...(withoutFlight && { flight: null }), shown: shownIn(record) };
  }

  async list(
    { sessionId, domain, before, limit }: OperationInput<typeof listAnswers>,
    { principal, signal }: Caller,
  ): Promise<OperationOutput<typeof listAnswers>> {
    // None are before an answer that is not kept, and for this caller one of another is not.
    const end = before !== undefined && principal ? await kept(this.ports.answers).get(before, signal) : null;
    if (end && !maySeeAnswersOf(principal, end.principal)) return { answers: [], next: null };
    const selection = {
      ...(principal && { askedBy: (identity: string | null) => maySeeAnswersOf(principal, identity) }),
      ...(sessionId !== undefined && { sessionId: ownSession(principal, sessionId) }),
      ...(domain !== undefined && { domain }),
      ...(before !== undefined && { before }),
    };
    // One more than is shown tells whether there is another page.
    const found = await kept(this.ports.answers).list({ ...selection, limit: limit + 1 }, signal);
    const answers = found.slice(0, limit).map((answer) => ({ ...answer, ...sessionFor(principal, answer) }));
    return { answers, next: found.length > limit ? (answers.at(-1)?.id ?? null) : null };
  }

  /** @throws ArbiterError as {@link get}; CONFLICT for a record that cannot be replayed */
  async replay(answerId: string, live: boolean, context: OperationContext): Promise<ReplayReport> {
    const record = await this.get(answerId, context);
    const replays = new ReplayService(kept(this.ports.answers), this.ports.answering);
    return live ? replays.live(record, context) : replays.offline(record, context);
  }

  /** Of the caller's tenant alone, where it has one. */
  costs({ by, from, to }: OperationInput<typeof costsOperation>, { principal, signal }: Caller): Promise<CostReport> {
    const period = {
      ...(from !== undefined && { from: startOf(from) }),
      ...(to !== undefined && { to: new Date(Date.parse(startOf(to)) + DAY_MS).toISOString() }),
    };
    const tenant = principal?.tenant ?? null;
    return sumCosts(ofTenant(kept(this.ports.costs).between(period, signal), tenant), by);
  }
}

/** @param record with the session as its caller knows it */
export function shownIn(record: AnswerRecord): OperationOutput<typeof getAnswer>['shown'] {
  const { flight, sessionId } = record;
  const answer = shownAnswer(record);
  const events = flight?.events.map((event) => unpackTexts(event, flight.texts)) ?? [];
  return answer && { answer: { ...answer, sessionId }, events };
}

function sessionFor(principal: Caller['principal'], { sessionId }: Pick<AnswerRecord, 'sessionId'>) {
  return { sessionId: sessionId === null ? null : shownSession(principal, sessionId) };
}

async function* ofTenant(entries: AsyncIterable<CostEntry>, tenant: string | null): AsyncGenerator<CostEntry> {
  for await (const entry of entries) {
    if (tenant === null || isOfTenant(entry.principal, tenant)) yield entry;
  }
}

function startOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

function kept<T>(store: T | null): T {
  if (store !== null) return store;
  throw new ArbiterError('FORBIDDEN', 'Answers are not kept here (ANSWER_RECORDS).');
}
