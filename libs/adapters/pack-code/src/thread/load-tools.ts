import { BaseMcpTool, type ToolLibrary } from '@arbiter/tool-sdk';
import type { DescribedTool, LoadProblem, ThreadSettings } from '../thread-protocol.js';
import { ModuleLinker } from './link-modules.js';

export interface LoadedTools {
  readonly tools: ReadonlyMap<string, BaseMcpTool>;
  readonly described: readonly DescribedTool[];
  readonly problems: readonly LoadProblem[];
}

type Entry = ThreadSettings['modules'][number];
type ToolClass = new (library: ToolLibrary) => unknown;

/** Loads what a pack names, each by itself: one that cannot be had is told, and keeps no other from being there. */
export async function loadTools(
  { folder, digests, modules, mode }: ThreadSettings,
  library: ToolLibrary,
): Promise<LoadedTools> {
  const linker = new ModuleLinker(folder, digests);
  const tools = new Map<string, BaseMcpTool>();
  const described: DescribedTool[] = [];
  const problems: LoadProblem[] = [];
  for (const entry of modules) {
    try {
      const made = await load(entry, linker, mode, library);
      if (!made) continue;
      described.push(describe(entry.entry, made));
      tools.set(entry.entry, made);
    } catch (thrown) {
      problems.push(problemOf(entry, thrown));
    }
  }
  return { tools, described, problems };
}

/** @returns null where nothing was to be run */
async function load(
  { file, exportName }: Entry,
  linker: ModuleLinker,
  mode: ThreadSettings['mode'],
  library: ToolLibrary,
): Promise<BaseMcpTool | null> {
  const module = await linker.link(file);
  const names = Object.getOwnPropertyNames(module.namespace);
  if (!names.includes(exportName)) {
    const there = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`;
    throw new TypeError(`tools/${file} has no export "${exportName}": ${there}.`);
  }
  if (mode === 'inspect') return null;
  await module.evaluate();
  const made = (module.namespace as Readonly<Record<string, unknown>>)[exportName];
  const tool: unknown = typeof made === 'function' ? new (made as ToolClass)(library) : made;
  if (tool instanceof BaseMcpTool) return tool;
  throw new TypeError(`"${exportName}" of tools/${file} is no tool: export a class that extends BaseMcpTool.`);
}

function describe(entry: string, tool: BaseMcpTool): DescribedTool {
  const { name, aliases, version, cacheable, idempotent, timeoutMs } = tool;
  const { description, inputSchema } = tool.describe();
  const triggers = tool.runIfTrue !== BaseMcpTool.prototype.runIfTrue;
  return {
    ...{ entry, name, aliases: [...aliases], version, description, inputSchema },
    ...{ cacheable, idempotent, timeoutMs, triggers },
  };
}

function problemOf({ entry, file }: Entry, thrown: unknown): LoadProblem {
  // Errors of the pack's context are of other classes than ours.
  const { message, stack } = thrown as Partial<Error>;
  const [, place] = (stack ?? '').split(`${file}:`, 2);
  const [line] = /^\d+/.exec(place ?? '') ?? [];
  return { entry, message: message ?? String(thrown), line: line === undefined ? null : Number(line) };
}
