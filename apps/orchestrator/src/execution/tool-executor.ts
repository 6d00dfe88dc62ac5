import { sleep } from '@arbiter/adapter-kit/resilience';
import {
  ArbiterError,
  type ToolFallback,
  type ToolResult,
  type ToolStep,
  backoffMs,
  type RetryPolicy,
} from '@arbiter/contracts';
import { streamInSpan } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { resolveReferences, Result, type BaseMcpTool, type ToolOutput, type ToolRegistry } from '@arbiter/tool-sdk';
import { StepOutcome, type ExecutionContext, type ToolEvent } from './tool-run.js';
import { NOT_KEPT, worthKeeping, type ResultCache, type StoredResults } from './result-cache.js';
import { runAttempt } from './run-attempt.js';
import type { MeasuredDurations, ToolObserver } from './tool.observer.js';

export interface ExecutorPorts {
  readonly tools: ToolRegistry;
  readonly cache: ResultCache;
  readonly durations: MeasuredDurations;
  readonly observer: ToolObserver;
  readonly clock: Clock;
  /** Uniform in [0, 1); jitter of retries. */
  readonly random: () => number;
}

export interface ExecutorSettings {
  readonly retry: RetryPolicy;
  /** Most bytes that one run of a tool may yield, as JSON. */
  readonly maxOutputBytes: number;
  /** Below this a fallback for low confidence runs, 0–1. */
  readonly lowConfidence: number;
}

export const DEFAULT_EXECUTOR_SETTINGS: ExecutorSettings = {
  // The client of operations has already tried other replicas within some 100 ms: these tries come after a breath.
  retry: { retries: 2, baseDelayMs: 200, maxDelayMs: 2_000, jitter: 'full' },
  maxOutputBytes: 2 * 1024 * 1024,
  // Where search results of the default relevance threshold begin.
  lowConfidence: 0.5,
};

/** A request to the executor: a step, or a tool chosen without a plan. */
export type ToolRequest = Pick<ToolStep, 'tool' | 'parameters'> & { readonly fallback?: ToolFallback | undefined };

/** Runs tools, one at a time, with all that can go wrong. Plans are run by the PlanRunner. */
export class ToolExecutor {
  constructor(
    private readonly ports: ExecutorPorts,
    private readonly settings: ExecutorSettings = DEFAULT_EXECUTOR_SETTINGS,
  ) {}

  /**
   * Runs a tool, and what it falls back on. Yields what they yield; a fallback whose result is no better leaves the first.
   *
   * @returns what came of it; a tool that fails, is not there or is called wrongly is a result, too
   * @throws ArbiterError only what aborted the signal of the call
   */
  async *run(request: ToolRequest, context: ExecutionContext): AsyncGenerator<ToolEvent, ToolResult, undefined> {
    const { clock, observer } = this.ports;
    const startedAt = clock.monotonic();
    const { fallback } = request;
    let result = yield* this.runTool(request.tool, request.parameters, context);
    if (fallback && this.isWanted(fallback, result)) {
      observer.fellBack(result.tool, fallback.condition);
      const second = yield* this.runTool(fallback.tool, fallback.parameters ?? request.parameters, context);
      if (second.success && second.confidence >= result.confidence) result = second;
    }
    return { ...result, duration: clock.monotonic() - startedAt };
  }

  /**
   * Runs a tool that was chosen already, with everything but a fallback.
   *
   * @param parameters by the tool's schema, references to earlier results included
   * @throws ArbiterError what the tool failed with at last, and what aborted the signal of the call
   */
  async *execute(
    tool: BaseMcpTool,
    parameters: Readonly<Record<string, unknown>>,
    context: ExecutionContext,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    refuseFoundAddresses(tool, parameters);
    const inputs = tool.parseInputs(resolveReferences(parameters, context.previousResults ?? new Map()));
    const { name, version, cacheable } = tool;
    const { tree, call } = context;
    const key = { name, version, inputs, collections: tree.collectionNames };
    const looked = cacheable ? await this.ports.cache.look<StoredResults>(key, call) : NOT_KEPT;
    if (looked.hit) {
      for (const fields of looked.hit) yield new Result(fields);
      return;
    }
    const outputs: ToolOutput[] = [];
    for await (const output of this.measured(tool, inputs, context)) {
      if (cacheable) outputs.push(output);
      yield output;
    }
    if (!cacheable) this.ports.cache.forget();
    const results = worthKeeping(outputs);
    if (results) await looked.keep(results);
  }

  private isWanted({ condition }: ToolFallback, { success, confidence }: ToolResult): boolean {
    return condition === 'on_error' ? !success : success && confidence < this.settings.lowConfidence;
  }

