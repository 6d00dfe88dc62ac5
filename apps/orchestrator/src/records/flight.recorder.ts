import { costOf, pricesOf } from '@arbiter/adapter-kit/language-model';
import {
  ArbiterError,
  type AgentEvent,
  type Answer,
  type AnswerBudget,
  type AnswerRecord,
  type ErrorCode,
  type PriceTable,
  type QueryEvent,
} from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { timestampOf, type AnswerRecordStore, type Clock, type CostLedger, type IdGenerator } from '@arbiter/ports';
import { budgetFor, budgetLeft } from './answer-budget.js';
import type { AnswerBudgetObserver } from './answer-budget.observer.js';
import { CallLog, recordError } from './call-log.js';
import type { Bill, Flight, KeptAnswer } from './flight.js';
import { wereOverBudget } from './over-budget.js';
import { documentsIn } from './documents-in.js';
import { packFlight } from './pack-flight.js';
import { parentAfter } from './parent-after.js';
import { RecordingClock, RecordingIds } from './recorded-time.js';
import { recordingPort } from './recorded-port.js';
import { RecordingClient } from './recording.client.js';
import { sumUsage } from './sum-usage.js';

export interface FlightRecorderPorts {
  readonly client: OperationClient;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  /** Null where answers are not kept. */
  readonly costs: CostLedger | null;
  readonly observer?: AnswerBudgetObserver;
}

export interface FlightRecorderSettings {
  /** Of the software that answers. */
  readonly version: string;
  /** Null where none is configured. */
  readonly prices: PriceTable | null;
  /** What language models may take for one answer, whatever it asks for; nothing bounds them when absent. */
  readonly budget?: AnswerBudget;
  /** Whether records hold what language models were asked. Default true. */
  readonly keepsPrompts?: boolean;
}

/** Who asks what. */
export interface Departure {
  readonly kind: AnswerRecord['kind'];
  /** As the operation takes it, defaults filled in. */
  readonly request: unknown;
  readonly query: string;
  readonly domain: string | null;
  readonly sessionId: string | null;
  /** For language models, as the request asks for it. */
  readonly budget?: AnswerBudget | undefined;
  readonly context: OperationContext;
}

/** Where in what a run returns its answer is. */
export interface AnswerLens<R> {
  answerOf(result: R): Answer | null;
  withAnswer(result: R, answer: Answer): R;
}

/** What an answer says under `degraded` when its record could not be kept: feedback cannot name it then. */
export const NOT_KEPT = 'answer-record';

/** Failures that say nothing about the arms: the asker's mistakes, and an asker who went away. */
const NOT_WORTH_KEEPING: readonly ErrorCode[] = ['INVALID_REQUEST', 'NOT_FOUND', 'CANCELLED'];

/** For the record of an answer whose own time is over, in milliseconds. */
const KEEPING_MS = 2_000;

/** Lets code answer with a record running, and keeps the record. */
export class FlightRecorder {
  constructor(
    private readonly ports: FlightRecorderPorts,
    private readonly settings: FlightRecorderSettings,
  ) {}

  /**
   * @param run answers, with the flight in the place of the world
   * @throws ArbiterError INVALID_REQUEST for a budget that cannot be reckoned; whatever the run throws; the error of an arm
   *   names the record of its failure in `details.answerId`
   */
  async *record<E extends QueryEvent | AgentEvent, R>(
    departure: Departure,
    lens: AnswerLens<R>,
    run: (flight: Flight) => AsyncGenerator<E, R, undefined>,
  ): AsyncGenerator<E, R, undefined> {
    const flight = new RecordedFlight(departure, this.ports, this.settings);
    const stream = run(flight);
    try {
      for (let next = await stream.next(); ; next = await stream.next()) {
        if (next.done) return await this.#keep(flight, next.value, lens);
        flight.passed(next.value);
        yield next.value;
      }
    } catch (thrown) {
      throw await this.#keepFailure(flight, thrown);
    } finally {
      // Does nothing to a run that is over; one whose reader has left is to stop.
      await stream.return(undefined as never);
    }
  }

