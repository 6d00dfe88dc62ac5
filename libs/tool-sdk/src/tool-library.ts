import type { ToolCall } from './base-mcp-tool.js';

/** What a tool that a pack brings along may ask of the library: it is handed to its constructor. */
export interface ToolLibrary {
  /**
   * Calls an operation that reads, such as `retriever.search` or `ingestion.find-entities`, on behalf of a run.
   *
   * @param call of the run, as `execute` is given it
   * @throws ArbiterError FORBIDDEN for an operation that is none of these; those of the operation
   */
  request(operation: string, input: Readonly<Record<string, unknown>>, call: ToolCall): Promise<unknown>;
}
