import type { AnswerBudget, AnswerRecord, Cost, ModelUsage, RankingOverrides } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import type { Clock, IdGenerator } from '@arbiter/ports';

/** Usage of language models for an answer, and its cost. */
export interface Bill {
  /** By model, in the order of their first use; empty where none was asked. */
  readonly tokens: ModelUsage[];
  /** Null without a price table. */
  readonly cost: Cost | null;
}

/**
 * Everything an answering run may use from outside: clients, ports, clock, ids. All of it is recorded, and answered from
 * the record later. Anything else would make the replay differ.
 */
export interface RunContext {
  /** Of the answer. */
  readonly answerId: string;
  readonly client: OperationClient;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** Settings of the variant that searches for this answer, so that nothing cached is of another; null with the usual ones. */
  readonly overrides: RankingOverrides | null;
  /**
   * A port of this arm whose every call is recorded as `<name>.<method>`. On a replay the record answers; the port is
   * neither read nor written.
   *
   * @param port an object of asynchronous methods whose arguments and results are JSON, signals aside
   * @param writes methods that change external state: on a replay they return their recorded results, whatever they write
   */
  port<T extends object>(name: string, port: T, writes?: readonly (keyof T)[]): T;
  /** Notes a decision for people, such as the plan or the resolved question. The last note of a name counts. */
  note(name: string, value: unknown): void;
  /** So far. */
  bill(): Bill;
  /** Whether the budget of the answer has kept a language model from being asked so far. */
  overBudget(): boolean;
  /** Hands over the answer to keep, once it is complete. The recorder adds the run and saves it at the end. */
  keep(record: KeptAnswer): void;
}

/** Who asked, and by which way, the recorder knows. */
export type KeptAnswer = Omit<AnswerRecord, 'flight' | 'kind' | 'principal' | 'documents' | 'assigned' | 'redacted'>;

/** The request of one run, and its caller. */
export interface RunRequest {
  readonly kind: AnswerRecord['kind'];
  /** As the operation takes it, defaults filled in. */
  readonly request: unknown;
  readonly query: string;
  readonly domain: string | null;
  readonly sessionId: string | null;
  /** For language models, as the request asks for it. */
  readonly budget?: AnswerBudget | undefined;
  readonly context: OperationContext;
  /** False for what nobody asked, such as a live replay: it takes no part in an experiment. Default true. */
  readonly isFromUser?: boolean;
}
