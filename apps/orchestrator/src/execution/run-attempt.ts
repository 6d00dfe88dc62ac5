import { abortable } from '@arbiter/adapter-kit/resilience';
import { ArbiterError } from '@arbiter/contracts';
import type { Clock } from '@arbiter/ports';
import type { BaseMcpTool, ToolCall, ToolOutput, TreeData } from '@arbiter/tool-sdk';
import type { ToolObserver } from './tool.observer.js';

export interface Attempt {
  readonly tool: BaseMcpTool;
  readonly tree: TreeData;
  readonly inputs: Record<string, unknown>;
  readonly call: ToolCall;
}

export interface AttemptPorts {
  readonly clock: Clock;
  readonly observer: ToolObserver;
}

/**
 * Runs a tool once, as long as its outputs are wanted and time is left. A tool that ignores its signal is abandoned: it
 * is not awaited, and it counts as running until it stops.
 *
 * @param maxBytes what it may yield in all, as JSON
 * @throws ArbiterError the tool's own, INTERNAL for any other error; DEADLINE_EXCEEDED when its time is over;
 *   PAYLOAD_TOO_LARGE when it yields too much; the signal's reason
 */
export async function* runAttempt(
  { tool, tree, inputs, call }: Attempt,
  maxBytes: number,
  { clock, observer }: AttemptPorts,
): AsyncGenerator<ToolOutput, void, undefined> {
  call.signal.throwIfAborted();
  const timeoutMs = Math.max(0, Math.min(tool.timeoutMs, call.deadline - clock.now()));
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const outputs = tool.execute(tree, inputs, { ...call, signal, deadline: clock.now() + timeoutMs });
  const stopped = observer.attemptStarted(tool.name);
  const leave = (): void => lifetime.abort(call.signal.reason);
  call.signal.addEventListener('abort', leave, { once: true });
  const timer = setTimeout(() => lifetime.abort(tooLate(tool, timeoutMs)), timeoutMs);
  try {
    let bytes = 0;
    for (;;) {
      const next = await abortable(signal, () => outputs.next());
      if (next.done) return;
      bytes += sizeOf(next.value);
      if (bytes > maxBytes) throw tooLarge(tool, maxBytes);
      yield next.value;
    }
  } catch (thrown) {
    // A tool may put it in words of its own that it was stopped.
    signal.throwIfAborted();
    throw ArbiterError.from(thrown);
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', leave);
    lifetime.abort(new ArbiterError('CANCELLED', `The result of ${tool.name} is no longer wanted.`));
    // Queued behind whatever the tool waits for. Errors that it throws then are ignored.
    void outputs.return(undefined).then(stopped, stopped);
  }
}

function tooLate({ name }: BaseMcpTool, timeoutMs: number): ArbiterError {
  return new ArbiterError('DEADLINE_EXCEEDED', `${name} did not end within ${Math.round(timeoutMs)} ms.`, {
    details: { tool: name, timeoutMs },
  });
}

function tooLarge({ name }: BaseMcpTool, maxBytes: number): ArbiterError {
  return new ArbiterError('PAYLOAD_TOO_LARGE', `${name} yielded more than ${maxBytes} bytes.`, {
    details: { tool: name, maxBytes },
  });
}

/** Least size counted for an output, in bytes: a tool that yields empty outputs without end is stopped, too. */
const SMALLEST_OUTPUT_BYTES = 64;

/**
 * Bytes of an output as JSON.
 *
 * @throws TypeError when it cannot be written as JSON
 */
export function sizeOf(output: ToolOutput): number {
  return Math.max(SMALLEST_OUTPUT_BYTES, Buffer.byteLength(JSON.stringify(output)));
}
