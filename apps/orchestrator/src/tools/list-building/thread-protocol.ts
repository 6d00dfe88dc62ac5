import type { ErrorCode } from '@arbiter/contracts';
import type { BuildResult, BuildTask } from '@arbiter/warhammer-40k-tools';

/** What the thread is started with. */
export interface BuildOrder {
  readonly task: BuildTask;
  /** Epoch milliseconds: where the search has not ended by itself, it ends with the best list so far. */
  readonly endsAt: number;
}

/** What the thread says, once. */
export type BuildReply =
  | { readonly type: 'built'; readonly result: BuildResult }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly message: string };
