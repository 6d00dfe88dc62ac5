import { shownText } from '@arbiter/contracts';
import type { ContentBlock, ToolAnnotations } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-caller.js';
import type { ProgressNotice } from './progress.reporter.js';
import type { JsonSchema } from './tool-schema.js';

export interface ToolCall {
  readonly caller: OperationCaller;
  readonly options: CallOptions;
  /** Tells the client what happens, where it wants to know. */
  readonly report: (notice: ProgressNotice) => Promise<void>;
}

export interface ToolOutput {
  /** By the output schema. */
  readonly structured: Readonly<Record<string, unknown>>;
  /** For models and people. */
  readonly content: readonly ContentBlock[];
}

/** A tool as clients see it. */
export interface McpTool {
  readonly name: string;
  /** For people who choose among tools. */
  readonly title: string;
  /** For models that choose among tools. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  /**
   * @param args not yet validated
   * @throws ArbiterError INVALID_REQUEST with the issues for arguments that do not fit; what the operation fails with
   */
  readonly run: (args: unknown, call: ToolCall) => Promise<ToolOutput>;
}

/** What documents say is in nearly every text: none reaches a client with what it does not show. */
export function textContent(text: string): ContentBlock {
  return { type: 'text', text: shownText(text) };
}
