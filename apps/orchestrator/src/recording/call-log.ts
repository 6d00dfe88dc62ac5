import {
  ArbiterError,
  type AgentEvent,
  type AnyOperation,
  type ModelBudget,
  type ModelCall,
  type QueryEvent,
  type RecordedCall,
  type RecordedError,
} from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';

/** A call that has not ended yet. */
export interface OpenCall {
  /** Budget left for language models when the call began. */
  granted(budget: ModelBudget): void;
  annotated(annotations: ReadonlyMap<string, string>): void;
  /** Calls of language models on the way. */
  asked(modelCalls: readonly ModelCall[]): void;
  event(event: unknown): void;
  succeeded(output: unknown): void;
  failed(thrown: unknown): void;
}

/** A call as it was made: its values are those of the code, not yet packed. */
export type LoggedCall = Omit<RecordedCall, 'cutBytes'>;

type MutableCall = { -readonly [K in keyof LoggedCall]: LoggedCall[K] };

/** Everything that one answer has asked of others, in the order in which it was begun. */
export class CallLog {
  readonly #calls: MutableCall[] = [];
  readonly #ended: MutableCall[] = [];
  readonly #startedAt: number;
  #parent: string | null = null;

  constructor(private readonly clock: Clock) {
    this.#startedAt = clock.monotonic();
  }

  /** Those that have ended; one that is still open has given the answer nothing. */
  get calls(): readonly LoggedCall[] {
    return this.#calls.filter(({ ended }) => ended >= 0);
  }

  /** The same, in the order in which they ended. */
  get ended(): readonly LoggedCall[] {
    return this.#ended;
  }

  /** On whose behalf the calls from now on are made. */
  set parent(name: string | null) {
    this.#parent = name;
  }

  begin(name: string, operation: AnyOperation | null, input: unknown): OpenCall {
    const from = this.clock.monotonic();
    const call: MutableCall = {
      name,
      revision: operation?.revision ?? null,
      parent: this.#parent,
      input,
      events: [],
      output: null,
      error: null,
      annotations: {},
      startedAt: Math.max(0, from - this.#startedAt),
      ms: 0,
      ended: -1,
    };
    this.#calls.push(call);
    const end = (): void => {
      call.ms = Math.max(0, this.clock.monotonic() - from);
      call.ended = this.#ended.push(call) - 1;
    };
    return {
      granted: (budget) => (call.budget = budget),
      asked: (modelCalls) => (call.modelCalls = [...modelCalls]),
      annotated: (annotations) => (call.annotations = Object.fromEntries(annotations)),
      event: (event) => void call.events.push(event),
      succeeded: (output) => {
        call.output = output ?? null;
        end();
      },
      failed: (thrown) => {
        call.error = recordError(thrown);
        end();
      },
    };
  }
}

export function recordError(thrown: unknown): RecordedError {
  const { code, message, details } = ArbiterError.from(thrown);
  return { code, message, details };
}

/**
 * On whose behalf calls are made, as the events of a run tell: a stage of the pipeline from its start to its end, a tool of
 * the agent from the decision for it to its result.
 */
export function parentAfter(event: QueryEvent | AgentEvent, before: string | null): string | null {
  switch (event.type) {
    case 'stage':
      return event.status === 'started' ? event.stage : null;
    case 'decision':
      return event.tool;
    case 'result':
      return null;
    default:
      return before;
  }
}
