import type { Principal, ToolResult } from '@arbiter/contracts';
import { createLogger } from '@arbiter/platform';
import { SYSTEM_CLOCK, type Clock } from '@arbiter/ports';
import {
  BaseMcpTool,
  newTreeData,
  Result,
  ToolRegistry,
  type ToolCall,
  type ToolOutput,
  type TreeData,
} from '@arbiter/tool-sdk';
import { Registry } from 'prom-client';
import { z } from 'zod';
import type { ExecutionContext, ToolEvent } from '../src/execution/tool-run.js';
import { PlanRunner } from '../src/execution/plan-runner.js';
import { LruResultStore, ResultCache } from '../src/execution/result-cache.js';
import { DEFAULT_EXECUTOR_SETTINGS, ToolExecutor, type ExecutorSettings } from '../src/execution/tool-executor.js';
import { MeasuredDurations, ToolObserver } from '../src/execution/tool.observer.js';

const Inputs = z.strictObject({ query: z.string().default('x'), limit: z.int().optional() });
type Inputs = z.output<typeof Inputs>;

export type Script = (inputs: Inputs, call: ToolCall, tree: TreeData) => AsyncGenerator<ToolOutput, void, undefined>;

/** A tool that does as its script says. */
export class ScriptedTool extends BaseMcpTool<typeof Inputs> {
  readonly description = 'Does as it is told.';
  readonly inputSchema = Inputs;
  override readonly cacheable: boolean;
  override readonly idempotent: boolean;
  override readonly timeoutMs: number;
  override version: string;
  runs = 0;

  constructor(
    readonly name: string,
    private readonly script: Script,
    options: Partial<Pick<BaseMcpTool, 'cacheable' | 'idempotent' | 'timeoutMs' | 'version'>> = {},
  ) {
    super();
    this.cacheable = options.cacheable ?? false;
    this.idempotent = options.idempotent ?? true;
    this.timeoutMs = options.timeoutMs ?? 5_000;
    this.version = options.version ?? '1';
  }

  execute(tree: TreeData, inputs: Inputs, call: ToolCall): AsyncGenerator<ToolOutput, void, undefined> {
    this.runs += 1;
    return this.script(inputs, call, tree);
  }
}

/** A tool that yields one result with its query. */
export function echo(
  name: string,
  options: ConstructorParameters<typeof ScriptedTool>[2] & { readonly confidence?: number } = {},
): ScriptedTool {
  const { confidence, ...rest } = options;
  return new ScriptedTool(
    name,
    async function* ({ query }) {
      yield await Promise.resolve(
        new Result({ objects: [{ query }], name, ...(confidence !== undefined && { confidence }) }),
      );
    },
    rest,
  );
}

export interface WorkbenchOptions {
  readonly clock?: Clock;
  readonly settings?: Partial<ExecutorSettings>;
  /** What the collections hold; may change between calls. */
  readonly generation?: () => string | null;
  readonly cacheBytes?: number;
}

/** An executor and all that it needs, around the given tools. */
export function workbench(tools: readonly BaseMcpTool[], options: WorkbenchOptions = {}) {
  const { clock = SYSTEM_CLOCK, generation = () => 'g1', cacheBytes = 1_000_000 } = options;
  const metrics = new Registry();
  const logged: string[] = [];
  const logger = createLogger({
    name: 'test',
    level: 'info',
    destination: { write: (line: string) => void logged.push(line) },
  });
  const observer = new ToolObserver(metrics, logger);
  const registry = new ToolRegistry(tools);
  const durations = new MeasuredDurations();
  const cache = new ResultCache(
    new LruResultStore({ maxBytes: cacheBytes, maxEntries: 100 }),
    { of: () => Promise.resolve(generation()), forget: () => undefined },
    observer,
  );
  const execution = { cache, durations, observer, clock, random: () => 0.5 };
  const executor = new ToolExecutor(
    { ...execution, tools: registry },
    {
      ...DEFAULT_EXECUTOR_SETTINGS,
      retry: { retries: 2, baseDelayMs: 2, maxDelayMs: 4, jitter: 'full' },
      ...options.settings,
    },
  );
  const valueOf = async (metric: string, labels: object = {}) => {
    const values = (await metrics.getSingleMetric(metric)?.get())?.values ?? [];
    const matches = values.filter((value) =>
      Object.entries(labels).every(([key, label]) => value.labels[key] === label),
    );
    return matches.reduce((sum, { value }) => sum + value, 0);
  };
  return {
    executor,
    shared: { execution, durations, packToolsOf: () => ({ tools: [], collections: [] }) },
    plans: new PlanRunner(registry, executor, clock),
    durations,
    logged,
    valueOf,
  };
}

/** A call of a client that may go away. */
export function contextOf({
  caller = new AbortController(),
  deadlineMs = 5_000,
  clock = SYSTEM_CLOCK,
  collectionNames = [] as readonly string[],
  principal = null as Principal | null,
} = {}): ExecutionContext {
  const deadline = clock.now() + deadlineMs;
  return {
    call: { requestId: 'r1', deadline, signal: caller.signal, traceparent: '00-0-0-00', principal },
    tree: newTreeData('Who keeps the lamp?', { collectionNames }),
  };
}

/** Everything that a run yields, and what it returns. */
export async function drain<E extends ToolEvent, R>(
  run: AsyncGenerator<E, R, undefined>,
): Promise<{ readonly events: E[]; readonly result: R }> {
  const events: E[] = [];
  for (;;) {
    const next = await run.next();
    if (next.done === true) return { events, result: next.value };
    events.push(next.value);
  }
}

/** The objects of all that a step found. */
export function objectsOf(result: ToolResult | undefined): unknown[] {
  return (result?.data ?? []).flatMap(({ objects }) => objects);
}
