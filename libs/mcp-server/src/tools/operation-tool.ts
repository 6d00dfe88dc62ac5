import type { AnyOperation } from '@arbiter/contracts';
import type { z } from 'zod';
import { asJson, runOperation, type McpTool } from './mcp-tool.js';
import { inputSchemaOf, parseArguments, type FieldNotes } from './tool-schema.js';

/** How an operation is shown; what is left out follows from its contract. */
export interface OperationFace {
  readonly title: string;
  readonly description?: string;
  readonly fields?: FieldNotes;
  /** What a client may say of the input; default: all of it. */
  readonly arguments?: z.ZodType;
  /** What of that models are told; default: all of it. */
  readonly shown?: z.ZodType;
  /** Whether it changes the library. */
  readonly writes?: boolean;
}

/** A tool whose arguments and result are input and output of its operation. */
export function operationTool(name: string, operation: AnyOperation, face: OperationFace): McpTool {
  const {
    title,
    description = operation.summary,
    fields = {},
    arguments: given = operation.input,
    shown = given,
    writes,
  } = face;
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(shown, fields),
    annotations: {
      readOnlyHint: writes !== true,
      // Said of what changes something alone: a reader is idempotent.
      ...(writes === true && { destructiveHint: true, idempotentHint: operation.idempotent }),
      openWorldHint: false,
    },
    async run(args, call) {
      return asJson(
        (await runOperation(operation, parseArguments(given, args), call, () => null)) as Record<string, unknown>,
      );
    },
  };
}
