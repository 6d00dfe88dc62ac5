import { ArbiterError } from '@arbiter/contracts';
import { ProtocolError, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import { invalidParams, type CallOptions, type OperationCaller } from '../operation-calls.js';
import { ProgressReporter, textContent, type McpTool } from './mcp-tool.js';
import { TOOLS } from './tool-catalog.js';
import { domainToolOf } from './tool-list.js';

export interface ToolsOffered {
  readonly caller: OperationCaller;
  readonly tools: readonly McpTool[];
  readonly publicUrl?: string | undefined;
}

/** Where an error result keeps what programs read of it. */
export const ERROR_META_KEY = 'arbiter/error';

/**
 * Runs a tool. A failure is returned as the result, so that the calling model can correct its arguments. An unknown tool is a
 * protocol error.
 *
 * @throws ProtocolError invalid params for an unknown tool
 */
export async function callTool(
  name: string,
  args: unknown,
  context: ServerContext,
  { caller, tools, publicUrl }: ToolsOffered,
  options: CallOptions,
): Promise<CallToolResult> {
  const progress = new ProgressReporter(context.mcpReq);
  try {
    const tool = tools.find((one) => one.name === name) ?? (await domainToolOf(name, caller, options));
    if (!tool) throw invalidParams(whyNot(name, tools));
    const { structured, content } = await tool.run(args, {
      caller,
      options,
      publicUrl,
      report: (notice) => progress.report(notice),
    });
    return { content: [...content], ...(structured && { structuredContent: { ...structured } }) };
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    return errorResult(ArbiterError.from(thrown));
  }
}

function whyNot(name: string, tools: readonly McpTool[]): string {
  const isOff = TOOLS.some((tool) => tool.name === name);
  if (isOff) return `The tool "${name}" is off: clients may not change the library here (TOOLS_MAY_INGEST).`;
  return `There is no tool "${name}"; there are ${tools.map((tool) => tool.name).join(', ')}.`;
}

/** A failure as the calling model is told of it. */
export function errorResult({ code, message, retryable, details }: ArbiterError): CallToolResult {
  return {
    isError: true,
    content: [textContent(`${code}: ${message}`)],
    _meta: { [ERROR_META_KEY]: { code, message, retryable, details } },
  };
}
