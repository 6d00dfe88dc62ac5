import { BaseMcpTool, type DocumentParser, type ToolLibrary } from '@arbiter/tool-sdk';
import type { DescribedTool, LoadProblem, ThreadModule, ThreadSettings } from '../thread-protocol.js';
import { ModuleLinker } from './link-modules.js';

export interface LoadedCode {
  readonly tools: ReadonlyMap<string, BaseMcpTool>;
  readonly parsers: ReadonlyMap<string, DocumentParser>;
  readonly described: readonly DescribedTool[];
  readonly problems: readonly LoadProblem[];
}

type MadeOf = new (library?: ToolLibrary) => unknown;

/** Loads what a pack names, each by itself: one that cannot be had is told, and keeps no other from being there. */
export async function loadCode(
  { folder, digests, modules, parsers: named, mode }: ThreadSettings,
  library: ToolLibrary,
): Promise<LoadedCode> {
  const linker = new ModuleLinker(folder, digests);
  const tools = new Map<string, BaseMcpTool>();
  const parsers = new Map<string, DocumentParser>();
  const described: DescribedTool[] = [];
  const problems: LoadProblem[] = [];
  const loadEach = async (entries: readonly ThreadModule[], take: (made: unknown, entry: ThreadModule) => void) => {
    for (const entry of entries) {
      try {
        const module = await linked(entry, linker);
        if (mode === 'inspect') continue;
        await module.evaluate();
        const made = (module.namespace as Readonly<Record<string, unknown>>)[entry.exportName];
        take(typeof made === 'function' ? new (made as MadeOf)(library) : made, entry);
      } catch (thrown) {
        problems.push(problemOf(entry, thrown));
      }
    }
  };
  await loadEach(modules, (made, { entry, file, exportName }) => {
    if (!isTool(made))
      throw new TypeError(`"${exportName}" of tools/${file} is no tool: export a class that extends BaseMcpTool.`);
    described.push(describe(entry, made));
    tools.set(entry, made);
  });
  await loadEach(named, (made, { entry, file, exportName }) => {
    if (!isParser(made))
      throw new TypeError(`"${exportName}" of tools/${file} is no parser: export a class with a method parse.`);
    parsers.set(entry, made);
  });
  return { tools, parsers, described, problems };
}

function isTool(made: unknown): made is BaseMcpTool {
  return made instanceof BaseMcpTool;
}

function isParser(made: unknown): made is DocumentParser {
  return typeof made === 'object' && made !== null && typeof (made as Partial<DocumentParser>).parse === 'function';
}

/** @throws TypeError for a module without the export */
async function linked({ file, exportName }: ThreadModule, linker: ModuleLinker) {
  const module = await linker.link(file);
  const names = Object.getOwnPropertyNames(module.namespace);
  if (names.includes(exportName)) return module;
  const there = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`;
  throw new TypeError(`tools/${file} has no export "${exportName}": ${there}.`);
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

function problemOf({ entry, file }: ThreadModule, thrown: unknown): LoadProblem {
  // Errors of the pack's context are of other classes than ours.
  const { message, stack } = thrown as Partial<Error>;
  const [, place] = (stack ?? '').split(`${file}:`, 2);
  const [line] = /^\d+/.exec(place ?? '') ?? [];
  return { entry, message: message ?? String(thrown), line: line === undefined ? null : Number(line) };
}
