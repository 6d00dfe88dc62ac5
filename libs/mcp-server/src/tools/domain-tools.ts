import { ArbiterError, listCollections, listTools, runPlan, type OperationOutput } from '@arbiter/contracts';
import { z } from 'zod';
import type { Library } from '../library.js';
import { defineTool, textContent, type McpTool, type ToolOutput } from './mcp-tool.js';
import { leanSchema } from './tool-schema.js';

type Descriptor = OperationOutput<typeof listTools>['tools'][number];

/**
 * The tools of domains that have documents, by the names that their packs give them.
 *
 * @param taken names of other tools, which none of a pack replaces
 */
export async function domainTools(taken: ReadonlySet<string>, library: Library): Promise<readonly McpTool[]> {
  const { tools } = await library.ask(listTools, {});
  const own = tools.filter(({ name, collections = [] }) => collections.length > 0 && !taken.has(name));
  if (own.length === 0) return [];
  const held = await library.ask(listCollections, {});
  const filled = held.collections.filter(({ documents }) => documents > 0).map(({ manifest }) => manifest.name);
  return own.flatMap((tool) => {
    const collections = filled.filter((name) => tool.collections?.includes(name));
    return collections.length === 0 ? [] : [domainTool(tool, collections)];
  });
}

function domainTool({ name, description, inputSchema }: Descriptor, collections: string[]): McpTool {
  const title = titleOf(name);
  // Arguments are checked by the tool itself: its schema is not here.
  const tool = defineTool(z.record(z.string(), z.unknown()), {
    ...{ name, title, description },
    shown: z.object(),
    async run(parameters, library) {
      const plan = { steps: [{ id: 'call', tool: name, parameters }], reasoning: '', estimatedDuration: 0 };
      const done = await library.run(runPlan, { plan, query: title, collections }, (event) =>
        event.type === 'status' ? { message: event.message } : null,
      );
      return resultOf(name, done);
    },
  });
  return { ...tool, inputSchema: leanSchema(inputSchema) };
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