  async #keep<R>(flight: RecordedFlight, result: R, lens: AnswerLens<R>): Promise<R> {
    const { signal } = flight.departure.context;
    const { answers, costs, observer } = this.ports;
    if (flight.overBudget()) observer?.overBudget(flight.departure.kind);
    const record = answers && flight.landed(result);
    if (!record) return result;
    try {
      await answers.save(record, signal);
      const { id, createdAt, principal, sessionId, tokens, cost } = record;
      if (tokens.length > 0)
        await costs?.append({ answerId: id, createdAt, principal, sessionId, tokens, cost }, signal);
      return result;
    } catch {
      signal.throwIfAborted();
      const answer = lens.answerOf(result);
      return answer ? lens.withAnswer(result, { ...answer, degraded: [...answer.degraded, NOT_KEPT] }) : result;
    }
  }

  /** @returns what is to be thrown */
  async #keepFailure(flight: RecordedFlight, thrown: unknown): Promise<unknown> {
    const error = ArbiterError.from(thrown);
    if (!this.ports.answers || NOT_WORTH_KEEPING.includes(error.code)) return thrown;
    try {
      await this.ports.answers.save(flight.crashed(error), AbortSignal.timeout(KEEPING_MS));
    } catch {
      // The failure itself is what the asker has to hear of.
      return thrown;
    }
    const { code, message, details } = error;
    return new ArbiterError(code, message, { details: { ...details, answerId: flight.answerId }, cause: thrown });
  }
}

/** One answer on its way, everything about it written down. */
class RecordedFlight implements Flight {
  readonly answerId: string;
  readonly client: OperationClient;
  readonly clock: RecordingClock;
  readonly ids: RecordingIds;
  readonly #log: CallLog;
  readonly #startedAt: string;
  readonly #fromMs: number;
  readonly #notes: Record<string, unknown> = {};
  readonly #events: (QueryEvent | AgentEvent)[] = [];
  #parent: string | null = null;
  #kept: KeptAnswer | null = null;

  constructor(
    readonly departure: Departure,
    private readonly world: Pick<FlightRecorderPorts, 'client' | 'clock' | 'ids' | 'answers'>,
    private readonly settings: FlightRecorderSettings,
  ) {
    const { client, clock, ids, answers } = world;
    const { prices, budget: granted = {}, keepsPrompts = true } = settings;
    const budget = budgetFor(granted, departure.budget, prices);
    this.#log = new CallLog(clock);
    this.#startedAt = timestampOf(clock);
    this.#fromMs = clock.monotonic();
    this.answerId = ids.next('answer');
    this.client = new RecordingClient(client, this.#log, () => ({
      budget: budgetLeft(budget, sumUsage(this.#log.ended), prices),
      includePrompts: keepsPrompts && answers !== null,
    }));
    this.clock = new RecordingClock(clock);
    this.ids = new RecordingIds(ids);
  }

  port<T extends object>(name: string, port: T, writes: readonly (keyof T)[] = []): T {
    return recordingPort(name, port, writes, this.#log);
  }

  note(name: string, value: unknown): void {
    this.#notes[name] = value;
  }

  bill(): Bill {
    const tokens = sumUsage(this.#log.ended);
    const { prices } = this.settings;
    return { tokens, cost: prices && costOf(tokens, prices) };
  }

  overBudget(): boolean {
    return wereOverBudget(this.#log.ended);
  }

  keep(record: KeptAnswer): void {
    this.#kept = record;
  }

  passed(event: QueryEvent | AgentEvent): void {
    this.#events.push(event);
    this.#parent = parentAfter(event, this.#parent);
    this.#log.parent = this.#parent;
  }

  /** @returns null where the run has given nothing to keep */
  landed(result: unknown): AnswerRecord | null {
    const { kind, context } = this.departure;
    if (!this.#kept) return null;
    const documents = documentsIn([this.#log.calls, this.#events, result]);
    return {
      ...this.#kept,
      kind,
      principal: context.principal,
      documents,
      redacted: null,
      flight: this.#pack(result, null),
    };
  }

  crashed(error: ArbiterError): AnswerRecord {
    const { kind, domain, query, sessionId, context } = this.departure;
    return {
      id: this.answerId,
      kind,
      status: 'failed',
      domain,
      query,
      sessionId,
      principal: context.principal,
      durationMs: Math.max(0, this.world.clock.monotonic() - this.#fromMs),
      ...this.bill(),
      createdAt: timestampOf(this.world.clock),
      answer: '',
      claims: [],
      evidence: '',
      documents: documentsIn([this.#log.calls, this.#events]),
      shownDocuments: [],
      redacted: null,
      flight: this.#pack(null, error),
    };
  }

  #pack(result: unknown, error: ArbiterError | null) {
    const { request, context } = this.departure;
    const { prices, version } = this.settings;
    return packFlight({
      software: version,
      startedAt: this.#startedAt,
      deadline: context.deadline,
      request,
      notes: this.#notes,
      calls: this.#log.calls,
      ids: this.ids.given,
      clock: this.clock.readings,
      prices: prices && pricesOf(sumUsage(this.#log.ended), prices),
      events: this.#events,
      result,
      error: error && recordError(error),
    });
  }
}
