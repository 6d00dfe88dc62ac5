import type { AnyOperation, OperationOutput, OperationRequest } from '@arbiter/contracts';
import type { ToolCall } from './base-mcp-tool.js';

/** Everything a pack's tool may use from outside. The constructor of the tool gets it; one library serves all runs. */
export interface ToolLibrary {
  /**
   * Calls an operation that reads, such as `retriever.search` or `ingestion.find-entities`, on behalf of a run.
   *
   * @param call of the run, as `execute` is given it
   * @throws ArbiterError FORBIDDEN for any other operation; the errors of the operation
   */
  request(operation: string, input: Readonly<Record<string, unknown>>, call: ToolCall): Promise<unknown>;

  /**
   * Computes something that another run may compute differently, such as a search that a clock ends. The result is kept
   * in the answer's record, and a replay takes it from there.
   *
   * @param name kebab-case, one for each kind of computation
   * @param compute resolves to plain JSON
   */
  record<T>(name: string, compute: () => Promise<T>, call: ToolCall): Promise<T>;
}

/** Calls an operation of the library, with the types of its contract. */
export async function askLibrary<O extends AnyOperation>(
  library: Pick<ToolLibrary, 'request'>,
  operation: O,
  input: OperationRequest<O>,
  call: ToolCall,
): Promise<OperationOutput<O>> {
  return (await library.request(operation.name, input as Record<string, unknown>, call)) as OperationOutput<O>;
}
