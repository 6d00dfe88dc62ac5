import { ArbiterError, type ToolPlan, type ToolResult, type ToolStep } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import { planBatches, validateToolPlan, type ToolRegistry } from '@arbiter/tool-sdk';
import type { ExecutionContext, ToolEvent } from './tool-run.js';
import type { ToolExecutor } from './tool-executor.js';

/** Steps of one plan under way at once: what one question may ask of the other arms at the same time. */
const STEPS_AT_ONCE = 8;

export interface PlanEvent extends ToolEvent {
  readonly step: string;
}

/** Results of all steps, by id, in the order of the plan. */
export type PlanResults = ReadonlyMap<string, ToolResult>;

/** Runs plans: batch after batch, the steps of one at the same time. */
export class PlanRunner {
  constructor(
    private readonly tools: ToolRegistry,
    private readonly executor: ToolExecutor,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks a plan, then runs it. A step that fails leaves the others their results; one that has nothing left to go on,
   * since all that it depends on has failed, is not run and says so.
   *
   * @param plan as it came, from a model or a client
   * @throws ArbiterError INVALID_REQUEST before anything has run, with all that is wrong in `details.issues`; what aborted
   *   the signal of the call
   */
  async *run(plan: unknown, context: ExecutionContext): AsyncGenerator<PlanEvent, PlanResults, undefined> {
    return yield* this.runSteps(validateToolPlan(plan, this.tools), context);
  }

  private async *runSteps(
    { steps }: ToolPlan,
    context: ExecutionContext,
  ): AsyncGenerator<PlanEvent, PlanResults, undefined> {
    const results = new Map(context.previousResults ?? []);
    // Ends what still runs of a batch when its consumer goes away between two events.
    const lifetime = new AbortController();
    const leave = (): void => lifetime.abort(context.call.signal.reason);
    context.call.signal.addEventListener('abort', leave, { once: true });
    if (context.call.signal.aborted) leave();
    const inner = { ...context, call: { ...context.call, signal: lifetime.signal } };
    try {
      for (const batch of planBatches(steps).batches) {
        const streams = batch.map((step) => this.runStep(step, { ...inner, previousResults: new Map(results) }));
        const ended = yield* mergeStreams(streams, STEPS_AT_ONCE);
        for (const [index, result] of ended.entries()) results.set(batch[index]?.id ?? '', result);
      }
    } finally {
      context.call.signal.removeEventListener('abort', leave);
      lifetime.abort(new ArbiterError('CANCELLED', 'The plan is no longer wanted.'));
    }
    return new Map(steps.flatMap(({ id }) => entryOf(results, id)));
  }

  private async *runStep(step: ToolStep, context: ExecutionContext): AsyncGenerator<PlanEvent, ToolResult, undefined> {
    const refusal = this.refusalOf(step, context);
    if (refusal) return refusal;
    const events = this.executor.run(step, context);
    try {
      for (;;) {
        const next = await events.next();
        if (next.done === true) return next.value;
        yield { ...next.value, step: step.id };
      }
    } finally {
      // Only of use when the consumer goes away: what has ended stays so.
      await events.return(undefined as never);
    }
  }

  /** The result of a step that is not run. */
  private refusalOf({ tool, dependencies }: ToolStep, context: ExecutionContext): ToolResult | null {
    const refused = (code: 'DEADLINE_EXCEEDED' | 'CONFLICT', error: string): ToolResult => {
      return { tool, success: false, data: [], confidence: 0, duration: 0, error, code };
    };
    if (this.clock.now() >= context.call.deadline) {
      return refused('DEADLINE_EXCEEDED', 'There was no time left for this step.');
    }
    const failed = dependencies.filter((id) => context.previousResults?.get(id)?.success !== true);
    if (dependencies.length === 0 || failed.length < dependencies.length) return null;
    return refused('CONFLICT', `Nothing to go on: ${failed.map((id) => `"${id}"`).join(', ')} failed.`);
  }
}

function entryOf(results: PlanResults, id: string): [string, ToolResult][] {
  const result = results.get(id);
  return result ? [[id, result]] : [];
}

interface Step<Event, Outcome> {
  /** Of the stream. */
  readonly index: number;
  readonly next: IteratorResult<Event, Outcome>;
}

/**
 * Runs generators at the same time and yields what each yields as soon as it does; one that was not asked for its next
 * value does not run ahead.
 *
 * @param limit under way at once, ≥ 1; the others begin when one has ended
 * @returns what the generators returned, in their order
 * @throws what the first that failed threw; the others are ended, without being waited for
 */
export async function* mergeStreams<Event, Outcome>(
  streams: readonly AsyncGenerator<Event, Outcome, undefined>[],
  limit: number,
): AsyncGenerator<Event, Outcome[], undefined> {
  const outcomes: Outcome[] = [];
  const pending = new Map<number, Promise<Step<Event, Outcome>>>();
  const advance = (index: number): void => {
    const stream = streams[index];
    if (stream)
      pending.set(
        index,
        stream.next().then((next) => ({ index, next })),
      );
  };
  let begun = Math.min(limit, streams.length);
  for (let index = 0; index < begun; index += 1) advance(index);
  try {
    while (pending.size > 0) {
      const { index, next } = await Promise.race(pending.values());
      pending.delete(index);
      if (next.done === true) {
        outcomes[index] = next.value;
        if (begun < streams.length) advance(begun++);
      } else {
        yield next.value;
        advance(index);
      }
    }
    return outcomes;
  } finally {
    for (const step of pending.values()) step.catch(() => undefined);
    for (const stream of streams) void stream.return(undefined as Outcome).catch(() => undefined);
  }
}
