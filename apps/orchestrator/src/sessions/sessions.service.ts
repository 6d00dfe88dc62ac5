import { ArbiterError, MAX_EXPORTED_MESSAGES, type SessionDeletion, type SessionExport } from '@arbiter/contracts';
import {
  timestampOf,
  type AnswerRecordStore,
  type Clock,
  type CostLedger,
  type InsightStore,
  type SessionStore,
} from '@arbiter/ports';

export interface SessionsPorts {
  readonly sessions: SessionStore;
  readonly insights: InsightStore;
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  /** Null where answers are not kept. */
  readonly costs: CostLedger | null;
  readonly clock: Clock;
}

/** Answers of one session that an export names, the last ones. */
const MAX_EXPORTED_ANSWERS = 10_000;

/** Whatever is held of a session, wherever it is held: what a person may ask to see, and to have deleted. */
export class SessionsService {
  constructor(private readonly ports: SessionsPorts) {}

  /** @throws ArbiterError NOT_FOUND when nothing is held of it */
  async export(sessionId: string, signal: AbortSignal): Promise<SessionExport> {
    const { sessions, insights, answers, clock } = this.ports;
    const messages = await sessions.recent(sessionId, MAX_EXPORTED_MESSAGES, signal);
    const learnt = await insights.ofSession(sessionId, signal);
    const given = (await answers?.list({ sessionId, limit: MAX_EXPORTED_ANSWERS }, signal)) ?? [];
    if (!messages && learnt.length === 0 && given.length === 0) throw unknownSession(sessionId);
    return {
      sessionId,
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
  async delete(sessionId: string, signal: AbortSignal): Promise<SessionDeletion> {
    const { sessions, insights, answers: records, costs } = this.ports;
    const answers = (await records?.deleteOfSession(sessionId, signal)) ?? 0;
    // What was spent stays in the books, without saying for whom.
    await costs?.forgetSession(sessionId, signal);
    const learnt = await insights.deleteOfSession(sessionId, signal);
    const messages = await sessions.delete(sessionId, signal);
    if (!messages && learnt === 0 && answers === 0) throw unknownSession(sessionId);
    return { sessionId, messages, insights: learnt, answers };
  }
}

function unknownSession(sessionId: string): ArbiterError {
  return new ArbiterError('NOT_FOUND', `There is no session "${sessionId}".`, { details: { sessionId } });
}
