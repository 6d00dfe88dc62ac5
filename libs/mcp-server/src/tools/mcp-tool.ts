import {
  shownLine,
  shownText,
  type AnyOperation,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import type { ContentBlock, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { CallOptions, OperationCaller } from '../operation-calls.js';
import type { JsonSchema } from './tool-schema.js';

export interface ToolCall {
  readonly caller: OperationCaller;
  readonly options: CallOptions;
  /** Where people reach the console, without a slash at its end; absent where the operator named none (ARBITER_PUBLIC_URL). */
  readonly publicUrl?: string | undefined;
  /** Tells the client what happens, where it wants to know. */
  readonly report: (notice: ProgressNotice) => Promise<void>;
}

export interface ToolOutput {
  /** By the output schema, where there is one; absent where the text says it all. */
  readonly structured?: Readonly<Record<string, unknown>>;
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
  /** Absent where a result is read as text: every client pays for it with every list. */
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
  /**
   * @param args not yet validated
   * @throws ArbiterError INVALID_REQUEST with the issues for arguments that do not fit; what the operation fails with
   */
  readonly run: (args: unknown, call: ToolCall) => Promise<ToolOutput>;
}

/** Of a tool that changes nothing, and reaches nothing but the library. */
export const READS = { readOnlyHint: true, openWorldHint: false } as const;

/** What documents say is in nearly every text: none reaches a client with what it does not show. */
export function textContent(text: string): ContentBlock {
  return { type: 'text', text: shownText(text) };
}

/** A result whose text is its JSON. */
export function asJson(output: Readonly<Record<string, unknown>>): ToolOutput {
  return { structured: output, content: [textContent(JSON.stringify(output))] };
}

export interface ProgressNotice {
  /** For people. */
  readonly message: string;
  /** How much is done of `total`, where it can be counted. */
  readonly done?: number;
  readonly total?: number;
}

/** Tells a client that asked for it (with a progress token) how its request gets on. Progress only ever grows. */
export class ProgressReporter {
  private last = 0;

  constructor(private readonly request: Pick<ServerContext['mcpReq'], '_meta' | 'notify' | 'signal'>) {}

  async report({ message, done, total }: ProgressNotice): Promise<void> {
    const progressToken = this.request._meta?.progressToken;
    if (progressToken === undefined || this.request.signal.aborted) return;
    // Documents that are looked at one by one may leave the count where it was.
    if (done !== undefined && done <= this.last) return;
    this.last = done ?? this.last + 1;
    await this.request.notify({
      method: 'notifications/progress',
      params: {
        progressToken,
        progress: this.last,
        message: shownLine(message),
        ...(total !== undefined && { total }),
      },
    });
  }
}

/**
 * Runs an operation to its end. If the operation streams, every event is reported.
 *
 * @param noticeOf makes the client's notice of an event; null for none
 */
export async function runOperation<O extends AnyOperation>(
  operation: O,
  input: OperationRequest<O>,
  { caller, options, report }: ToolCall,
  noticeOf: (event: OperationEvent<O>) => ProgressNotice | null,
): Promise<OperationOutput<O>> {
  if (!operation.events) return caller.request(operation, input, options);
  const events = caller.stream(operation, input, options);
  let ended = false;
  try {
    let next = await events.next();
    while (!next.done) {
      const notice = noticeOf(next.value);
      if (notice) await report(notice);
      next = await events.next();
    }
    ended = true;
    return next.value;
  } finally {
    // A client that cannot be told has gone: the operation must not go on without it.
    if (!ended) void events.return(undefined as never).catch(() => undefined);
  }
}
