import type { AnyOperation, OperationRequest } from '@arbiter/contracts';
import type { z } from 'zod';
import { asJson, runOperation, type McpTool } from './mcp-tool.js';
import { inputSchemaOf, parseArguments } from './tool-schema.js';

/** How an operation is shown; what is left out follows from its contract. */
export interface OperationFace {
  readonly title: string;
  readonly description?: string;
  /** Of fields, for models that fill them in. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What a client may say of the input; default: all of it. */
  readonly arguments?: z.ZodType;
  /** Whether it changes the library. */
  readonly writes?: boolean;
}

/** A tool whose arguments and result are input and output of its operation. */
export function operationTool(name: string, operation: AnyOperation, face: OperationFace): McpTool {
  const { title, description = operation.summary, fields = {}, arguments: given = operation.input, writes } = face;
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(given, fields),
    annotations: {
      readOnlyHint: writes !== true,
      ...(writes === true && { destructiveHint: true }),
      idempotentHint: operation.idempotent,
      openWorldHint: false,
    },
    async run(args, call) {
      const input = parseArguments(given, args) as OperationRequest<AnyOperation>;
      return asJson((await runOperation(operation, input, call, () => null)) as Record<string, unknown>);
    },
  };
}
