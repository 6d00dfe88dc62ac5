import { ArbiterError } from '@arbiter/contracts';
import type { PackCode } from '@arbiter/ports';
import type { BaseMcpTool, ToolLibrary } from '@arbiter/tool-sdk';
import type { z } from 'zod';
import { PackThread, type PackThreadLimits } from './pack-thread.js';
import { PackTool, schemaOf } from './pack.tool.js';
import type { DescribedTool, LoadProblem } from './thread-protocol.js';

export interface LoadedPackTool {
  /** As `tools.custom` names it. */
  readonly entry: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** For a run, over what it may ask. */
  create(library: ToolLibrary): BaseMcpTool;
}

export interface LoadedPackCode {
  readonly tools: readonly LoadedPackTool[];
  readonly problems: readonly LoadProblem[];
  close(): Promise<void>;
}

/** The code of a pack without its parsers, which a question never needs. */
export function toolsOf(code: PackCode): PackCode {
  return { ...code, parsers: [] };
}

/** Loads the tools of a pack, in a thread of its own, which is ended by `close`. Never throws: what cannot be had is told. */
export async function loadPackTools(
  code: PackCode,
  thread = new PackThread(toolsOf(code), 'run'),
): Promise<LoadedPackCode> {
  try {
    const loaded = await thread.load();
    const problems = [...loaded.problems];
    const usable = loaded.tools.filter((described) => {
      try {
        schemaOf(described);
        return true;
      } catch (thrown) {
        problems.push({ entry: described.entry, message: ArbiterError.from(thrown).message, line: null });
        return false;
      }
    });
    return { tools: packToolsOf(usable, thread), problems, close: () => thread.close() };
  } catch (thrown) {
    const { message } = ArbiterError.from(thrown);
    const problems = code.modules.map(({ entry }) => ({ entry, message, line: null }));
    return { tools: [], problems, close: () => thread.close() };
  }
}

/** Tools of a thread, which is started by their first run. */
export function packToolsOf(described: readonly DescribedTool[], thread: PackThread): LoadedPackTool[] {
  return described.map((one) => {
    const { entry, name, aliases } = one;
    let made: z.ZodObject | undefined;
    const schema = (): z.ZodObject => (made ??= schemaOf(one));
    return { entry, name, aliases, create: (library) => new PackTool(one, schema, thread, library) };
  });
}

/** Reads and links the code of a pack without running any of it. */
export async function inspectPackCode(code: PackCode, limits?: PackThreadLimits): Promise<readonly LoadProblem[]> {
  const thread = new PackThread(code, 'inspect', limits);
  try {
    return (await thread.load()).problems;
  } finally {
    await thread.close();
  }
}
