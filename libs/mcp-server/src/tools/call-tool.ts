import { ArbiterError } from '@arbiter/contracts';
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-caller.js';
import { invalidParams } from '../protocol-error.js';
import { textContent } from './mcp-tool.js';
import { ProgressReporter } from './progress.reporter.js';
import { TOOLS } from './tool-catalog.js';

/** Where an error result keeps what programs read of it. */
export const ERROR_META_KEY = 'arbiter/error';

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

/**
 * Runs a tool. What it fails with is its result, so that the model that called it can mend its arguments; a tool that is
 * not there is an error of the protocol.
 *
 * @throws ProtocolError invalid params for an unknown tool
 */
export async function callTool(
  name: string,
  args: unknown,
  context: ServerContext,
  caller: OperationCaller,
  options: CallOptions,
): Promise<CallToolResult> {
  const tool = BY_NAME.get(name);
  if (!tool) throw invalidParams(`There is no tool "${name}"; there are ${[...BY_NAME.keys()].join(', ')}.`);
  const progress = new ProgressReporter(context.mcpReq);
  try {
    const { structured, content } = await tool.run(args, {
      caller,
      options,
      report: (notice) => progress.report(notice),
    });
    return { content: [...content], structuredContent: { ...structured } };
  } catch (thrown) {
    return errorResult(ArbiterError.from(thrown));
  }
}

function errorResult({ code, message, retryable, details }: ArbiterError): CallToolResult {
  return {
    isError: true,
    content: [textContent(`${code}: ${message}`)],
    _meta: { [ERROR_META_KEY]: { code, message, retryable, details } },
  };
}
