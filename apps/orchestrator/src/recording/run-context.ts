import type { AnswerBudget, AnswerRecord, Cost, ModelUsage } from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import type { Clock, IdGenerator } from '@arbiter/ports';

/** What language models were asked for an answer, and what that costs. */
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
  /**
   * A port of this arm whose every call is recorded as `<name>.<method>`; on a replay the record answers and the port is
   * not touched, whether it reads or writes.
   *
   * @param port an object of asynchronous methods; what they take and resolve to is JSON, signals aside
   * @param writes methods that change something outside: on a replay they come to what they came to, whatever they write
   */
  port<T extends object>(name: string, port: T, writes?: readonly (keyof T)[]): T;
  /** Writes down what was decided, for people: the plan, the question with its references resolved. The last of a name counts. */
  note(name: string, value: unknown): void;
  /** So far. */
  bill(): Bill;
  /** Whether the budget of the answer has kept a language model from being asked so far. */
  overBudget(): boolean;
  /** What is to be kept of the answer, once it is there; the recorder adds the run and saves it at the end. */
  keep(record: KeptAnswer): void;
}

/** Who asked, and by which way, the recorder knows. */
export type KeptAnswer = Omit<AnswerRecord, 'flight' | 'kind' | 'principal' | 'documents' | 'redacted'>;

/** Who asks what. */
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
}
