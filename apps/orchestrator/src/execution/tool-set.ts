import type { ToolDescriptor } from '@arbiter/contracts';
import { ToolRegistry, type BaseMcpTool } from '@arbiter/tool-sdk';
import { ToolExecutor, type ExecutorPorts, type ExecutorSettings } from './tool-executor.js';

/** Usual durations of tools, as measured so far. */
export interface TypicalDurations {
  /** @returns milliseconds by tool; a tool that has not run is absent */
  typical(tools: readonly string[]): Promise<Readonly<Record<string, number>>>;
}

/** The tools of every run. */
export interface ToolSet {
  /** All tools but the one that answers an agent's question, which is made for each run. */
  readonly tools: readonly BaseMcpTool[];
  /** Of all domains that have tools of their own. */
  readonly collections: readonly string[];
  /** Ports of the executor; cache and measured durations are shared by all runs. */
  readonly execution: Omit<ExecutorPorts, 'tools'>;
  readonly durations: TypicalDurations;
  /** How tools are run; the defaults when absent. */
  readonly settings?: ExecutorSettings;
}

/** The tools of one run, by name, with what executes them. */
export interface OpenToolSet {
  readonly registry: ToolRegistry;
  readonly executor: ToolExecutor;
}

export function openToolSet({ tools, execution, settings }: ToolSet): OpenToolSet {
  const registry = new ToolRegistry(tools);
  return { registry, executor: new ToolExecutor({ ...execution, tools: registry }, settings) };
}

/** Tools as a planner is told of them, with what they usually take. */
export async function describeTools(registry: ToolRegistry, durations: TypicalDurations): Promise<ToolDescriptor[]> {
  const typical = await durations.typical(registry.names());
  return registry.list((tool) => typical[tool]);
}
