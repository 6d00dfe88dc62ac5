import { costOf } from '@arbiter/adapter-kit/language-model';
import type { AgentEvent, FlightRecord, QueryEvent, RecordedError } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { Clock, IdGenerator } from '@arbiter/ports';
import { recordError } from './call-log.js';
import { CallScript, type MissingCall } from './call-script.js';
import type { Bill, RunContext } from './run-context.js';
import { sumUsage, wereOverBudget } from './answer-budget.js';
import { ReplayingClock, ReplayingIds, replayingPort } from './recorded-ports.js';
import { ReplayingClient } from './recorded-client.js';

/** Outcome of a run that called the record instead of the arms. */
export interface Replayed {
  readonly events: readonly unknown[];
  /** Null when it failed. */
  readonly result: unknown;
  readonly error: RecordedError | null;
  /** Its calls that the record does not hold. */
  readonly missing: readonly MissingCall[];
  /** Recorded calls that it did not make. */
  readonly unused: number;
}

/** Runs code on a record. Nothing is asked, nothing is written. */
export async function replayRun(
  answerId: string,
  record: FlightRecord,
  answer: (run: RunContext) => AsyncGenerator<QueryEvent | AgentEvent, unknown, undefined>,
): Promise<Replayed> {
  const script = new CallScript(record);
  const events: unknown[] = [];
  let result: unknown = null;
  let error: RecordedError | null = null;
  try {
    const stream = answer(new ReplayedRun(answerId, record, script));
    for (let next = await stream.next(); ; next = await stream.next()) {
      if (next.done) {
        result = next.value;
        break;
      }
      events.push(next.value);
    }
  } catch (thrown) {
    error = recordError(thrown);
  }
  return { events, result, error, missing: script.missing, unused: script.left.length };
}

class ReplayedRun implements RunContext {
  readonly client: OperationClient;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly overrides = null;

  constructor(
    readonly answerId: string,
    private readonly record: FlightRecord,
    private readonly script: CallScript,
  ) {
    this.client = new ReplayingClient(script);
    this.clock = new ReplayingClock(record.clock);
    this.ids = new ReplayingIds(record.ids);
  }

  port<T extends object>(name: string, port: T, writes: readonly (keyof T)[] = []): T {
    return replayingPort(name, port, writes, this.script);
  }

  note(): void {
    // Nothing of a replay is kept.
  }

  bill(): Bill {
    const tokens = sumUsage(this.script.taken);
    return { tokens, cost: this.record.prices && costOf(tokens, this.record.prices) };
  }

  overBudget(): boolean {
    return wereOverBudget(this.script.taken);
  }

  keep(): void {
    // As with notes.
  }
}
