import type { Principal, ToolDescriptor } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { ToolRegistry, type BaseMcpTool } from '@arbiter/tool-sdk';
import type { LibraryContext } from './library-context.js';
import { ToolExecutor, type ExecutorPorts, type ExecutorSettings } from './tool-executor.js';

/** Usual durations of tools, as measured so far. */
export interface TypicalDurations {
  /** @returns milliseconds by tool; a tool that has not run is absent */
  typical(tools: readonly string[]): Promise<Readonly<Record<string, number>>>;
}

/** Tools of packs. */
export interface OwnTools {
  readonly tools: readonly BaseMcpTool[];
  /** Of the domains that have these tools. */
  readonly collections: readonly string[];
}

/** The tools of every run. */
export interface ToolSet {
  /** Tools of all callers but the one that answers an agent's question, which is made for each run. */
  readonly tools: readonly BaseMcpTool[];
  /** Those of the packs that a caller may use. */
  readonly packToolsOf: (principal: Principal | null) => OwnTools;
  /** Ports of the executor; cache and measured durations are shared by all runs. */
  readonly execution: Omit<ExecutorPorts, 'tools'>;
  readonly durations: TypicalDurations;
  /** What this run knows of the library. */
  readonly library: Pick<LibraryContext, 'describe'>;
  /** How tools are run; the defaults when absent. */
  readonly settings?: ExecutorSettings;
}

/** The tools of one run, by name, with what executes them. */
export interface OpenToolSet extends Pick<OwnTools, 'collections'> {
  readonly registry: ToolRegistry;
  readonly executor: ToolExecutor;
}

/** Every door opens its tools here: what a caller may not use has no name in its run. */
export function openToolSet(
  { tools, packToolsOf, execution, settings }: Omit<ToolSet, 'library'>,
  { principal }: Pick<OperationContext, 'principal'>,
): OpenToolSet {
  const own = packToolsOf(principal);
  const registry = new ToolRegistry([...tools, ...own.tools]);
  return {
    registry,
    collections: own.collections,
    executor: new ToolExecutor({ ...execution, tools: registry }, settings),
  };
}

/** Tools as a planner is told of them, with what they usually take. */
export async function describeTools(registry: ToolRegistry, durations: TypicalDurations): Promise<ToolDescriptor[]> {
  const typical = await durations.typical(registry.names());
  return registry.list((tool) => typical[tool]);
}
