import {
  AgenticSearchRequest,
  answerIn,
  ArbiterError,
  QueryRequest,
  shownAnswer,
  unpackTexts,
  type AgentEvent,
  type Answer,
  type AnswerRecord,
  type FlightRecord,
  type QueryEvent,
  type ReplayReport,
} from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import type { AnswerRecordStore } from '@arbiter/ports';
import type { AnsweringService } from '../query/answering.service.js';
import { recordError } from '../recording/call-log.js';
import { compareAnswers, findDifference, isSameAnswer } from './compare-answers.js';

/** A record that can be replayable again. */
type ReplayableRecord = AnswerRecord & { readonly flight: FlightRecord };

/** Makes recorded answers once more, and says what differs. */
export class ReplayService {
  constructor(
    private readonly answers: AnswerRecordStore,
    private readonly answering: AnsweringService,
  ) {}

  /**
   * Runs today's code on a recorded run. It calls no other arm and keeps nothing.
   *
   * @throws ArbiterError CONFLICT for a record without a recorded run, or one whose result was cut
   */
  async offline(record: AnswerRecord, context: OperationContext): Promise<ReplayReport> {
    const replayable = replayableOf(record);
    const { flight } = replayable;
    if (flight.cut?.result) {
      throw new ArbiterError('CONFLICT', `Answer "${record.id}" was too large to be kept, so it cannot be compared.`);
    }
    const replayed = await this.answering.replay(replayable, flight, requestOf(replayable), context);
    const { events, result, error, missing, unused } = asJson(replayed);
    // Events cut from the record do not count as a difference.
    const compared = flight.cut?.events ? { result, error } : { result, error, events };
    const { texts } = flight;
    const recorded = asJson({
      result: unpackTexts(flight.result, texts),
      error: flight.error,
      ...(!flight.cut?.events && { events: unpackTexts(flight.events, texts) }),
    });
    const firstDifference = findDifference(recorded, compared);
    return {
      answerId: record.id,
      live: false,
      verdict: firstDifference === null && missing.length === 0 ? 'same' : 'different',
      firstDifference,
      missing: [...missing],
      unused,
      answer: answerIn(record.kind, result),
      error,
      comparison: null,
    };
  }

  /**
   * Asks the same question today, as it was understood then, outside of its session.
   *
   * @throws ArbiterError CONFLICT for a record without a recorded run; the reason of the context's signal
   */
  async live(record: AnswerRecord, context: OperationContext): Promise<ReplayReport> {
    const replayable = replayableOf(record);
    const report = { answerId: record.id, live: true, firstDifference: null, missing: [], unused: 0 };
    let answer: Answer | null;
    try {
      answer = await this.ask(replayable, context);
    } catch (thrown) {
      context.signal.throwIfAborted();
      const error = recordError(thrown);
      const isSame = replayable.flight.error?.code === error.code;
      return { ...report, verdict: isSame ? 'same' : 'different', answer: null, error, comparison: null };
    }
    const before = shownAnswer(record);
    if (!before || !answer) return { ...report, verdict: 'different', answer, error: null, comparison: null };
    const kept = await this.answers.get(answer.id, context.signal);
    const comparison = compareAnswers(
      { answer: before, calls: replayable.flight.calls },
      { answer, calls: kept?.flight?.calls ?? [] },
    );
    const verdict = isSameAnswer(comparison) ? 'same' : 'different';
    return { ...report, verdict, answer, error: null, comparison };
  }

  private async ask(record: ReplayableRecord, context: OperationContext): Promise<Answer | null> {
    const request = requestOf(record);
    if (record.kind === 'agent') {
      const { session_id: _session, ...asked } = AgenticSearchRequest.parse(request);
      return (await drain(this.answering.search({ ...asked, query: questionOf(record) }, context, false))).answer;
    }
    const { sessionId: _session, history: _history, ...asked } = QueryRequest.parse(request);
    return drain(this.answering.answer({ ...asked, query: questionOf(record) }, context, false));
  }
}

function replayableOf(record: AnswerRecord): ReplayableRecord {
  const { flight } = record;
  if (flight) return { ...record, flight };
  if (record.redacted) {
    throw new ArbiterError(
      'CONFLICT',
      `Answer "${record.id}" read documents that were deleted; what it needs for a replay went with them.`,
      {
        details: { answerId: record.id },
      },
    );
  }
  throw new ArbiterError(
    'CONFLICT',
    `Answer "${record.id}" was kept by another version, without what a replay needs; ask the question again.`,
    { details: { answerId: record.id } },
  );
}

function requestOf({ flight: { request, texts } }: ReplayableRecord): unknown {
  return unpackTexts(request, texts);
}

/** With its references resolved: the session that they point into has gone on since. */
function questionOf(record: ReplayableRecord): string {
  return shownAnswer(record)?.resolvedQuery ?? record.query;
}

/** As a record would hold it: undefined fields are omitted. */
function asJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

async function drain<R>(stream: AsyncGenerator<QueryEvent | AgentEvent, R, undefined>): Promise<R> {
  let next = await stream.next();
  while (!next.done) next = await stream.next();
  return next.value;
}
