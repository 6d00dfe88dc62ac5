import { mkdtemp, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';
import { toolModuleOf, type PackCode } from '@arbiter/ports';
import type { ToolCall } from '@arbiter/tool-sdk';

/** Makes `tools/` folders of packs, which go with the tests. */
export function useToolsFolders(): (files: Record<string, string>, ...entries: string[]) => Promise<PackCode> {
  const made: string[] = [];
  afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));
  return async (files, ...entries) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'arbiter-pack-code-')));
    made.push(folder);
    for (const [file, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), content);
    }
    const modules = entries.map((entry) => toolModuleOf(entry)!);
    return { domain: 'lore', folder, modules, parsers: [] };
  };
}

/** A tool of a pack, with this body of `execute` and these further members. */
export const toolSource = (body: string, members = ''): string => `
import { BaseMcpTool, Result, RecoverableError, StatusUpdate } from '@arbiter/tool-sdk';
import { z } from 'zod';
export class Tool extends BaseMcpTool {
  name = 'dice'; description = 'Throws dice.';
  inputSchema = z.strictObject({ sides: z.int().min(2).max(100).default(6) });
  ${members}
  constructor(library) { super(); this.library = library; }
  async *execute(tree, inputs, call) { ${body} }
}`;

/** A run of a tool. */
export function callOf(signal: AbortSignal = new AbortController().signal): ToolCall {
  const [requestId, traceparent] = ['request-1', ''];
  const deadline = Date.now() + 60_000;
  return { signal, deadline, requestId, traceparent, principal: null, previousResults: new Map(), metadata: {} };
}
