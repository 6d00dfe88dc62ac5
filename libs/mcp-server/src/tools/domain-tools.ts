import { ArbiterError, listCollections, listTools, runPlan, type OperationOutput } from '@arbiter/contracts';
import { z } from 'zod';
import type { CallOptions, OperationCaller } from '../operation-calls.js';
import { READS, runOperation, textContent, type McpTool, type ToolCall, type ToolOutput } from './mcp-tool.js';
import { leanSchema, parseArguments } from './tool-schema.js';

type Descriptor = OperationOutput<typeof listTools>['tools'][number];

/**
 * The tools of domains that have documents, by the names that their packs give them.
 *
 * @param taken names of other tools, which none of a pack replaces
 */
export async function domainTools(
  taken: ReadonlySet<string>,
  caller: OperationCaller,
  options: CallOptions,
): Promise<readonly McpTool[]> {
  const { tools } = await caller.request(listTools, {}, options);
  const own = tools.filter(({ name, collections = [] }) => collections.length > 0 && !taken.has(name));
  if (own.length === 0) return [];
  const held = await caller.request(listCollections, {}, options);
  const filled = held.collections.filter(({ documents }) => documents > 0).map(({ manifest }) => manifest.name);
  return own.flatMap((tool) => {
    const collections = tool.collections?.filter((name) => filled.includes(name)) ?? [];
    return collections.length === 0 ? [] : [domainTool(tool, collections)];
  });
}

const Arguments = z.record(z.string(), z.unknown());

function domainTool({ name, description, inputSchema }: Descriptor, collections: readonly string[]): McpTool {
  return {
    name,
    title: titleOf(name),
    description,
    inputSchema: leanSchema(inputSchema),
    annotations: READS,
    async run(args, call) {
      // By the tool itself: its schema is not here.
      const parameters = parseArguments(Arguments, args);
      const plan = { steps: [{ id: 'call', tool: name, parameters }], reasoning: '', estimatedDuration: 0 };
      return resultOf(name, await run({ plan, query: titleOf(name), collections: [...collections] }, call));
    },
  };
}

function run(request: z.input<typeof runPlan.input>, call: ToolCall): Promise<OperationOutput<typeof runPlan>> {
  return runOperation(runPlan, request, call, (event) => (event.type === 'status' ? { message: event.message } : null));
}

/** @throws ArbiterError what the tool failed with; NOT_FOUND where it says itself that there is nothing */
function resultOf(name: string, { results }: OperationOutput<typeof runPlan>): ToolOutput {
  const result = results[0]?.result;
  if (!result?.success) {
    const { code = 'NOT_FOUND', error = `The tool "${name}" gave no result.`, suggestion } = result ?? {};
    throw new ArbiterError(code, suggestion === undefined ? error : `${error} ${suggestion}`);
  }
  const found = result.data.map(({ message, objects }) => ({ message, objects }));
  const lines = found.flatMap(({ message, objects }) => [message, ...objects.map((each) => JSON.stringify(each))]);
  return { structured: { results: found }, content: [textContent(lines.join('\n'))] };
}

/** `points-lookup` → `Points lookup` */
function titleOf(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
