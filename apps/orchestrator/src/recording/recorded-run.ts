import { costOf, pricesOf } from '@arbiter/adapter-kit/language-model';
import {
  type AgentEvent,
  type AnswerBudget,
  type AnswerRecord,
  type ArbiterError,
  type Experiment,
  identityOf,
  type PriceTable,
  type QueryEvent,
  type RankingOverrides,
} from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import { timestampOf, type AnswerRecordStore, type Clock, type CostLedger, type IdGenerator } from '@arbiter/ports';
import type { AnswerEvents } from '../experiments/answer-events.js';
import { assignVariant, type Assignment } from '../experiments/assign-variant.js';
import { OverridingClient } from '../experiments/overriding-client.js';
import { budgetFor, budgetLeft, sumUsage, wereOverBudget, type AnswerBudgetObserver } from './answer-budget.js';
import type { AnswerObserver } from './answer.observer.js';
import { CallLog, parentAfter, recordError } from './call-log.js';
import type { Bill, KeptAnswer, RunContext, RunRequest } from './run-context.js';
import { documentsIn, packRun } from './pack-run.js';
import { RecordingClock, RecordingIds, recordingPort } from './recorded-ports.js';
import { RecordingClient } from './recorded-client.js';

export interface RunRecorderPorts {
  readonly client: OperationClient;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** Null where answers are not kept. */
  readonly answers: AnswerRecordStore | null;
  /** Null where answers are not kept. */
  readonly costs: CostLedger | null;
  /** Null where answers are not kept. Default null. */
  readonly events?: AnswerEvents | null;
  readonly observer?: AnswerBudgetObserver;
  readonly outcomes?: AnswerObserver;
}

export interface RunRecorderSettings {
  /** Of the software that answers. */
  readonly version: string;
  /** Null where none is configured. */
  readonly prices: PriceTable | null;
  /** Budget of language models for one answer; unlimited when absent. */
  readonly budget?: AnswerBudget;
  /** Null: every answer is made with the usual settings. Default null. */
  readonly experiment?: Experiment | null;
}

/** One answer on its way, everything about it written down. */
export class RecordedRun implements RunContext {
  readonly answerId: string;
  readonly client: OperationClient;
  readonly clock: RecordingClock;
  readonly ids: RecordingIds;
  readonly overrides: RankingOverrides | null;
  readonly #assignment: Assignment | null;
  readonly #log: CallLog;
  readonly #startedAt: string;
  readonly #fromMs: number;
  readonly #notes: Record<string, unknown> = {};
  readonly #events: (QueryEvent | AgentEvent)[] = [];
  #parent: string | null = null;
  #kept: KeptAnswer | null = null;

  constructor(
    readonly asked: RunRequest,
    private readonly world: Pick<RunRecorderPorts, 'client' | 'clock' | 'ids' | 'answers'>,
    private readonly settings: RunRecorderSettings,
  ) {
    const { client, clock, ids, answers } = world;
    const { prices, budget: granted = {}, experiment = null } = settings;
    const budget = budgetFor(granted, asked.budget, prices);
    this.#log = new CallLog(clock);
    this.#startedAt = timestampOf(clock);
    this.#fromMs = clock.monotonic();
    this.answerId = ids.next('answer');
    // What is not kept cannot be compared.
    const { sessionId, context, isFromUser = true } = asked;
    const keys = { sessionId, principal: callerOf(context) };
    this.#assignment = experiment && answers && isFromUser ? assignVariant(experiment, keys) : null;
    const { overrides = {} } = this.#assignment ?? {};
    this.overrides = Object.keys(overrides).length === 0 ? null : overrides;
    const overridden = this.overrides ? new OverridingClient(client, this.overrides) : client;
    this.client = new RecordingClient(overridden, this.#log, () => ({
      budget: budgetLeft(budget, sumUsage(this.#log.ended), prices),
      includePrompts: answers !== null,
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
  completed(result: unknown): AnswerRecord | null {
    const { kind, context } = this.asked;
    if (!this.#kept) return null;
    const documents = documentsIn([this.#log.calls, this.#events, result]);
    return {
      ...this.#kept,
      kind,
      principal: callerOf(context),
      documents,
      assigned: this.#assignment?.assigned ?? null,
      redacted: null,
      flight: this.#pack(result, null),
    };
  }

  failed(error: ArbiterError): AnswerRecord {
    const { kind, domain, query, sessionId, context } = this.asked;
    return {
      id: this.answerId,
      kind,
      status: 'failed',
      domain,
      query,
      sessionId,
      principal: callerOf(context),
      durationMs: Math.max(0, this.world.clock.monotonic() - this.#fromMs),
      ...this.bill(),
      createdAt: timestampOf(this.world.clock),
      answer: '',
      claims: [],
      evidence: '',
      documents: documentsIn([this.#log.calls, this.#events]),
      shownDocuments: [],
      assigned: this.#assignment?.assigned ?? null,
      redacted: null,
      flight: this.#pack(null, error),
    };
  }

  #pack(result: unknown, error: ArbiterError | null) {
    const { request, context } = this.asked;
    const { prices, version } = this.settings;
    return packRun({
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

function callerOf({ principal }: RunRequest['context']): string | null {
  return principal && identityOf(principal);
}