  private async *runTool(
    name: string,
    parameters: Readonly<Record<string, unknown>>,
    context: ExecutionContext,
  ): AsyncGenerator<ToolEvent, ToolResult, undefined> {
    const { tools, clock } = this.ports;
    const startedAt = clock.monotonic();
    const tool = tools.find(name);
    const outcome = new StepOutcome(tool?.name ?? name);
    let error: ArbiterError | null = null;
    try {
      for await (const output of this.execute(tool ?? tools.resolve(name), parameters, context)) {
        outcome.take(output);
        const ms = output.kind === 'result' ? { ms: clock.monotonic() - startedAt } : {};
        yield { tool: tool?.name ?? name, output, ...ms };
      }
    } catch (thrown) {
      context.call.signal.throwIfAborted();
      error = ArbiterError.from(thrown);
    }
    return outcome.toResult(clock.monotonic() - startedAt, error);
  }

  private async *measured(
    tool: BaseMcpTool,
    inputs: Record<string, unknown>,
    context: ExecutionContext,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { clock, durations, observer } = this.ports;
    const startedAt = clock.monotonic();
    // Stands where the consumer ends the iteration early.
    let error: ArbiterError | null = new ArbiterError('CANCELLED', `Nobody waits for ${tool.name} any more.`);
    try {
      // Semantic conventions for generative AI; neither arguments nor results are exported.
      const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool.name };
      yield* streamInSpan(`execute_tool ${tool.name}`, { attributes }, () => this.attempts(tool, inputs, context));
      error = null;
    } catch (thrown) {
      error = ArbiterError.from(thrown);
      throw error;
    } finally {
      const durationMs = clock.monotonic() - startedAt;
      observer.ended(tool.name, durationMs, error);
      if (!error) durations.record(tool.name, durationMs);
    }
  }

  /** Outputs cannot be taken back: an attempt is only repeated if it has yielded nothing but status so far. */
  private async *attempts(
    tool: BaseMcpTool,
    inputs: Record<string, unknown>,
    { tree, call, previousResults = new Map(), metadata = {} }: ExecutionContext,
  ): AsyncGenerator<ToolOutput, void, undefined> {
    const { signal, deadline, requestId, traceparent, principal } = call;
    const toolCall = { signal, deadline, requestId, traceparent, principal, previousResults, metadata };
    for (let tried = 1; ; tried += 1) {
      let hasSpoken = false;
      try {
        const attempt = { tool, tree, inputs, call: toolCall };
        for await (const output of runAttempt(attempt, this.settings.maxOutputBytes, this.ports)) {
          hasSpoken ||= output.kind !== 'status';
          yield output;
        }
        return;
      } catch (thrown) {
        const error = ArbiterError.from(thrown);
        const waitMs = hasSpoken ? null : this.waitBefore(tool, tried, error, deadline);
        if (waitMs === null) throw error;
        this.ports.observer.retried(tool.name, error);
        await sleep(waitMs, signal);
      }
    }
  }

  /** @returns milliseconds; null when another attempt cannot help, may do harm, or would come too late */
  private waitBefore(tool: BaseMcpTool, tried: number, error: ArbiterError, deadline: number): number | null {
    return tool.idempotent ? waitBeforeRetry(error, tried, deadline, this.ports, this.settings.retry) : null;
  }
}

/**
 * An address must stand in the plan: one that an earlier step found was written by others.
 *
 * @throws ArbiterError FORBIDDEN
 */
function refuseFoundAddresses(
  { name, spokenInputs }: BaseMcpTool,
  parameters: Readonly<Record<string, unknown>>,
): void {
  for (const [input, kind] of Object.entries(spokenInputs)) {
    if (kind !== 'address' || typeof parameters[input] !== 'object') continue;
    throw new ArbiterError('FORBIDDEN', `${name} takes its ${input} only as it stands in the plan.`, {
      details: { tool: name, input },
    });
  }
}

/**
 * @param tried attempts so far, ≥ 1
 * @param deadline of the call, in milliseconds of the clock
 * @returns milliseconds; null when another attempt cannot help, or would come too late
 */
export function waitBeforeRetry(
  error: ArbiterError,
  tried: number,
  deadline: number,
  { clock, random }: Pick<ExecutorPorts, 'clock' | 'random'>,
  retry: RetryPolicy,
): number | null {
  if (!error.retryable || tried > retry.retries) return null;
  const waitMs = backoffMs(tried, retry, random());
  return clock.now() + waitMs < deadline ? waitMs : null;
}
