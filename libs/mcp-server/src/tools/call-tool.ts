import { ArbiterError, shownLine } from '@arbiter/contracts';
import { ProtocolError, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import { Library, type ProgressNotice } from '../library.js';
import { invalidParams, type CallOptions } from '../operation-calls.js';
import { textContent } from './mcp-tool.js';
import { sharedTools, TOOLS } from './tool-catalog.js';
import { domainToolOf, type ToolSources } from './tool-list.js';

/** Where an error result keeps what programs read of it. */
const ERROR_META_KEY = 'arbiter/error';

/**
 * Runs a tool. A failure is returned as the result, so that the calling model can correct its arguments. An unknown tool is a
 * protocol error.
 *
 * @throws ProtocolError invalid params for an unknown tool
 */
export async function callTool(
  name: string,
  args: unknown,
  { mcpReq }: ServerContext,
  { caller, mayIngest, publicUrl }: Omit<ToolSources, 'onError'>,
  options: CallOptions,
): Promise<CallToolResult> {
  const library = new Library(caller, options, publicUrl, progressOf(mcpReq));
  const tools = sharedTools(mayIngest);
  try {
    const tool = tools.find((one) => one.name === name) ?? (await domainToolOf(name, library));
    if (!tool)
      throw invalidParams(
        whyNot(
          name,
          tools.map((one) => one.name),
        ),
      );
    const { structured, content } = await tool.run(args, library);
    return { content: [...content], ...(structured && { structuredContent: { ...structured } }) };
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown;
    return errorResult(ArbiterError.from(thrown));
  }
}

function whyNot(name: string, offered: readonly string[]): string {
  if (TOOLS.some((tool) => tool.name === name))
    return `The tool "${name}" is off: clients may not change the library here (TOOLS_MAY_INGEST).`;
  return `There is no tool "${name}"; there are ${offered.join(', ')}.`;
}

/** A failure as the calling model is told of it. */
export function errorResult({ code, message, retryable, details }: ArbiterError): CallToolResult {
  return {
    isError: true,
    content: [textContent(`${code}: ${message}`)],
    _meta: { [ERROR_META_KEY]: { code, message, retryable, details } },
  };
}

/** Tells a client that asked for it (with a progress token) how its request gets on. Progress only ever grows. */
function progressOf({ _meta, signal, notify }: ServerContext['mcpReq']): (notice: ProgressNotice) => Promise<void> {
  let last = 0;
  const progressToken = _meta?.progressToken;
  return async ({ message, done = last + 1, total }) => {
    // Documents that are looked at one by one may leave the count where it was.
    if (progressToken === undefined || signal.aborted || done <= last) return;
    last = done;
    const told = { progressToken, progress: done, message: shownLine(message), ...(total !== undefined && { total }) };
    await notify({ method: 'notifications/progress', params: told });
  };
}
