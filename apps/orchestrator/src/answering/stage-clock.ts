import type { PipelineStage, QueryEvent } from '@arbiter/contracts';
import { streamInSpan } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';

export interface StageResult<T> {
  readonly value: T;
  /** For people: "3 sub-queries", "12 passages". */
  readonly detail: string;
}

/** Times the stages of one query and announces them. */
export class StageClock {
  private readonly taken: { stage: PipelineStage; ms: number }[] = [];
  private readonly startedAt: number;

  constructor(private readonly clock: Clock) {
    this.startedAt = clock.monotonic();
  }

  /** Every stage that has ended so far, in order; one that ran twice stands twice. */
  get timings(): { stage: PipelineStage; ms: number }[] {
    return [...this.taken];
  }

  /** Milliseconds since the query came in. */
  get elapsedMs(): number {
    return this.clock.monotonic() - this.startedAt;
  }

  /**
   * Runs a stage between its two events. A stage that throws has no second event: the error is the event; one
   * that yields events of its own has them between its two.
   */
  async *run<T>(
    stage: PipelineStage,
    work: () => Promise<StageResult<T>> | AsyncGenerator<QueryEvent, StageResult<T>, undefined>,
  ): AsyncGenerator<QueryEvent, T, undefined> {
    yield { type: 'stage', stage, status: 'started', ms: 0, detail: '' };
    const before = this.clock.monotonic();
    const { value, detail } = yield* streamInSpan(stage, { attributes: { 'arbiter.stage': stage } }, () => steps(work));
    const ms = this.clock.monotonic() - before;
    this.taken.push({ stage, ms });
    yield { type: 'stage', stage, status: 'finished', ms, detail };
    return value;
  }
}

async function* steps<T>(
  work: () => Promise<StageResult<T>> | AsyncGenerator<QueryEvent, StageResult<T>, undefined>,
): AsyncGenerator<QueryEvent, StageResult<T>, undefined> {
  const working = work();
  return working instanceof Promise ? await working : yield* working;
}
