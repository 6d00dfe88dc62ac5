import type { ErrorCode } from '@arbiter/contracts';
import type { BuildResult, BuildTask } from '@arbiter/roster-tools';

/** What the thread is started with. */
export interface BuildOrder {
  readonly task: BuildTask;
  /** Epoch milliseconds; its own start counts, which takes a second on a busy machine. */
  readonly endsAt: number;
}

/** What the thread says, once. */
export type BuildReply =
  | { readonly type: 'built'; readonly result: BuildResult }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly message: string };
