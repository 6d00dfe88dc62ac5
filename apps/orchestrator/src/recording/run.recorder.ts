import { ArbiterError, type AgentEvent, type Answer, type ErrorCode, type QueryEvent } from '@arbiter/contracts';
import type { RunContext, RunRequest } from './run-context.js';

import { RecordedRun, type RunRecorderPorts, type RunRecorderSettings } from './recorded-run.js';

/** Locates the answer within the result of a run. */
export interface AnswerLens<R> {
  answerOf(result: R): Answer | null;
  withAnswer(result: R, answer: Answer): R;
}

/** Entry in `degraded` of an answer whose record could not be kept: feedback cannot name it then. */
export const NOT_KEPT = 'answer-record';

/** Failures that say nothing about the arms: the asker's mistakes, and an asker who went away. */
const NOT_WORTH_KEEPING: readonly ErrorCode[] = ['INVALID_REQUEST', 'NOT_FOUND', 'CANCELLED'];

/** For the record of an answer whose own time is over, in milliseconds. */
const KEEPING_MS = 2_000;

/** Lets code answer with a record running, and keeps the record. */
export class RunRecorder {
  constructor(
    private readonly ports: RunRecorderPorts,
    private readonly settings: RunRecorderSettings,
  ) {}

  /**
   * @param answer answers, with the run in the place of the world
   * @throws ArbiterError INVALID_REQUEST for a budget that cannot be reckoned; whatever the run throws; the error of an arm
   *   names the record of its failure in `details.answerId`
   */
  async *record<E extends QueryEvent | AgentEvent, R>(
    asked: RunRequest,
    lens: AnswerLens<R>,
    answer: (run: RunContext) => AsyncGenerator<E, R, undefined>,
  ): AsyncGenerator<E, R, undefined> {
    const run = new RecordedRun(asked, this.ports, this.settings);
    const stream = answer(run);
    try {
      for (let next = await stream.next(); ; next = await stream.next()) {
        if (next.done) return await this.#keep(run, next.value, lens);
        run.passed(next.value);
        yield next.value;
      }
    } catch (thrown) {
      throw await this.#keepFailure(run, thrown);
    } finally {
      // Does nothing to a run that is over; one whose reader has left is to stop.
      await stream.return(undefined as never);
    }
  }

  async #keep<R>(run: RecordedRun, result: R, lens: AnswerLens<R>): Promise<R> {
    const { signal } = run.asked.context;
    const { answers, costs, events, observer, outcomes } = this.ports;
    const given = lens.answerOf(result);
    if (given) outcomes?.concluded(run.asked.kind, given);
    if (run.overBudget()) observer?.overBudget(run.asked.kind);
    const record = answers && run.completed(result);
    if (!record) return result;
    try {
      await answers.save(record, signal);
      const { id, createdAt, principal, sessionId, tokens, cost } = record;
      if (tokens.length > 0)
        await costs?.append({ answerId: id, createdAt, principal, sessionId, tokens, cost }, signal);
      await events?.given(record, signal);
      return result;
    } catch {
      signal.throwIfAborted();
      const answer = lens.answerOf(result);
      return answer ? lens.withAnswer(result, { ...answer, degraded: [...answer.degraded, NOT_KEPT] }) : result;
    }
  }

  /** @returns what is to be thrown */
  async #keepFailure(run: RecordedRun, thrown: unknown): Promise<unknown> {
    const error = ArbiterError.from(thrown);
    this.ports.outcomes?.failed(run.asked.kind, error.code);
    if (!this.ports.answers || NOT_WORTH_KEEPING.includes(error.code)) return thrown;
    try {
      const record = run.failed(error);
      const signal = AbortSignal.timeout(KEEPING_MS);
      await this.ports.answers.save(record, signal);
      await this.ports.events?.given(record, signal);
    } catch {
      // The failure itself is what the asker has to hear of.
      return thrown;
    }
    const { code, message, details } = error;
    return new ArbiterError(code, message, { details: { ...details, answerId: run.answerId }, cause: thrown });
  }
}
