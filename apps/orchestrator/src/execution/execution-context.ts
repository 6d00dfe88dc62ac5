import type { ToolResult } from '@arbiter/contracts';
import type { ParentCall } from '@arbiter/messaging';
import type { ToolOutput, TreeData } from '@arbiter/tool-sdk';

/** On whose behalf tools run, and with what. */
export interface ExecutionContext {
  /** The call of the client: its signal and its deadline bound everything. */
  readonly call: ParentCall;
  readonly tree: TreeData;
  /** What earlier steps came to, by their ids. */
  readonly previousResults?: ReadonlyMap<string, ToolResult>;
  /** Handed on to tools as it is. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What a tool yielded, as soon as it does. */
export interface ToolEvent {
  /** The tool by its own name: that of the fallback where one runs. */
  readonly tool: string;
  readonly output: ToolOutput;
}
