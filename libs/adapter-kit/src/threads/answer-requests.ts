import { parentPort, type Transferable } from 'node:worker_threads';
import { errorOf, outcomeOf, type ThreadMessage, type ThreadReply } from './thread-reply.js';

/** What a question waits for: while it does, the process sends nothing else. */
let awaited: ((answer: ThreadReply<unknown>) => void) | null = null;

/**
 * Answers the requests of a `BoundedThread`, in the thread.
 *
 * @param transfer buffers of an output that are handed over
 */
export function answerRequests<Output>(
  handle: (request: never) => Output | Promise<Output>,
  transfer: (output: Output) => readonly Transferable[] = () => [],
): void {
  parentPort?.on('message', (message: unknown) => {
    if (awaited) awaited(message as ThreadReply<unknown>);
    else
      void outcomeOf(() => handle(message as never)).then((reply) =>
        parentPort?.postMessage(reply, reply.type === 'done' ? transfer(reply.output) : []),
      );
  });
}

/**
 * Asks the process that owns the thread, while a request is worked on; one question at a time.
 *
 * @param transfer buffers of the question that are handed over
 * @throws ArbiterError of the process
 */
export function askOwner<Answer>(question: unknown, transfer: readonly Transferable[] = []): Promise<Answer> {
  return new Promise((resolve, reject) => {
    awaited = (answer) => {
      awaited = null;
      if (answer.type === 'done') resolve(answer.output as Answer);
      else reject(errorOf(answer));
    };
    parentPort?.postMessage({ type: 'asks', question } satisfies ThreadMessage<never>, transfer);
  });
}
