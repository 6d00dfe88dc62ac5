import type { AnyOperation, OperationEvent, OperationOutput, OperationRequest } from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { textContent, type McpTool, type ToolCall } from './mcp-tool.js';
import type { ProgressNotice } from './progress.reporter.js';
import { runOperation } from './run-operation.js';
import { inputSchemaOf, outputSchemaOf, parseArguments } from './tool-schema.js';

/** How an operation is shown; what is left out follows from its contract. */
export interface OperationFace<O extends AnyOperation> {
  readonly title: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** What a result looks like as text; its JSON when absent. */
  readonly render?: (output: OperationOutput<O>, call: ToolCall) => Promise<readonly ContentBlock[]>;
  readonly noticeOf?: (event: OperationEvent<O>) => ProgressNotice | null;
}

/** A tool whose arguments and result are input and output of its operation. It reads and changes nothing. */
export function operationTool<O extends AnyOperation>(
  name: string,
  operation: O,
  { title, fields = {}, render = asJson, noticeOf = () => null }: OperationFace<O>,
): McpTool {
  return {
    name,
    title,
    description: operation.summary,
    inputSchema: inputSchemaOf(operation.input, fields),
    outputSchema: outputSchemaOf(operation.output),
    annotations: { readOnlyHint: true, idempotentHint: operation.idempotent, openWorldHint: false },
    async run(args, call) {
      const input = parseArguments(operation.input, args) as OperationRequest<O>;
      const output = await runOperation(operation, input, call, noticeOf);
      return { structured: output as Record<string, unknown>, content: await render(output, call) };
    },
  };
}

function asJson(output: unknown): Promise<readonly ContentBlock[]> {
  return Promise.resolve([textContent(JSON.stringify(output))]);
}
