import { ArbiterError } from '@arbiter/contracts';
import type { PackCode } from '@arbiter/ports';
import type { BaseMcpTool, ToolLibrary } from '@arbiter/tool-sdk';
import { PackThread } from './pack-thread.js';
import { PackTool } from './pack.tool.js';
import type { LoadProblem } from './thread-protocol.js';

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

const NOBODY: ToolLibrary = { request: () => Promise.reject(new ArbiterError('FORBIDDEN', 'Nothing is running.')) };

/** Loads the code of a pack, in a thread of its own, which is ended by `close`. Never throws: what cannot be had is told. */
export async function loadPackTools(code: PackCode, thread = new PackThread(code, 'run')): Promise<LoadedPackCode> {
  const problems: LoadProblem[] = [];
  const tools: LoadedPackTool[] = [];
  try {
    const loaded = await thread.load();
    problems.push(...loaded.problems);
    for (const described of loaded.tools) {
      const create = (library: ToolLibrary): BaseMcpTool => new PackTool(described, thread, library);
      try {
        const { name, aliases } = create(NOBODY);
        tools.push({ entry: described.entry, name, aliases, create });
      } catch (thrown) {
        problems.push({ entry: described.entry, message: ArbiterError.from(thrown).message, line: null });
      }
    }
  } catch (thrown) {
    const { message } = ArbiterError.from(thrown);
    problems.push(...code.modules.map(({ entry }) => ({ entry, message, line: null })));
  }
  return { tools, problems, close: () => thread.close() };
}

/** Reads and links the code of a pack without running any of it. */
export async function inspectPackCode(code: PackCode): Promise<readonly LoadProblem[]> {
  const thread = new PackThread(code, 'inspect');
  try {
    return (await thread.load()).problems;
  } finally {
    await thread.close();
  }
}
