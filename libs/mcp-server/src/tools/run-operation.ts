import type { AnyOperation, OperationEvent, OperationOutput, OperationRequest } from '@arbiter/contracts';
import type { ToolCall } from './mcp-tool.js';
import type { ProgressNotice } from './progress.reporter.js';

/**
 * Runs an operation to its end; of one that streams, every event is told.
 *
 * @param noticeOf what the client is told of an event; null for nothing
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
