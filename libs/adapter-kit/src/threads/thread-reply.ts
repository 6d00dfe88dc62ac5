import { ArbiterError, type ErrorCode } from '@arbiter/contracts';

interface Failure {
  readonly type: 'failed';
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly cause: string;
}

/** What becomes of a request, or of a question. */
export type ThreadReply<Output> = { readonly type: 'done'; readonly output: Output } | Failure;

/** What a thread sends: a reply to its request, or a question before it. */
export type ThreadMessage<Output> = ThreadReply<Output> | { readonly type: 'asks'; readonly question: unknown };

/** Errors lose their class between threads: an ArbiterError travels as its fields, any other error as its log entry. */
export async function outcomeOf<Output>(work: () => Output | Promise<Output>): Promise<ThreadReply<Output>> {
  try {
    return { type: 'done', output: await work() };
  } catch (thrown) {
    const { code, message, details } = ArbiterError.from(thrown);
    return { type: 'failed', code, message, details, cause: thrown instanceof Error ? (thrown.stack ?? '') : '' };
  }
}

export function errorOf({ code, message, details, cause }: Failure): ArbiterError {
  return new ArbiterError(code, message, { details, cause });
}
