import {
  ArbiterError,
  deleteSession,
  exportSession,
  getSession,
  listSessions,
  MAX_EXPORTED_MESSAGES,
  type OperationInput,
  type OperationOutput,
  type Principal,
  type SessionDeletion,
  type SessionExport,
} from '@arbiter/contracts';
import {
  timestampOf,
  type AnswerEventLog,
  type AnswerRecordStore,
  type Clock,
  type CostLedger,
  type InsightStore,
  type SessionStore,
} from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { ownSession, sessionsOf, shownSession } from '../access/ownership.js';
import type { Caller } from '../access/visible-answer.js';
import { unitOf } from '../experiments/assign-variant.js';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';

export interface SessionsPorts {
  readonly sessions: SessionStore;
  readonly insights: InsightStore;
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  /** Null where answers are not kept. */
  readonly costs: CostLedger | null;
  /** Null where answers are not kept. */
  readonly events: AnswerEventLog | null;
  readonly clock: Clock;
}

/** Answers of one session that an export names, the last ones. */
const MAX_EXPORTED_ANSWERS = 10_000;

/** Whatever is held of a session, wherever it is held: what a person may ask to see, and to have deleted. */
export class SessionsService {
  constructor(private readonly ports: SessionsPorts) {}

  /** Those of the caller alone; all of them for who has no identity. */
  async list(
    { limit, after }: OperationInput<typeof listSessions>,
    { principal, signal }: Caller,
  ): Promise<OperationOutput<typeof listSessions>> {
    const page = { prefix: sessionsOf(principal), ...(after !== undefined && { after: cursorOf(after, principal) }) };
    // One more than is shown tells whether there is another page.
    const found = await this.ports.sessions.list({ ...page, limit: limit + 1 }, signal);
    const sessions = found.slice(0, limit).map((one) => ({ ...one, id: shownSession(principal, one.id) }));
    const last = found.length > limit ? sessions.at(-1) : undefined;
    return { sessions, next: last ? `${Date.parse(last.updatedAt)}.${last.id}` : null };
  }

  /** @throws ArbiterError NOT_FOUND when nothing is held of it */
  async export(named: string, signal: AbortSignal, principal: Principal | null = null): Promise<SessionExport> {
    const { sessions, insights, answers, clock } = this.ports;
    const sessionId = ownSession(principal, named);
    const messages = await sessions.recent(sessionId, MAX_EXPORTED_MESSAGES, signal);
    const learnt = await insights.ofSession(sessionId, signal);
    const given = (await answers?.list({ sessionId, limit: MAX_EXPORTED_ANSWERS }, signal)) ?? [];
    if (!messages && learnt.length === 0 && given.length === 0) throw unknownSession(named);
    return {
      sessionId: named,
      exportedAt: timestampOf(clock),
      messages: [...(messages ?? [])],
      insights: learnt.map(({ insight }) => insight),
      answerIds: given.map(({ id }) => id).reverse(),
    };
  }

  /**
   * Deletes everything about a session. What fails half-way may be asked for again: messages go last, so that the session
   * is known until all is gone.
   *
   * @throws ArbiterError NOT_FOUND when nothing is held of it
   */
  async delete(named: string, signal: AbortSignal, principal: Principal | null = null): Promise<SessionDeletion> {
    const sessionId = ownSession(principal, named);
    const { sessions, insights, answers: records, costs, events } = this.ports;
    const answers = (await records?.deleteOfSession(sessionId, signal)) ?? 0;
    // The costs stay in the books, without naming the session.
    await costs?.forgetSession(sessionId, signal);
    await events?.deleteWhere(
      ({ assigned, unit }) => assigned !== null && unit === unitOf(assigned.experiment, { sessionId, principal: null }),
      signal,
    );
    const learnt = await insights.deleteOfSession(sessionId, signal);
    const messages = await sessions.delete(sessionId, signal);
    if (!messages && learnt === 0 && answers === 0) throw unknownSession(named);
    return { sessionId: named, messages, insights: learnt, answers };
  }
}

/** @param after milliseconds of the epoch, a dot, and the id as the caller knows it */
function cursorOf(after: string, principal: Principal | null) {
  const dot = after.indexOf('.');
  const updatedAt = new Date(Number(after.slice(0, dot))).toISOString();
  return { updatedAt, id: ownSession(principal, after.slice(dot + 1)) };
}

function unknownSession(sessionId: string): ArbiterError {
  return new ArbiterError('NOT_FOUND', `There is no session "${sessionId}".`, { details: { sessionId } });
}

/** Injection token of the port that keeps sessions. */
export const SESSION_STORE = Symbol('SessionStore');

@Controller()
export class SessionsController {
  constructor(
    @Inject(SESSION_STORE) private readonly sessions: SessionStore,
    @Inject(SessionsService) private readonly service: SessionsService,
  ) {}

  @HandlesOperation(listSessions)
  list(input: OperationInput<typeof listSessions>, context: OperationContext) {
    return this.service.list(input, context);
  }

  @HandlesOperation(getSession)
  async get({ sessionId, limit }: OperationInput<typeof getSession>, { signal, principal }: OperationContext) {
    const messages = await this.sessions.recent(ownSession(principal, sessionId), limit, signal);
    if (!messages) throw unknownSession(sessionId);
    return { sessionId, messages: [...messages] };
  }

  @HandlesOperation(exportSession)
  export({ sessionId }: OperationInput<typeof exportSession>, { signal, principal }: OperationContext) {
    return this.service.export(sessionId, signal, principal);
  }

  @HandlesOperation(deleteSession)
  delete({ sessionId }: OperationInput<typeof deleteSession>, { signal, principal }: OperationContext) {
    return this.service.delete(sessionId, signal, principal);
  }
}
